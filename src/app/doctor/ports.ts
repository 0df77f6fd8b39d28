/** What a check of the installation found. `note` needs no action; `problem` says what to do. */
export type Diagnosis = {
  readonly level: 'ok' | 'note' | 'problem';
  /** What was checked, in one or two words. */
  readonly topic: string;
  /** Whole sentences without secrets. */
  readonly text: string;
};
