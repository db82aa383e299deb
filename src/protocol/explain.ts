// How a statement is answered: the SQL it became, SQLite's plan for it, and where the time goes.

/** Milliseconds of one request inside the engine, without the way to and from it. */
export interface Timings {
  /** Reading the text and, for FIND, compiling it; near 0 where the shape of the text was known already. */
  readonly parseMs: number;
  /** SQLite at work, and the making of the answer around it. */
  readonly runMs: number;
  /** Writing the commit; 0 for what only reads. */
  readonly commitMs: number;
  /** All of it, with what is between these. */
  readonly totalMs: number;
  /** Words answered a SEARCH in place of meaning, since its model was too slow or broke. */
  readonly searchedByWords?: true;
}

/** One step of SQLite's plan and the steps inside it. */
export interface PlanStep {
  /** As SQLite says it: "SEARCH c USING INDEX concepts_type_name (type=? AND name=?)". */
  readonly detail: string;
  /** In plain words: "Looks up concepts by type and name, through an index." */
  readonly words: string;
  /** Rows that the step walks over each time it runs, where it reads a whole table; absent where an index leads to the rows. */
  readonly rows?: number;
  readonly steps: readonly PlanStep[];
}

/** The SQL of a statement, and how SQLite goes about it. */
export interface ExplainedSql {
  /** What it is for: "the whole answer", "the elements that WHERE selects". */
  readonly purpose: string;
  readonly sql: string;
  /** Values of the parameters ?1, ?2, …, with bytes given as their number. */
  readonly parameters: readonly (string | number | null)[];
  readonly plan: readonly PlanStep[];
  /** Rows that came back. For FIND that is 1: the answer is made inside SQLite. */
  readonly rows: number;
  /** Turning SQL text into SQLite's program, which is kept and used again. */
  readonly prepareMs: number;
  readonly runMs: number;
}

/** How a command is read, and what it becomes. */
export interface Explanation {
  /** "FIND", "SEARCH", "UPDATE", … */
  readonly statement: string;
  /** Whether the statement itself ran, or only the part of it that reads: nothing is ever written. */
  readonly ran: 'whole' | 'where';
  /** In the order they ran. */
  readonly sql: readonly ExplainedSql[];
  /** Rows of the answer, or elements that WHERE selects. */
  readonly rows: number;
  readonly timings: {
    readonly parseMs: number;
    readonly compileMs: number;
    readonly prepareMs: number;
    readonly runMs: number;
    /** Making the answer's text out of what SQLite gave. */
    readonly answerMs: number;
    readonly totalMs: number;
  };
}
