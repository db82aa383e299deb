// What looks into a request instead of executing it; loaded with the first such question.
export { explain } from './explain.ts';
export { preview } from './preview.ts';
export { readsOf } from './reads.ts';
