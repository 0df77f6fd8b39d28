import { budgetAnswer } from './budget.ts';
import { engineeringAnswer, loadTestAnswer } from './engineering.ts';
import { ideaAnswers, languagesAnswer, leadsAnswer, supportAnswer, trailsAnswer } from './others.ts';
import type { RecordedAnswer } from './recorded-answer.ts';

/** An answer for each sample conversation. */
export const recordedAnswers: readonly RecordedAnswer[] = [
  engineeringAnswer,
  loadTestAnswer,
  budgetAnswer,
  languagesAnswer,
  supportAnswer,
  leadsAnswer,
  trailsAnswer,
  ...ideaAnswers,
];
