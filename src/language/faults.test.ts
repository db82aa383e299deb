// cases/faults.txt lists faulty commands with what is said about each. To add one, write the command followed by a line
// `  ?`, run with -u, and read what comes out.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { kip1 } from './dialect.ts';
import { applies, type Case, explainKnown, knownCases } from './explain/cases.ts';
import { firstFault } from './explain/explain.ts';
import { mendingNamed } from './mend/mend.ts';
import { applyEdits } from './mend/mended-text.ts';
import { parse } from './parse.ts';

const FILE = './cases/faults.txt';
const golden = readFileSync(new URL(FILE, import.meta.url), 'utf8');

interface Entry {
  readonly heading: string;
  readonly source: string;
}

function entriesOf(text: string): Entry[] {
  return text
    .split(/\n\n(?=\S|$)/)
    .filter((block) => block.trim() !== '')
    .map((block) => {
      const lines = block.replace(/^\n+|\n+$/g, '').split('\n');
      const heading = lines[0]?.startsWith('=== ') ? (lines.shift() ?? '') : '';
      const end = lines.findIndex((line) => /^ {2}[?^!>=]/.test(line));
      return { heading, source: lines.slice(0, end < 0 ? undefined : end).join('\n') };
    });
}

const onOneLine = (text: string): string => text.replaceAll('\n', '⏎');

function render({ heading, source }: Entry): string {
  const { diagnostics } = parse(source);
  const [first, ...others] = diagnostics;
  const lines = [...(heading ? [heading] : []), source];
  if (!first) return [...lines, '  ? nothing is wrong'].join('\n');
  const kind = first.kind === 'invalidSyntax' ? '' : `${first.kind}: `;
  lines.push(
    `  ^ ${onOneLine(source.slice(first.from, first.to))}`,
    `  ! ${kind}${first.message}`,
    `  > ${first.hint}`,
  );
  for (const fix of first.fixes) lines.push(`  = ${onOneLine(applyEdits(source, fix.edits))}`);
  if (others.length > 0) lines.push(`  + ${others.map(({ message }) => message).join(' ')}`);
  return lines.join('\n');
}

describe('faults (§ appendix 4, KIP_1001 and its kin)', { timeout: 60_000 }, () => {
  const entries = entriesOf(golden);

  it('says what is wrong, where, and what to write instead', async () => {
    await expect(`${entries.map(render).join('\n\n')}\n`).toMatchFileSnapshot(FILE);
  });

  it('finds a fault in each of them', () => {
    for (const { source } of entries) expect(parse(source).diagnostics, source).not.toEqual([]);
  });

  it('reaches every row of the table of known faults', () => {
    const reached = new Set<Case>();
    for (const { source } of entries) {
      const fault = firstFault(source, kip1);
      const row = fault && knownCases().find((candidate) => applies(candidate, fault.situation));
      if (row && explainKnown(fault.situation)?.message === fault.complaint.message) reached.add(row);
    }
    expect(knownCases().filter((row) => !reached.has(row))).toEqual([]);
  });

  it('names only repairs that there are', () => {
    for (const { mend } of knownCases()) if (/^\w/.test(mend)) expect(mendingNamed(mend), mend).toBeDefined();
  });

  it('proposes only repairs that remove the fault', () => {
    for (const { source } of entries) {
      const [first] = parse(source).diagnostics;
      for (const fix of first?.fixes ?? []) {
        const next = parse(applyEdits(source, fix.edits)).diagnostics[0];
        expect(next?.message, `${source}\n${fix.title}`).not.toBe(first?.message);
      }
    }
  });
});
