import type { VerifiedClaim } from '../../core/claims/claim.ts';
import type { Usage } from '../../core/claims/summary.ts';
import type { EvidenceMessage } from '../../core/conversation/evidence.ts';
import type { MergedClaim } from '../../core/prompt/merge.ts';
import type { Verifier } from '../../core/verify/verifier.ts';
import type { WindowSize } from '../../core/windows/cut.ts';
import type { GroupSize } from '../../core/windows/merge.ts';
import type { Window, WindowDraft } from '../../core/windows/window.ts';
import type { Logger } from '../../log.ts';
import type { Engine, EngineReport, EngineRequest } from '../ports.ts';

export type WindowRequest = EngineRequest & { readonly window: Window };

export type MergeRequest = EngineRequest & {
  readonly claims: readonly MergedClaim[];
  /** The most words of all claims together. */
  readonly words: number;
  /** The last merge is the summary; those before it only shorten what it reads. */
  readonly isLast: boolean;
};

/** Writes about a long conversation part by part. Both work like `Engine.draft`; how many calls run at once is theirs. */
export type WindowWriter = {
  /** All that drafts depend on beside the window: models, prompts, schema. */
  readonly toVersion: (request: EngineRequest) => string;
  readonly draft: (
    request: WindowRequest,
    onClaim: (claim: unknown) => void,
    signal: AbortSignal,
  ) => Promise<EngineReport>;
  readonly merge: (
    request: MergeRequest,
    onClaim: (claim: unknown) => void,
    signal: AbortSignal,
  ) => Promise<EngineReport>;
};

/** Keeps drafts of windows as long as summaries, by a hash of all that each depends on. */
export type WindowDraftStore = {
  /** In the order of the keys; null for what is not kept. */
  readonly get: (guildId: string, keys: readonly string[]) => Promise<readonly (WindowDraft | null)[]>;
  /** Keeps a draft, unless what it rests on was forgotten since, or shortly before, it was made. */
  readonly put: (guildId: string, key: string, draft: WindowDraft) => Promise<void>;
  /** Erases the drafts of a server that rest on any of these. */
  readonly forget: (guildId: string, ids: readonly string[]) => Promise<void>;
  /** Erases what rests on somebody's messages, in all servers. */
  readonly forgetPerson: (personId: string) => Promise<void>;
};

export type LongLimits = {
  /** Longer evidence is read in windows; in tokens, as `estimateMessage` counts them. */
  readonly longFrom: number;
  readonly window: WindowSize;
  /**
   * The input of one merge: this share of the evidence's tokens, within these bounds. Larger inputs are merged in
   * groups first.
   */
  readonly merged: { readonly least: number; readonly share: number; readonly most: number };
  readonly group: GroupSize;
  /** How often a failed window is retried after all others. */
  readonly rounds: number;
  /** The time limit for all windows, in milliseconds; unread windows are left out and named. */
  readonly windowsMs: number;
};

export const defaultLongLimits: LongLimits = {
  longFrom: 90_000,
  // Even at one token per character, the longest window is below the price step of the small model (100,000 tokens).
  window: { spacing: 4_000, most: 16_000 },
  merged: { least: 12_000, share: 0.025, most: 60_000 },
  group: { least: 4, most: 6 },
  rounds: 2,
  windowsMs: 600_000,
};

export type LongParts = {
  /** Drafts what one call can read. */
  readonly short: Engine;
  readonly writer: WindowWriter;
  /** Keeps drafts of windows, so that an unchanged window costs nothing. */
  readonly drafts?: WindowDraftStore | undefined;
  /** Hexadecimal. */
  readonly hash: (text: string) => string;
  /** The time as an ISO instant. */
  readonly now: () => string;
  readonly log: Logger;
  readonly limits?: LongLimits;
};

/** The state of one draft of a long conversation. */
export type LongDraftState = LongParts & {
  readonly limits: LongLimits;
  readonly verifier: Verifier;
  readonly byId: ReadonlyMap<string, EvidenceMessage>;
  /** Adds the usage of a call. */
  readonly onUsage: (usage: Usage | null) => void;
};

/** Proven claims about one or more windows; `key` is a hash of what they were made from. */
export type MergedPart = { readonly key: string; readonly claims: readonly VerifiedClaim[] };
