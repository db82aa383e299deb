import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../worker/engine.ts';
import { embeddedModel } from '../testing/embedder.ts';
import { measure, MODES, openSet, type Figures, type Mode, type RetrievalSet } from './retrieval.ts';

const SET = JSON.parse(readFileSync('eval/memory-retrieval.json', 'utf8')) as RetrievalSet;
const MINUTES = 60_000;

describe('SEARCH with the model that comes with the app', () => {
  let engine: Engine;
  const pairs = {} as Record<Mode, Figures>;
  const others = {} as Record<Mode, Figures>;

  beforeAll(async () => {
    engine = await openSet(SET, 'as names', await embeddedModel());
    for (const mode of MODES) {
      pairs[mode] = await measure(engine, SET.pairs, mode);
      others[mode] = await measure(engine, SET.out_of_vocabulary, mode);
    }
  }, 5 * MINUTES);

  it('brings up what a question is about, though most share no word with it', () => {
    expect(pairs.hybrid.recall5).toBeGreaterThanOrEqual(0.86);
    expect(pairs.hybrid.meanReciprocalRank).toBeGreaterThanOrEqual(0.7);
  });

  it('brings up names, identifiers, misspellings and other scripts', () => {
    expect(others.hybrid.meanReciprocalRank).toBeGreaterThanOrEqual(0.85);
  });

  it('is better by meaning and words than by either alone', () => {
    const ofAll = (mode: Mode): number =>
      (pairs[mode].meanReciprocalRank * SET.pairs.length +
        others[mode].meanReciprocalRank * SET.out_of_vocabulary.length) /
      (SET.pairs.length + SET.out_of_vocabulary.length);
    for (const alone of ['keyword', 'semantic'] as const) {
      expect(ofAll('hybrid')).toBeGreaterThan(ofAll(alone));
      expect(others.hybrid.meanReciprocalRank).toBeGreaterThan(others[alone].meanReciprocalRank);
      // Where questions share no word with their answer, words cannot help; they must not harm by more than a rank.
      expect(pairs.hybrid.meanReciprocalRank).toBeGreaterThan(pairs[alone].meanReciprocalRank - 0.01);
    }
  });

  it.each([
    ['我喜欢深色模式', ['深色', '色', '模式']],
    ['大学生活动中心', ['大学', '活动']],
    ['東京タワーに行きました', ['タワー', '東京', 'きま']],
    ['비밀번호를 변경했습니다', ['비밀', '번호', '변경']],
  ])('finds parts of %s by words and in hybrid', async (text, parts) => {
    const command = 'UPSERT { CONCEPT ?m { {type: "Memory", name: :name} SET ATTRIBUTES { description: :text } } }';
    await engine.execute({ command, parameters: { name: `of ${text.length}`, text } });
    for (const mode of ['keyword', 'hybrid']) {
      for (const part of parts) {
        const { result } = await engine.execute({
          command: 'SEARCH CONCEPT :part MODE :mode LIMIT 3',
          parameters: { part, mode },
        });
        expect(result, `${part} by ${mode}`).toMatchObject([{ attributes: { description: text } }]);
      }
    }
  });
});
