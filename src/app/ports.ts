import type { Judgement } from '../core/claims/judgement.ts';
import type { EngineNote, EngineReason, JudgeFault, Usage } from '../core/claims/summary.ts';
import type { Evidence, PositionRange } from '../core/conversation/evidence.ts';
import type { Conversation } from '../core/conversation/message.ts';
import type { PromptRequest } from '../core/prompt/answer.ts';
import type { CompareTask, Comparison } from '../core/prompt/compare.ts';
import type { JudgedClaim } from '../core/prompt/judge.ts';
import type { FailingClaim } from '../core/prompt/repair.ts';
import type { RewordTask } from '../core/prompt/reword.ts';
import type { Payer } from './usage/ports.ts';
import type { WorkerTasks } from './worker-tasks.ts';

/** A conversation read from somewhere, with a sentence for every kind of thing that could not be read. */
export type ReadResult = {
  readonly conversation: Conversation;
  /** Most important first. */
  readonly notices: readonly string[];
};

export type EngineRequest = PromptRequest & {
  readonly evidence: Evidence;
  /** The languages that the conversation is held in, most spoken first; empty if unknown. */
  readonly spoken: readonly string[];
  /** Whether a message was deleted since it was read: what cites it is not sent on. */
  readonly isGone?: ((messageId: string) => boolean) | undefined;
  /** Without it, calls count only for the bot as a whole. */
  readonly payer?: Payer | undefined;
  /** Nobody waits for it: other calls go first. */
  readonly isBackground?: boolean | undefined;
};

export type EngineReport = {
  readonly engine: EngineNote;
  /** What it cost, also after a failure; null if the engine counts nothing. */
  readonly usage: Usage | null;
  /** What kept the draft from being complete; null where it is. */
  readonly failure: EngineReason | null;
  /** Messages that were not, or not wholly, summarized although the draft is complete otherwise. */
  readonly unsummarized?: readonly PositionRange[];
};

/** Claims that did not hold, to be written once more over the messages that they may rest on. */
export type RepairRequest = EngineRequest & {
  readonly failing: readonly FailingClaim[];
  readonly positions: ReadonlySet<number>;
};

/** Other wordings of a question, for searches, and what they cost; none after a failure. */
export type Rewording = { readonly wordings: readonly string[]; readonly usage: Usage | null };

/** What is said of a claim beside its words: a preview shows what comes, and is not part of the draft. */
type ClaimStage = 'preview';

/** Turns evidence into a draft. Claims come as they are written, also malformed ones. Rejects only if aborted, or for a bug of ours. */
export type Engine = {
  readonly name: string;
  /** Code selects quotes, no model writes. */
  readonly writesQuotes?: true;
  readonly seesPictures?: boolean;
  /** Where the evidence of long conversations is prepared; without them, in the process that asks. */
  readonly workers?: WorkerTasks | undefined;
  /** The size of the windows that it cuts long conversations into, if it does. */
  readonly windows?: number;
  readonly draft: (
    request: EngineRequest,
    onClaim: (claim: unknown, stage?: ClaimStage) => void,
    signal: AbortSignal,
  ) => Promise<EngineReport>;
  /** Writes claims once more: `continues` of the matter of each is the number of the one that failed, from 1. Otherwise as `draft`. */
  readonly repair?: (
    request: RepairRequest,
    onClaim: (claim: unknown) => void,
    signal: AbortSignal,
  ) => Promise<EngineReport>;
  /** Words a question in other ways, where the engine can. Rejects only with the signal's reason, or for a fault of ours. */
  readonly reword?: (
    request: RewordTask & Pick<EngineRequest, 'payer'>,
    signal: AbortSignal,
  ) => Promise<Rewording>;
};

/** `language` is that in which the judge says what is missing. */
export type JudgeRequest = Pick<
  EngineRequest,
  'evidence' | 'language' | 'zone' | 'payer' | 'isBackground'
> & {
  readonly claims: readonly JudgedClaim[];
  readonly positions: ReadonlySet<number>;
  readonly isUncited?: boolean | undefined;
};

export type JudgeReport = {
  /** One for each claim, in their order; null where the answer has none for it. */
  readonly judgements: readonly (Judgement | null)[];
  readonly usage: Usage | null;
  /** Why there is no answer; null where there is one. */
  readonly failure: EngineReason | null;
};

/** A second model that says whether messages support claims. Failures and aborts are in the report, with the usage until then. */
export type Judge = {
  readonly model: string;
  readonly fault?: JudgeFault | undefined;
  readonly judge: (request: JudgeRequest, signal: AbortSignal) => Promise<JudgeReport>;
  /** Says how a decision relates to earlier ones; without it, only code compares them. */
  readonly compare?: (request: CompareRequest, signal: AbortSignal) => Promise<CompareReport>;
};

/** A grade of the judge at one place: the shares of wrong claims caught and of true ones hurt. */
export type StoredGrade = { readonly place: string; readonly caught: number; readonly hurt: number };

export type CompareRequest = CompareTask & Pick<EngineRequest, 'evidence' | 'payer'>;

export type CompareReport = {
  /** In no order; an earlier decision may be missing. */
  readonly comparisons: readonly Comparison[];
  /** Why there is no answer; null where there is one. */
  readonly failure: EngineReason | null;
};

/** What time it is. It can be set forward or back while Footnote runs. */
export type Clock = {
  readonly now: () => string;
  /** Resolves at this instant or later, also if the clock is set forward or back meanwhile. Rejects with the signal's reason. */
  readonly sleepUntil: (instant: string, signal: AbortSignal) => Promise<void>;
};
