import type { MergedClaim } from '../../core/prompt/merge.ts';
import type { Window } from '../../core/windows/window.ts';
import type { Logger } from '../../log.ts';
import type { Engine, EngineReport, EngineRequest } from '../ports.ts';

export type WindowRequest = EngineRequest & { readonly window: Window };

export type MergeRequest = EngineRequest & {
  readonly claims: readonly MergedClaim[];
  readonly words: number;
  /** The last merge is the summary; those before it only shorten what it reads. */
  readonly isLast: boolean;
};

type Write<Request> = (
  request: Request,
  onClaim: (claim: unknown) => void,
  signal: AbortSignal,
) => Promise<EngineReport>;

/** Writes about a long conversation part by part. Both work like `Engine.draft`; how many calls run at once is theirs. */
export type WindowWriter = { readonly draft: Write<WindowRequest>; readonly merge: Write<MergeRequest> };

export type LongLimits = {
  /** Longer evidence is read in windows; in tokens, as `estimateMessage` counts them. */
  readonly longFrom: number;
  /** The longest window in tokens, unless one message is longer. */
  readonly window: number;
  /** The input of one merge: this share of the evidence's tokens, within these bounds. Larger inputs are merged in groups first. */
  readonly merged: { readonly least: number; readonly share: number; readonly most: number };
  /** How many windows, or merged groups, are merged at once. */
  readonly group: number;
  /** How often a failed window is retried after all others. */
  readonly rounds: number;
  /** The time limit for all windows, in milliseconds; unread windows are left out and named. */
  readonly windowsMs: number;
};

export const defaultLongLimits: LongLimits = {
  longFrom: 90_000,
  // Even at one token per character, the longest window is below the price step of the small model (100,000 tokens).
  window: 12_000,
  merged: { least: 12_000, share: 0.025, most: 60_000 },
  group: 5,
  rounds: 2,
  windowsMs: 600_000,
};

export type LongParts = {
  readonly short: Engine;
  readonly writer: WindowWriter;
  readonly log: Logger;
  readonly limits?: LongLimits;
};
