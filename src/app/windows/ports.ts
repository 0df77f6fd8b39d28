import type { EvidenceMessage } from '../../core/conversation/evidence.ts';
import type { MergedClaim } from '../../core/prompt/merge.ts';
import type { Window } from '../../core/windows/window.ts';
import type { DraftedClaim } from '../../core/windows/window-draft.ts';
import type { EngineReport, EngineRequest } from '../ports.ts';

export type WindowRequest = EngineRequest & { readonly window: Window };

export type MergeRequest = EngineRequest & {
  readonly claims: readonly MergedClaim[];
  /** How many claims to write at most. */
  readonly most: number;
  /** The last merge is the summary; those before it only shorten what it reads. */
  readonly isLast: boolean;
};

/** Writes about a long conversation part by part. Both work like `Engine.draft`; how many calls run at once is theirs. */
export type WindowWriter = {
  /** All that drafts depend on beside the window: models, prompts, schema. */
  readonly toVersion: (request: EngineRequest) => string;
  /** How many tokens messages have in a prompt for each that we estimate. */
  readonly toTokenScale: (
    request: EngineRequest,
    sample: readonly EvidenceMessage[],
    signal: AbortSignal,
  ) => Promise<number>;
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

/** What a model wrote about one window, or made of the claims of several. */
export type WindowDraft = {
  readonly claims: readonly DraftedClaim[];
  /** The ids of the messages that it cites, of their authors, channels and threads: with one of these it is forgotten. */
  readonly sources: readonly string[];
  /** An instant, from before the messages were sent to the model. */
  readonly createdAt: string;
};

/**
 * Keeps drafts of windows as long as summaries, so that an unchanged window costs nothing. A draft holds the claims and
 * quotes of a model, and of the messages nothing else.
 */
export type WindowDraftStore = {
  /** Those of one key each, in the same order; null for what is not kept. */
  readonly get: (guildId: string, keys: readonly string[]) => Promise<readonly (WindowDraft | null)[]>;
  /** Keeps nothing that rests on what was forgotten since, or shortly before, the draft was made. */
  readonly put: (guildId: string, key: string, draft: WindowDraft) => Promise<void>;
  /** Erases all drafts of a server that rest on any of these. */
  readonly forget: (guildId: string, ids: readonly string[]) => Promise<void>;
  /** Erases all drafts that cite somebody's messages, in all servers. */
  readonly forgetPerson: (personId: string) => Promise<void>;
};
