// The examples of the help: wrong ones bring the code they stand for, right ones run.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openEngine } from '../../../testing/node-door.ts';
import { ERROR_CODES, type ErrorKind } from '../../protocol/errors.ts';
import { CARD } from './card.ts';
import { ERROR_HELP } from './error-help.ts';

async function openDrugs() {
  const engine = await openEngine();
  const text = readFileSync(new URL('../learn/worlds/drugs.kip', import.meta.url), 'utf8');
  for (const command of text.split(/^(?=UPSERT)/m).filter((part) => part.startsWith('UPSERT'))) {
    expect((await engine.execute({ command })).error).toBeUndefined();
  }
  return engine;
}

const KINDS = Object.keys(ERROR_CODES) as ErrorKind[];

describe('help for errors', () => {
  it.each(KINDS.filter((kind) => kind !== 'internal'))(
    '%s: the wrong command brings it, the right one runs',
    async (kind) => {
      const { wrong, right, difference } = ERROR_HELP[kind];
      expect(difference).toBeDefined();
      const engine = await openDrugs();
      const bad = await engine.execute(
        { parameters: {}, ...wrong! },
        { deadlineMs: kind === 'executionTimeout' ? 100 : 10_000 },
      );
      expect(bad.error?.code).toBe(ERROR_CODES[kind]);
      const good = await engine.execute({ parameters: {}, ...right! });
      expect(good.error).toBeUndefined();
      expect(JSON.stringify(good.result)).not.toBe('[]');
    },
  );

  it('has no command for a fault of the engine, since none brings it', () => {
    expect(ERROR_HELP.internal.wrong).toBeUndefined();
  });
});

describe('the card', () => {
  const statement = (section: string, text: string): string => {
    if (section === 'Patterns') return `FIND(COUNT(${/\?\w+/.exec(text)![0]})) WHERE { ${text} }`;
    return section === 'Where' ? `FIND(?drug.name) WHERE { ?drug {type: "Drug"} ${text} }` : text;
  };

  it.each(CARD.flatMap(({ title, entries }) => entries.map((entry) => [entry.text, title] as const)))(
    '%s',
    async (text, section) => {
      const engine = await openDrugs();
      const { error, result } = await engine.execute({ command: statement(section, text) });
      expect(error).toBeUndefined();
      expect([0, '[]', '0', '{}']).not.toContain(typeof result === 'number' ? result : JSON.stringify(result));
    },
  );
});
