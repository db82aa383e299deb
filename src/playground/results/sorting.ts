// The order of cells when a person sorts a column. Kinds are kept apart, numbers before texts, so that 10 stands above 9 and not
// among the words; what is empty stands at the end in either direction.
import type { Cell } from './table.ts';

export interface SortKey {
  readonly column: number;
  readonly direction: 'ascending' | 'descending';
}

const collator = new Intl.Collator('en', { numeric: true });

function rank(cell: Cell): number {
  if (cell === undefined || cell === null) return 4;
  if (typeof cell === 'number') return 0;
  if (typeof cell === 'string') return 1;
  return typeof cell === 'boolean' ? 2 : 3;
}

/** What a cell is compared by: an element by its name. */
function comparable(cell: Cell): Cell {
  if (typeof cell !== 'object' || cell === null || Array.isArray(cell)) return cell;
  const { name, predicate } = cell as { name?: Cell; predicate?: Cell };
  if (typeof name === 'string') return name;
  return typeof predicate === 'string' ? predicate : cell;
}

function compareSame(a: Cell, b: Cell): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  return collator.compare(JSON.stringify(a) ?? '', JSON.stringify(b) ?? '');
}

/** The indexes of the cells in order; equal ones keep theirs. */
export function sortedIndexes(cells: readonly Cell[], direction: SortKey['direction']): number[] {
  const keys = cells.map(comparable);
  const ranks = keys.map(rank);
  const sign = direction === 'ascending' ? 1 : -1;
  return cells
    .map((_, index) => index)
    .sort((a, b) => {
      const [rankA, rankB] = [ranks[a]!, ranks[b]!];
      if (rankA === 4 || rankB === 4) return rankA - rankB || a - b;
      return sign * (rankA - rankB || compareSame(keys[a], keys[b])) || a - b;
    });
}
