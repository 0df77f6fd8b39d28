import type { ClaimKind } from '../../../src/core/claims/kind.ts';
import type { Line } from '../../core/talk.ts';

/** A statement that holds, with the lines it rests on; the whole line is quoted where no words are given. */
export type OwnClaim = {
  readonly text: string;
  readonly cites: readonly (number | readonly [number, string])[];
  readonly kind?: ClaimKind;
  readonly owner?: string;
  readonly due?: string;
};

/** A conversation written for measuring, and what may rightly be said of it. It begins on Monday 9 March 2026, 09:00 UTC. */
export type OwnTalk = {
  readonly id: string;
  readonly language: string;
  readonly lines: readonly Line[];
  readonly claims: readonly OwnClaim[];
};
