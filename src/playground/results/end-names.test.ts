import { expect, test } from 'vitest';
import type { Json } from '../../protocol/values.ts';
import { EndNames } from './end-names.ts';

const drug = { id: 'C:20', type: 'Drug', name: 'Aspirin', attributes: {}, metadata: {} };
const symptom = { ...drug, id: 'C:21', type: 'Symptom', name: 'Headache' };
const treats = { id: 'P:22', subject: 'C:20', predicate: 'treats', object: 'C:21', attributes: {}, metadata: {} };
const stated = { ...treats, id: 'P:23', subject: 'C:20', predicate: 'stated', object: 'P:22' };

/** A memory that answers with these elements, and keeps which ids it was asked for. */
function memoryOf(...elements: readonly { id: string }[]) {
  const asked: Json[] = [];
  const executeReadonly = (request: object) => {
    const { commands } = request as { commands: readonly { parameters: { id: string } }[] };
    const result = commands.map(({ parameters: { id } }) => {
      asked.push(id);
      return { result: elements.filter((element) => element.id === id) };
    });
    return Promise.resolve({ result } as never);
  };
  return { asked, executeReadonly };
}

test('the ends of links get their names from the rows, and from the memory what is not in them', async () => {
  const names = new EndNames();
  names.meet([drug, treats]);
  names.meet([stated]);
  expect([names.get('C:20'), names.get('C:21'), names.get('P:22')]).toEqual(['Aspirin', 'C:21', '(treats)']);
  const memory = memoryOf(symptom);
  let told = 0;
  await names.ask(memory, new AbortController().signal, () => told++);
  expect(memory.asked).toEqual(['C:21']);
  expect(names.get('C:21')).toBe('Headache');
  expect(told).toBe(1);
});

test('an end that cannot be read keeps its id', async () => {
  const names = new EndNames();
  names.meet([treats]);
  await names.ask(memoryOf(drug), new AbortController().signal, () => undefined);
  expect([names.get('C:20'), names.get('C:21')]).toEqual(['Aspirin', 'C:21']);
});
