// Faults inside a token: quotes, escapes, comments, numbers, names and signs that KIP writes otherwise. Where a habit repeats
// through a text (every string in single quotes), one repair mends them all.
import { table } from '../table.ts';
import { about, type Complaint, insertAt, instead, replace, type Rule } from './complaint.ts';
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
  backtick: wrongQuotes,
  'foreign-comment': foreignComment,
  'bad-number': badNumber,
  'digit-name': digitName,
  'foreign-name': foreignName,
  wide: wideSign,
};

const sameKind = ({ tokens }: Situation, kind: TokenKind): Token[] => tokens.filter((token) => token.kind === kind);

export const asString = (content: string): string => JSON.stringify(content);

// ---------------------------------------------------------------- strings

function badString({ text }: Situation, found: Token): Complaint {
  const fault = /\\(?!["\\/bfnrt]|u[0-9a-fA-F]{4})|[\u0000-\u001f]/.exec(found.text.replace(/\\\\/g, '  '));
  const from = found.from + (fault?.index ?? 0);
  if (fault && fault[0] !== '\\') {
    const escaped = asString(fault[0]).slice(1, -1);
    return instead({ from, to: from + 1 }, 'A control character stands in the string', escaped);
  }
  const shown = text.slice(from, from + 2);
  const hint = `Write \\${shown} for a backslash itself. JSON escapes are \\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX.`;
  return about({ from, to: from + 2 }, `${shown} is not a JSON escape`, hint, insertAt(from, '\\'));
}

/** A string not closed on its line: either its quote is missing, or it runs over a raw line break. */
function openString({ text }: Situation, found: Token): Complaint {
  const hint = 'Close the string with " on the same line; a line break inside a string is written \\n.';
  const next = text.indexOf('"', found.to);
  const after = text
    .slice(next + 1)
    .trimStart()
    .charAt(0);
  // A later quote that is followed by what follows a string closes this one.
  const isBroken = next >= 0 && (after === '' || ',)]}'.includes(after));
  const end = found.from + found.text.replace(/[\s,)\]};]*$/, '').length;
  const edit = isBroken
    ? { from: found.to, to: next, insert: text.slice(found.to, next).replace(/\r\n|\r|\n/g, '\\n') }
    : insertAt(end, '"');
  return about(found, 'The string is not closed on its line', hint, edit);
}

function wrongQuotes(situation: Situation, found: Token): Complaint {
  const content = ({ text }: Token): string => asString(text.replace(/^.|.$/gu, '').replace(/\\(['"])/g, '$1'));
  const edits = sameKind(situation, found.kind).map((token) => replace(token, content(token)));
  const hint = `Strings take double quotes: ${content(found)}.`;
  return about(found, `The string ${found.text} is not in double quotes`, hint, ...edits);
}

// ---------------------------------------------------------------- around the command

function codeFence(situation: Situation, found: Token): Complaint {
  const fences = sameKind(situation, 'fence').map((token) => replace(token, ''));
  const hint = 'Send the command alone, without the Markdown fence (```) around it.';
  return about(found, 'The command is wrapped in a Markdown code fence', hint, ...fences);
}

function foreignComment(situation: Situation, found: Token): Complaint {
  const mark = /^(?:\/\*|--|#)/.exec(found.text)?.[0] ?? '';
  const edits = sameKind(situation, 'foreign-comment').map((token) => {
    const body = token.text
      .replace(/^(?:\/\*+|--+|#+)/, '')
      .replace(/\*\/$/, '')
      .trim();
    // What follows a block comment on its line would become part of the line comment.
    const end = token.text.startsWith('/*') ? '\n' : '';
    return replace(token, `// ${body.replace(/\s*\n\s*/g, '\n// ')}${end}`);
  });
  return about(found, `${mark} does not begin a comment`, 'Comments are // to the end of the line.', ...edits);
}

// ---------------------------------------------------------------- numbers and names

function badNumber(situation: Situation, found: Token): Complaint {
  if (situation.frame.kind === 'hops') return hopRange(situation, found);
  const value = Number(found.text.replaceAll('_', ''));
  const message = `${found.text} is not a number`;
  const hint = 'Numbers are JSON: 12, -3, 0.5, 1e6. Put anything else in double quotes.';
  if (!Number.isFinite(value)) return about(found, message, hint);
  const written = JSON.stringify(value);
  return about(found, message, `Write ${written}. ${hint}`, replace(found, written));
}

/** `{1..5}` and the like. */
function hopRange({ text, frame }: Situation, found: Token): Complaint {
  const from = frame.open?.from ?? found.from;
  const [whole, least, most] = /^\{\s*(\d+)\s*(?:\.+|-|:)\s*(\d*)\s*\}/.exec(text.slice(from)) ?? [];
  const message = `${found.text} is not a number of hops`;
  return whole
    ? instead(found, message, `{${least},${most}}`, { from, to: from + whole.length })
    : about(found, message, 'Hops are {1,5}, {2} or {1,}.');
}

/** Names that start with a digit (§2.8.1): KIP_1002 for variables and keys. */
function digitName({ tokens, index, before }: Situation, found: Token): Complaint {
  const { text } = found;
  if (text.startsWith('?')) {
    const written = `?_${text.slice(1)}`;
    const edits = tokens.filter((token) => token.text === text).map((token) => replace(token, written));
    const hint = `Names start with a letter or "_": write ${written}.`;
    return {
      ...about(found, `A variable cannot start with a digit: ${text}`, hint, ...edits),
      kind: 'invalidIdentifier',
    };
  }
  if (text.startsWith(':')) return digitPlaceholder(before, found);
  const written = asString(text);
  const next = tokens[index + 1];
  if (next?.text === ':' || next?.kind === 'placeholder') {
    const hint = `Put the key in double quotes: ${written}: …. Bare keys start with a letter or "_".`;
    const complaint = about(found, `A bare key cannot start with a digit: ${text}`, hint, replace(found, written));
    return { ...complaint, kind: 'invalidIdentifier' };
  }
  return instead(found, `${text} is neither a number nor a name`, written);
}

/** `C:12` without quotes, or a placeholder like `:1`. */
function digitPlaceholder(before: Token | undefined, found: Token): Complaint {
  if (before?.kind === 'word' && before.to === found.from) {
    const id = before.text + found.text;
    return instead({ from: before.from, to: found.to }, `The id ${id} stands without quotes`, asString(id));
  }
  const written = `:p${found.text.slice(1)}`;
  return instead(found, `A placeholder cannot start with a digit: ${found.text}`, written);
}

function foreignName({ before, frame }: Situation, found: Token): Complaint {
  const name = /\w+/.exec(found.text)?.[0] ?? 'name';
  // `$ConceptType` and `$self` are names of KIP itself, only their quotes are missing.
  if (/^\$(?:ConceptType|PropositionType|self|system)$/.test(found.text)) {
    return instead(found, `${found.text} stands without quotes`, asString(found.text));
  }
  const isVariable = before?.text === '(' && frame.kind === 'find';
  const written = isVariable ? `?${name}` : `:${name}`;
  return about(found, `${found.text} is not a placeholder of KIP`, placeholderHint(written), replace(found, written));
}

export function placeholderHint(written: string): string {
  return written.startsWith('?')
    ? `Variables start with "?": write ${written}.`
    : `Placeholders start with a colon: write ${written} and give "${written.slice(1)}" in "parameters".`;
}

// ---------------------------------------------------------------- signs

const WIDE = '，：；（）｛｝［］、。？！＝＜＞';
const ASCII = ',:;(){}[],.?!=<>';
const ENTITIES = table<string>({ '&gt;': '>', '&lt;': '<', '&amp;': '&', '&quot;': '"' });

/** Full-width signs, invisible characters, HTML entities, and quotes escaped as if inside a string. */
function wideSign(situation: Situation, found: Token): Complaint {
  const { text } = found;
  if (text === '\\') {
    const edits = [...situation.text.matchAll(/\\(?=")/g)].map(({ index }) => ({
      from: index,
      to: index + 1,
      insert: '',
    }));
    return about(
      found,
      'A backslash stands before a quote',
      'Send the command unescaped, without backslashes.',
      ...edits,
    );
  }
  const ascii = (sign: string): string => ENTITIES[sign] ?? ASCII.charAt(WIDE.indexOf(sign));
  const edits = sameKind(situation, 'wide').map((token) => replace(token, ascii(token.text) || ' '));
  const written = text.length === 1 && !WIDE.includes(text) ? '' : ascii(text);
  const what = text.startsWith('&') ? 'an HTML entity' : written ? 'a full-width sign' : 'an invisible character';
  return about(
    found,
    `${written ? text : 'This'} is ${what}`,
    written ? `Write ${written} instead of ${text}.` : 'Remove it.',
    ...edits,
  );
}
