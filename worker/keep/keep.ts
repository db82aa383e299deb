// What backups, restoring and damaged files need; loaded with the first of them.
export { readImage } from '../store/image.ts';
export { openChecked } from './check-image.ts';
export { salvageFile } from './salvage.ts';
