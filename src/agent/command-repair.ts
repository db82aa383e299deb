// Commands as models write them when they think of the channel rather than the language: in a code fence, or escaped once too
// often. Only what cannot mean anything else is repaired; every other fault is the engine's to explain.

export interface Repaired {
  readonly command: string;
  /** What was repaired, for the model to learn from; undefined where nothing was. */
  readonly note?: string;
}

const FENCE = /^\s*```[a-z]*[ \t]*\n([\s\S]*?)\n?```\s*$/i;
const STRING = /"(?:[^"\\]|\\.)*"/g;

/** The command without fence and without a second layer of escapes. */
export function repairCommand(text: string): Repaired {
  const fenced = FENCE.exec(text);
  if (fenced) {
    const inner = repairCommand(fenced[1]!);
    return { command: inner.command, note: 'The command was taken out of its code fence; send it without one.' };
  }
  const unescaped = unescapeOnce(text);
  if (unescaped === undefined) return { command: text };
  return {
    command: unescaped,
    note: 'The command was escaped twice (\\" or \\n outside of a string); it was read with one layer of escapes removed.',
  };
}

/** KIP has no backslash outside of strings, so one there is an escape that was never undone. */
function unescapeOnce(text: string): string | undefined {
  const outside = text.replace(STRING, '""');
  if (!outside.includes('\\')) return undefined;
  try {
    const once = JSON.parse(`"${escapeBare(text)}"`) as string;
    return once.replace(STRING, '""').includes('\\') ? undefined : once;
  } catch {
    return undefined;
  }
}

/** Real line breaks, and quotes that are not escaped, beside escaped ones: kept as they are. */
function escapeBare(text: string): string {
  return text.replace(/\\[\s\S]|["\n\r\t]/g, (found) => {
    if (found.length > 1) return found;
    return found === '"' ? '\\"' : JSON.stringify(found).slice(1, -1);
  });
}
