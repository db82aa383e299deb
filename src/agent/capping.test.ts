import { beforeAll, describe, expect, it } from 'vitest';
import { openAgentNexus, type TestNexus } from '../../testing/agent-nexus.ts';
import type { KipResponse } from '../protocol/response.ts';
import { HeldAnswers } from './held-answers.ts';
import { kipTools, type ToolAnswer } from './kip-tools.ts';
import { findWidth } from './statement-kind.ts';

const MAX = 3000;

describe('answers too long for a context window', () => {
  let nexus: TestNexus;
  beforeAll(async () => {
    nexus = await openAgentNexus('UPSERT { CONCEPT ?t { {type: "$ConceptType", name: "Note"} } }');
    const blocks = Array.from({ length: 120 }, (_, i) => {
      const long = i === 40 ? 'long "text" \\ \u{1f600} '.repeat(900) : `text ${i}`;
      return `CONCEPT ?n${i} { {type: "Note", name: "note ${String(i).padStart(3, '0')}"} SET ATTRIBUTES { body: ${JSON.stringify(long)}, tags: ["a", "b"] } }`;
    });
    const { error } = await nexus.execute({ command: `UPSERT { ${blocks.join('\n')} }` });
    expect(error).toBeUndefined();
  });

  /** Every part of an answer, each checked for its size. */
  async function readAll(args: object): Promise<ToolAnswer[]> {
    const { execute_kip_readonly: tool } = kipTools(nexus, { readonly: true, maxChars: MAX });
    const parts = [await tool.execute(args)];
    for (let more = parts[0]!.more; more?.cursor !== undefined; more = parts.at(-1)!.more) {
      const again = await tool.execute({ cursor: more.cursor });
      expect(await tool.execute({ cursor: more.cursor })).toEqual(again);
      parts.push(again);
    }
    for (const part of parts) {
      expect(JSON.stringify(part).length).toBeLessThanOrEqual(MAX);
      expect(part.error).toBeUndefined();
    }
    return parts;
  }

  it('are handed out by rows, all of them, and say so', async () => {
    const command = 'FIND(?n.name) WHERE { ?n {type: "Note"} } ORDER BY ?n.name';
    const { result } = await nexus.executeReadonly({ command: `${command} LIMIT 100` });
    const parts = await readAll({ command: `${command} LIMIT 100` });
    expect(parts.flatMap((part) => part.result as unknown[])).toEqual(result);
    const short = await readAll({ command: `${command} LIMIT 10` });
    expect(short).toHaveLength(1);
    expect(short[0]).not.toHaveProperty('more');
  });

  it('keep the columns of a table together, and its cursor for the end', async () => {
    const command = 'FIND(?n.name, ?n.attributes.tags, ?n.id) WHERE { ?n {type: "Note"} } ORDER BY ?n.name LIMIT 110';
    const whole = await nexus.executeReadonly({ command });
    const parts = await readAll({ command });
    expect(parts.length).toBeGreaterThan(1);
    for (const { result } of parts)
      expect(new Set((result as unknown[][]).map((column) => column.length)).size).toBe(1);
    for (const column of [0, 1, 2]) {
      expect(parts.flatMap(({ result }) => (result as unknown[][])[column]!)).toEqual(
        (whole.result as unknown[][])[column],
      );
    }
    expect(parts[0]!.more!.shown).toMatch(/^rows 1–\d+ of 110$/);
    expect(parts.slice(0, -1).some((part) => part.next_cursor)).toBe(false);
    expect(parts.at(-1)!.next_cursor).toBe(whole.next_cursor);
  });

  it('cut inside of a row only where a row is longer than a part', async () => {
    const command = 'FIND(?n) WHERE { ?n {type: "Note"} } ORDER BY ?n.name';
    const { result } = await nexus.executeReadonly({ command });
    const parts = await readAll({ command });
    const rows: unknown[] = [];
    let text = '';
    for (const part of parts) {
      if (part.result_text !== undefined) text += part.result_text;
      else {
        if (text !== '') rows.push(JSON.parse(text));
        text = '';
        rows.push(...(part.result as unknown[]));
      }
    }
    expect(rows).toEqual(result);
    expect(parts.find((part) => part.result_text)!.more!.shown).toMatch(
      /^characters 1–\d+ of \d+ of row 41, as JSON text$/,
    );
  });

  it('that are no list are handed out as text', async () => {
    const command = 'EXPORT ?n WHERE { ?n {type: "Note"} }';
    const { result } = await nexus.executeReadonly({ command });
    const parts = await readAll({ command });
    expect(JSON.parse(parts.map((part) => part.result_text).join(''))).toEqual(result);
  });

  it('of a batch come in order, each whole or in parts', async () => {
    const commands = [
      'DESCRIBE DOMAINS',
      'FIND(?n.name, ?n.id) WHERE { ?n {type: "Note"} } ORDER BY ?n.name',
      'FIND(?n.name) WHERE { ?n {type: "Nothing"} }',
      'FIND(?n.name) WHERE { ?n {type: "Note"} } LIMIT 3',
    ];
    const whole = (await nexus.executeReadonly({ commands })).result as unknown as KipResponse[];
    const parts = await readAll({ commands });
    const flat = parts.flatMap((part) => part.result as unknown as KipResponse[]);
    expect(flat[0]).toEqual(whole[0]);
    expect(flat.at(-1)).toEqual(whole.at(-1));
    expect(flat.at(-2)).toEqual(whole.at(-2));
    const names = flat.slice(1, -2).flatMap((answer) => (answer.result as unknown[][])[0]!);
    expect(names).toEqual((whole[1]!.result as unknown[][])[0]);
    expect(parts[0]!.more!.shown).toMatch(/^answers? 1–1 of 4; answer 2 of 4: rows 1–\d+ of 120$/);
  });

  it('refuses a size nothing useful fits in', () => {
    expect(() => kipTools(nexus, { maxChars: 10 })).toThrow(/at least 1000/);
  });

  it('lets go of the oldest, and says when an answer is too long to hold', () => {
    const held = new HeldAnswers(1000);
    const big = (length: number) => ({ result: Array.from({ length }, (_, i) => `row ${i} ${'x'.repeat(100)}`) });
    const request = { command: 'FIND(?x) WHERE { ?x {type: "Note"} }' };
    const first = held.cap(big(20_000), request).more!.cursor!;
    expect(held.read(first).more!.shown).toMatch(/^rows \d+–\d+ of 20000$/);
    held.cap(big(20_000), request);
    expect(() => held.read(first)).toThrow(/No answer is held/);
    const { more } = held.cap(big(50_000), request);
    expect(more).not.toHaveProperty('cursor');
    expect(more!.how).toContain('too many to hold');
  });

  it('counts the expressions of a FIND', () => {
    expect(findWidth('FIND(?a.x) WHERE { ?a {name: ","} }')).toBe(1);
    expect(findWidth('// FIND(a, b)\nFIND( ?a, // one, two\n COUNT(DISTINCT ?b), ?c ) WHERE {}')).toBe(3);
    expect(findWidth('SEARCH CONCEPT "a, b"')).toBe(0);
  });
});
