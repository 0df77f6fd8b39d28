import type { MergedClaim } from '../../core/prompt/merge.ts';
import type { Window } from '../../core/windows/window.ts';
import type { WindowDraft } from '../../core/windows/window-draft.ts';
import type { DerivedStore } from '../again/ports.ts';
import type { EngineReport, EngineRequest } from '../ports.ts';

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

/** Keeps drafts of windows, so that an unchanged window costs nothing. */
export type WindowDraftStore = DerivedStore<WindowDraft>;
