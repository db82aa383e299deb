// Faults inside a token: quotes, escapes, comments, numbers, names and signs that KIP writes otherwise. Where a habit repeats
// through a text (every string in single quotes), one fix mends them all.
import { about, type Complaint, fix, insertAt, replace, type Rule } from './complaint.ts';
import type { Situation } from './situation.ts';
import type { Token, TokenKind } from './tokens.ts';

export const explainToken: Rule = (situation) => {
  const { found } = situation;
  return found && BY_KIND[found.kind]?.(situation, found);
};

type TokenRule = (situation: Situation, found: Token) => Complaint | undefined;

const BY_KIND: Partial<Record<TokenKind, TokenRule>> = {
  'bad-string': badString,
  'open-string': openString,
  quoted: wrongQuotes,
  fence: codeFence,
  backtick: (_, found) =>
    about(
      found,
      `${found.text} is in backticks`,
      'Strings take double quotes ("name"), keys that are identifiers none.',
      [...fix('Use double quotes', replace(found, asString(found.text.replaceAll('`', ''))))],
    ),
  'foreign-comment': foreignComment,
  'bad-number': badNumber,
  'digit-name': digitName,
  'foreign-name': foreignName,
  wide: wideSign,
};

const sameKind = ({ tokens }: Situation, kind: TokenKind): Token[] => tokens.filter((token) => token.kind === kind);

export function asString(content: string): string {
  return JSON.stringify(content);
}

// ---------------------------------------------------------------- strings

function badString({ text }: Situation, found: Token): Complaint {
  const fault = /\\(?!["\\/bfnrt]|u[0-9a-fA-F]{4})|[\u0000-\u001f]/.exec(found.text.replace(/\\\\/g, '\u0020\u0020'));
  const from = found.from + (fault?.index ?? 0);
  const isControl = fault !== null && fault[0] !== '\\';
  const range = { from, to: from + (isControl ? 1 : 2) };
  if (isControl) {
    const escaped = JSON.stringify(fault[0]).slice(1, -1);
    const hint = `Write ${escaped} instead of the raw character.`;
    return {
      range,
      message: 'A control character stands in the string',
      hint,
      fixes: fix(`Write ${escaped}`, replace(range, escaped)),
    };
  }
  const shown = text.slice(range.from, range.to);
  const hint = `Write \\${shown} for a backslash itself. JSON escapes are \\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX.`;
  return {
    range,
    message: `${shown} is not a JSON escape`,
    hint,
    fixes: fix(`Write \\${shown}`, insertAt(from, '\\')),
  };
}

/** A string not closed on its line: either its quote is missing, or it runs over a raw line break. */
function openString({ text, tokens, index }: Situation, found: Token): Complaint {
  const hint = 'Close the string with " on the same line; a line break inside a string is written \\n.';
  const end = /[\s,)\]};]*$/.exec(found.text)?.index ?? found.text.length;
  const close = fix('Close the string', insertAt(found.from + end, '"'));
  const range = { from: found.from, to: found.to };
  const next = text.indexOf('"', found.to);
  const after =
    next < 0
      ? ''
      : text
          .slice(next + 1)
          .trimStart()
          .charAt(0);
  const message = 'The string is not closed on its line';
  // A later quote that is followed by what follows a string closes this one.
  if (next < 0 || !',)]}'.includes(after || '~') || (tokens[index + 1]?.text.length ?? 0) === 0)
    return { range, message, hint, fixes: close };
  const inner = text.slice(found.to, next);
  const escaped = inner.replace(/\r\n|\r|\n/g, '\\n');
  return {
    range,
    message,
    hint,
    fixes: fix('Write \\n for the line breaks', { from: found.to, to: next, insert: escaped }),
  };
}

function wrongQuotes(situation: Situation, found: Token): Complaint {
  const edits = sameKind(situation, 'quoted').map((token) =>
    replace(token, asString(token.text.slice(1, -1).replace(/\\(['"])/g, '$1'))),
  );
  const written = asString(found.text.slice(1, -1).replace(/\\'/g, "'"));
  return about(found, `The string ${found.text} is not in double quotes`, `Strings take double quotes: ${written}.`, [
    ...fix('Use double quotes', ...edits),
  ]);
}

// ---------------------------------------------------------------- around the command

function codeFence(situation: Situation, found: Token): Complaint {
  const fences = sameKind(situation, 'fence').map((token) => replace(token, ''));
  const hint = 'Send the command alone, without the Markdown fence (```) around it.';
  return about(found, 'The command is wrapped in a Markdown code fence', hint, fix('Remove the fence', ...fences));
}

function foreignComment(situation: Situation, found: Token): Complaint {
  const mark = /^(?:\/\*|--|#)/.exec(found.text)?.[0] ?? '';
  const edits = sameKind(situation, 'foreign-comment').map((token) => {
    const body = token.text.replace(/^(?:\/\*+|--+|#+)[ \t]?/, '').replace(/\s*\*\/$/, '');
    // What follows a block comment on its line would become part of the line comment.
    const end = token.text.startsWith('/*') ? '\n' : '';
    return replace(
      token,
      body
        .split(/\r?\n/)
        .map((line) => `// ${line.trim()}`)
        .join('\n') + end,
    );
  });
  return about(
    found,
    `${mark} does not begin a comment`,
    'Comments are // to the end of the line.',
    fix('Use //', ...edits),
  );
}

// ---------------------------------------------------------------- numbers and names

function badNumber(situation: Situation, found: Token): Complaint {
  if (situation.frame.kind === 'hops') return hopRange(situation, found);
  const value = Number(found.text.replaceAll('_', ''));
  const written = Number.isFinite(value) ? JSON.stringify(value) : undefined;
  const hint = written
    ? `Write ${written}. Numbers are JSON: no leading zero, plus sign or bare point.`
    : 'Numbers are JSON: 12, -3, 0.5, 1e6. Put anything else in double quotes.';
  return about(
    found,
    `${found.text} is not a number`,
    hint,
    written ? fix(`Write ${written}`, replace(found, written)) : [],
  );
}

/** `{1..5}` and the like. */
function hopRange({ text, frame }: Situation, found: Token): Complaint {
  const from = frame.open?.from ?? found.from;
  const [whole = '', least = '1', most = ''] = /^\{\s*(\d+)\s*(?:\.+|-|:)\s*(\d*)\s*\}/.exec(text.slice(from)) ?? [];
  const written = whole ? `{${least},${most}}` : '{1,5}';
  const fixes = whole ? fix(`Write ${written}`, { from, to: from + whole.length, insert: written }) : [];
  return about(found, `${found.text} is not a number of hops`, `Hops take a comma: write ${written}.`, fixes);
}

/** Names that start with a digit (§2.8.1): KIP_1002 for variables and keys. */
function digitName(situation: Situation, found: Token): Complaint {
  const { tokens, index, before } = situation;
  if (found.text.startsWith('?')) {
    const written = `?_${found.text.slice(1)}`;
    const edits = tokens.filter((token) => token.text === found.text).map((token) => replace(token, written));
    const hint = `Names start with a letter or "_": write ${written}.`;
    const complaint = about(
      found,
      `A variable cannot start with a digit: ${found.text}`,
      hint,
      fix(`Write ${written}`, ...edits),
    );
    return { ...complaint, kind: 'invalidIdentifier' };
  }
  if (found.text.startsWith(':')) return digitPlaceholder(before, found);
  const written = asString(found.text);
  const fixes = fix(`Write ${written}`, replace(found, written));
  const next = tokens[index + 1];
  if (next?.text === ':' || next?.kind === 'placeholder') {
    const hint = `Put the key in double quotes: ${written}: …. Bare keys start with a letter or "_".`;
    const complaint = about(found, `A bare key cannot start with a digit: ${found.text}`, hint, fixes);
    return { ...complaint, kind: 'invalidIdentifier' };
  }
  const hint = `Write the number alone, or ${written} for a string.`;
  return about(found, `${found.text} is neither a number nor a name`, hint, fixes);
}

/** `C:12` without quotes, or a placeholder like `:1`. */
function digitPlaceholder(before: Token | undefined, found: Token): Complaint {
  if (before?.kind === 'word' && before.to === found.from) {
    const written = asString(before.text + found.text);
    const range = { from: before.from, to: found.to };
    const hint = `Ids are strings: write ${written}.`;
    return {
      range,
      message: `${before.text}${found.text} stands without quotes`,
      hint,
      fixes: fix(`Write ${written}`, replace(range, written)),
    };
  }
  const written = `:p${found.text.slice(1)}`;
  const hint = `Names start with a letter or "_": write ${written}, and name the parameter so.`;
  return about(
    found,
    `A placeholder cannot start with a digit: ${found.text}`,
    hint,
    fix(`Write ${written}`, replace(found, written)),
  );
}

function foreignName(situation: Situation, found: Token): Complaint {
  const name = /\w+/.exec(found.text)?.[0] ?? 'name';
  // `$ConceptType` and `$self` are names of KIP itself, only their quotes are missing.
  if (/^\$(?:ConceptType|PropositionType|self|system)$/.test(found.text)) {
    const hint = `Put it in double quotes: "${found.text}".`;
    return about(
      found,
      `${found.text} stands without quotes`,
      hint,
      fix(`Write "${found.text}"`, replace(found, `"${found.text}"`)),
    );
  }
  const before = situation.before?.text;
  const asVariable = before === '(' && situation.frame.kind === 'find';
  const written = asVariable ? `?${name}` : `:${name}`;
  const hint = asVariable
    ? `Variables start with "?": ${written}.`
    : `Placeholders start with a colon: write ${written} and give "${name}" in "parameters". Variables start with "?".`;
  return about(
    found,
    `${found.text} is not a placeholder of KIP`,
    hint,
    fix(`Write ${written}`, replace(found, written)),
  );
}

// ---------------------------------------------------------------- signs

const ASCII: Readonly<Record<string, string>> = {
  '，': ',',
  '：': ':',
  '；': ';',
  '（': '(',
  '）': ')',
  '｛': '{',
  '｝': '}',
  '［': '[',
  '］': ']',
  '、': ',',
  '。': '.',
  '？': '?',
  '！': '!',
  '＝': '=',
  '＜': '<',
  '＞': '>',
};

function wideSign(situation: Situation, found: Token): Complaint {
  const edits = sameKind(situation, 'wide').map((token) => replace(token, ASCII[token.text] ?? ' '));
  const ascii = ASCII[found.text];
  const message = ascii ? `${found.text} is a full-width sign` : 'An invisible character stands here';
  const hint = ascii ? `Write the ASCII sign ${ascii}.` : 'Remove it; only space, tab and line breaks separate words.';
  return about(found, message, hint, fix(ascii ? 'Write ASCII signs' : 'Remove it', ...edits));
}
