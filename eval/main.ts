// npm run eval: the table of docs/embeddings.md. Every set, written down in every style, searched in every mode.
import { readFileSync } from 'node:fs';
import { loadEmbeddedModel } from '../node/embedded-model.ts';
import { measure, MODES, openSet, STYLES, type Figures, type RetrievalSet, type Style } from './retrieval.ts';

const SETS = ['memory-retrieval', 'second-set', 'third-set'];
const HEADER = `${'set'.padEnd(18)}${'written'.padEnd(17)}${'mode'.padEnd(10)}pairs: r@1   r@5   MRR     out of vocabulary: r@1   r@5   MRR`;

/** @param models the folder that holds the model's folder */
export async function main(models: string): Promise<void> {
  const model = await loadEmbeddedModel(models);
  console.log(`${model.profile.label}; recall at 1 and 5, mean reciprocal rank\n\n${HEADER}`);
  for (const name of SETS) {
    const set = JSON.parse(readFileSync(`eval/${name}.json`, 'utf8')) as RetrievalSet;
    for (const style of Object.keys(STYLES) as Style[]) {
      const engine = await openSet(set, style, model);
      for (const mode of MODES) {
        const pairs = await measure(engine, set.pairs, mode);
        const others = await measure(engine, set.out_of_vocabulary, mode);
        const place = name.padEnd(18) + style.padEnd(17) + mode.padEnd(10);
        console.log(`${place}${' '.repeat(7)}${print(pairs)}${' '.repeat(22)}${print(others)}`);
      }
      engine.close();
    }
  }
}

function print({ recall1, recall5, meanReciprocalRank }: Figures): string {
  return [recall1, recall5, meanReciprocalRank].map((figure) => figure.toFixed(3)).join(' ');
}
