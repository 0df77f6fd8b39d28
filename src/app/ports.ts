import type { Detail, EngineNote, Usage } from '../core/claims/summary.ts';
import type { Evidence } from '../core/conversation/evidence.ts';
import type { Conversation } from '../core/conversation/message.ts';

/** A sentence for the person who asked about something that could not be read. */
export type ReadNotice = string;

/** A conversation read from somewhere, with a sentence for every kind of thing that could not be read. */
export type ReadResult = {
  readonly conversation: Conversation;
  /** Most important first. */
  readonly notices: readonly ReadNotice[];
};

export type EngineRequest = {
  readonly evidence: Evidence;
  readonly detail: Detail;
  /** The BCP 47 tag of the language to write in. */
  readonly language: string;
  /** The languages that the conversation is held in, most spoken first; empty where that cannot be told. */
  readonly spoken: readonly string[];
  readonly zone: string;
  readonly focus?: string;
};

/** Claims as an engine wrote them: whatever they are, they are parsed and verified one by one. */
export type EngineDraft = {
  readonly claims: readonly unknown[];
  readonly engine: EngineNote;
  readonly usage: Usage | null;
};

/** Turns evidence into a draft. */
export type Engine = {
  readonly draft: (request: EngineRequest, signal: AbortSignal) => Promise<EngineDraft>;
};
