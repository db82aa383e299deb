// What a text must be to be looked at: at most so many UTF-8 bytes, brackets at most so deep, and well-formed Unicode.
import { describePosition, type Diagnostic } from './diagnostics.ts';

/** 4 MiB, in UTF-8 bytes. */
export const MAX_COMMAND_BYTES = 4 * 1024 * 1024;
/** How deep (), {} and [] may nest together. */
export const MAX_NESTING = 64;

/** The complaint about a text that is too long, nests too deep or is not Unicode; undefined for any other, valid or not. */
export function checkBudget(text: string): Diagnostic | undefined {
  if (text.length * 3 > MAX_COMMAND_BYTES && utf8Length(text) > MAX_COMMAND_BYTES) {
    return {
      kind: 'resourceExhausted',
      message: `The command is longer than ${MAX_COMMAND_BYTES / 1024 / 1024} MiB.`,
      hint: 'Split it into several commands, or import a large capsule through importCapsule.',
      fixes: [],
      from: 0,
      to: text.length,
    };
  }
  if (!isWellFormed(text)) return halfCharacter(text);
  const at = tooDeep(text);
  if (at === undefined) return undefined;
  return {
    kind: 'resourceExhausted',
    message: `Brackets nest deeper than ${MAX_NESTING} levels (${describePosition(text, at)}).`,
    hint: 'Flatten the structure, or store the deep value as a JSON string.',
    fixes: [],
    from: at,
    to: at + 1,
  };
}

/** Whether every surrogate has its other half, so that the text can be written as UTF-8. */
export function isWellFormed(text: string): boolean {
  return (text as string & { isWellFormed(): boolean }).isWellFormed();
}

function halfCharacter(text: string): Diagnostic {
  const from = /\p{Surrogate}/u.exec(text)?.index ?? 0;
  const escaped = `\\u${text.charCodeAt(from).toString(16)}`;
  return {
    kind: 'invalidSyntax',
    message: `Half of a character stands alone (${describePosition(text, from)}).`,
    hint: `Remove it, or write it as the escape ${escaped} inside a string.`,
    fixes: [{ title: 'Remove it', edits: [{ from, to: from + 1, insert: '' }] }],
    from,
    to: from + 1,
  };
}

/** Where the nesting passes the ceiling; strings and comments are not looked into. */
function tooDeep(text: string): number | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x28:
      case 0x5b:
      case 0x7b:
        if (++depth > MAX_NESTING) return at;
        break;
      case 0x29:
      case 0x5d:
      case 0x7d:
        depth--;
        break;
      case 0x22:
        at = stringEnd(text, at) - 1;
        break;
      case 0x2f:
        if (text.charCodeAt(at + 1) === 0x2f) at = lineEnd(text, at);
        break;
    }
  }
  return undefined;
}

/** The offset after the string that opens at `from`; an unterminated one ends with its line. */
export function stringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at++;
    else if (code === 0x22) return at + 1;
    else if (code === 0x0a) return at;
  }
  return text.length;
}

export function lineEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) !== 0x0a && text.charCodeAt(at) !== 0x0d) at++;
  return at;
}

function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x80) bytes++;
    // Half of a surrogate pair is two of the four bytes of its character.
    if (code >= 0x800 && (code < 0xd800 || code > 0xdfff)) bytes++;
  }
  return bytes;
}
