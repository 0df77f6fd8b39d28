/**
 * The result of one check of the installation. `warning` and `problem` say what to do; only a problem prevents the bot
 * from working.
 */
export type Diagnosis = {
  readonly level: 'ok' | 'warning' | 'problem';
  /** What was checked, in one or two words. */
  readonly topic: string;
  /** Whole sentences without secrets. */
  readonly text: string;
};
