import { beforeAll, describe, expect, it } from 'vitest';
import { openNodeDoor } from '../testing/node-door.ts';
import { startSuite, type Suite } from './runner.ts';
import { kip1Suites, mistakeSuites } from './suites.ts';

it('the matcher holds its own examples', () => import('./kip1/match.test.mjs'));

describe.each([...kip1Suites, ...mistakeSuites])('$name', (suite: Suite) => {
  const run = startSuite(suite, openNodeDoor);
  beforeAll(() => run.setUp());

  it.each([...suite.cases])('$id ($section): $title', async (testCase) => {
    const { why } = await run.run(testCase);
    expect(why, JSON.stringify(testCase.request)).toBe('');
  });
});
