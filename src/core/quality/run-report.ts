/** The parts of a run that are measured. Proofs are checked while claims are being written. */
export const steps = ['read', 'draft', 'proofs', 'judge', 'repair', 'render'] as const;
export type Step = (typeof steps)[number];

export type StepReport = {
  readonly durationMs: number;
  /** Null if unknown. */
  readonly costUsd: number | null;
};

/** What a run has taken so far. */
export type RunReport = {
  /** Steps that did not happen are missing. */
  readonly steps: Partial<Readonly<Record<Step, StepReport>>>;
  /** How many claims the repair replaced. */
  readonly repaired: number;
};
