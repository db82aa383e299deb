// Any text, any position: nothing throws, and what is picked fits.
import { type Completion, CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { describe, expect, it, vi } from 'vitest';
import { tokenize } from '../language/explain/tokens.ts';
import { randomCommand, randomFrom } from '../language/testing/random-command.ts';
import { completionSource } from './completion.ts';
import { Inspector } from './findings.ts';
import { drugs, Headless } from './fixture.ts';
import { explanationAt } from './hovering.ts';
import { definitionAt } from './navigation.ts';
import { statementAt, statementsOf } from './statements.ts';

vi.setConfig({ testTimeout: 60_000 });

const options = { schema: drugs, parameters: () => ({ name: 'Aspirin' }) };
const source = completionSource(options);

const brokenStrings = (text: string): number =>
  tokenize(text).filter(({ kind }) => kind === 'open-string' || kind === 'bad-string').length;

describe('every position of a command', () => {
  it('completes to a text whose quotes are as sound as before', async () => {
    for (let seed = 0; seed < 20; seed++) {
      const doc = randomCommand(randomFrom(seed)).slice(0, 300);
      const before = brokenStrings(doc);
      for (let pos = 0; pos <= doc.length; pos += 1 + (seed % 5)) {
        const state = EditorState.create({ doc });
        const result = await source(new CompletionContext(state, pos, true));
        for (const option of (result?.options ?? []).slice(0, 3)) {
          const editor = new Headless(state);
          (option.apply as (view: EditorView, option: Completion, from: number, to: number) => void)(
            editor as unknown as EditorView,
            option,
            result!.from,
            pos,
          );
          const after = editor.state.doc.toString();
          expect(brokenStrings(after), `${option.label} at ${pos} of ${doc}\n${after}`).toBeLessThanOrEqual(before);
          expect(after).toContain(option.label.startsWith('"') ? option.label : option.label.split(' ')[0]);
        }
      }
    }
  });
});

describe('any text', () => {
  it('is cut into statements that hold all of it, and answers every question', async () => {
    for (let seed = 0; seed < 60; seed++) {
      const random = randomFrom(seed);
      const command = randomCommand(random);
      const cut = random.below(command.length);
      const doc = `${command.slice(cut)}\n${command.slice(0, cut)}"?:.{(`;
      const state = EditorState.create({ doc });
      let end = 0;
      for (const { from, to } of statementsOf(state.doc)) {
        expect(doc.slice(end, from).replace(/\/\/.*|[\s\u00a0\ufeff]/g, '')).toBe('');
        end = to;
      }
      for (let pos = 0; pos <= doc.length; pos += 7) {
        statementAt(state, pos);
        definitionAt(state, pos);
        await explanationAt(state, pos, options);
        const result = await source(new CompletionContext(state, pos, seed % 2 === 0));
        if (result) expect(result.from).toBeLessThanOrEqual(pos);
      }
      for (const { from, to, repairs } of await new Inspector(options).inspect(state)) {
        expect(from).toBeLessThanOrEqual(to);
        expect(to).toBeLessThanOrEqual(doc.length);
        for (const { edits } of repairs) state.update({ changes: [...edits] });
      }
    }
  });
});
