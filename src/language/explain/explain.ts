// Why a text does not parse: the first place at which no statement can go on, and what to write instead.
import { describePosition, type Diagnostic } from '../diagnostics.ts';
import type { Dialect } from '../dialect.ts';

export function explainSyntax(text: string, dialect: Dialect): Diagnostic[] {
  const from = faultPosition(text, dialect);
  const found = from >= text.length ? 'the text ends' : `found ${JSON.stringify(text.slice(from, from + 20))}`;
  return [
    {
      kind: 'invalidSyntax',
      message: `Unexpected input: ${found} (${describePosition(text, from)}).`,
      hint: 'Check brackets, keyword spelling (upper case) and the order of the parts.',
      fixes: [],
      from,
      to: Math.min(text.length, from + 1),
    },
  ];
}

function faultPosition(text: string, dialect: Dialect): number {
  try {
    dialect.strictParser.parse(text);
    return text.length;
  } catch (error) {
    return Number(/\d+$/.exec(String(error))?.[0] ?? 0);
  }
}
