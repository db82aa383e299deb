// The full-text indexes. Contentless: they hold words and positions, never a second copy of the text; `rowid` is the element id.
// Words are cut in JavaScript (segment.ts) and arrive separated by spaces, so the tokenizer only lowers ASCII and splits on what is
// not a letter or digit; porter folds English word endings, on both sides alike, and leaves every other script as it is.
// Links have a table of their own, since most carry no text and concepts should not be ranked against them.

export const SEARCH_SCHEMA = `
CREATE VIRTUAL TABLE concept_index USING fts5(
  name, aliases, text, content='', contentless_delete=1, tokenize='porter ascii'
);
CREATE VIRTUAL TABLE proposition_index USING fts5(
  text, content='', contentless_delete=1, tokenize='porter ascii'
);
`;
