// The report of a run: tables for people, bench.json for comparison with the next run.
import type { Verdict } from './goals.ts';

export interface OperationRow {
  readonly n: number;
  readonly op: string;
  /** Solutions of the first input; null for a write. */
  readonly rows: number | null;
  /** Milliseconds of the engine, of the hand-written SQL, and the median of their per-round quotients. */
  readonly median: number;
  readonly p95: number;
  readonly handMedian: number;
  readonly ratio: number;
  /** Both sides in units of a piece of work that is the same at every size. */
  readonly inFixedWork: number;
  readonly handInFixedWork: number;
  readonly goal: string;
  readonly pass: boolean;
  readonly missedBy: number;
}

export interface GoalRow extends Verdict {
  readonly n: number | null;
}

export interface BenchReport {
  readonly machine: Readonly<Record<string, string | number>>;
  readonly versions: Readonly<Record<string, string>>;
  readonly metric: string;
  readonly operations: readonly OperationRow[];
  readonly goals: readonly GoalRow[];
}

export function formatMs(ms: number): string {
  if (ms < 0.01) return ms.toFixed(4);
  if (ms < 1) return ms.toFixed(3);
  return ms < 100 ? ms.toFixed(2) : ms.toFixed(0);
}

/** A Markdown table; the first column is aligned left, the others right. */
function table(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const widths = header.map((title, i) => Math.max(title.length, ...rows.map((row) => String(row[i] ?? '').length)));
  const line = (cells: readonly (string | number)[]): string =>
    `| ${cells.map((cell, i) => (i ? String(cell).padStart(widths[i] ?? 0) : String(cell).padEnd(widths[i] ?? 0))).join(' | ')} |`;
  return [
    line(header),
    line(widths.map((width, i) => '-'.repeat(width - (i ? 1 : 0)) + (i ? ':' : ''))),
    ...rows.map(line),
  ].join('\n');
}

export function operationTable(operations: readonly OperationRow[]): string {
  const rows = operations.map((row) => [
    row.op,
    row.rows ?? '',
    formatMs(row.handMedian),
    formatMs(row.median),
    formatMs(row.p95),
    row.ratio.toFixed(2),
    row.goal,
    row.pass ? 'yes' : `NO, by ${(row.missedBy * 100).toFixed(0)} %`,
  ]);
  return table(['operation', 'rows', 'hand', 'engine', 'engine p95', 'engine/hand', 'goal', 'met'], rows);
}

export function goalTable(goals: readonly GoalRow[]): string {
  const rows = goals.map(({ n, goal, measured, pass }) => [goal, n ?? 'all', measured, pass ? 'yes' : 'NO']);
  return table(['goal', 'n', 'measured', 'met'], rows);
}

const MISSED_CLEARLY = 0.1;

/** What was missed by more than a tenth in this run and in the one before it. */
export function missedTwice(now: BenchReport, before: BenchReport | undefined): string[] {
  const missed = ({ operations, goals }: BenchReport): Set<string> =>
    new Set([
      ...operations.filter((row) => row.missedBy > MISSED_CLEARLY).map(({ op, n }) => `${op} at ${n}`),
      ...goals.filter((row) => row.missedBy > MISSED_CLEARLY).map(({ goal, n }) => `${goal} at ${n ?? 'all'}`),
    ]);
  const earlier = before ? missed(before) : new Set<string>();
  return [...missed(now)].filter((name) => earlier.has(name));
}
