export interface CaseOutcome {
  readonly name: string;
  /** Empty where the case holds. */
  readonly why: string;
}
