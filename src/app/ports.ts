import type { Detail, EngineNote, Summary, Usage } from '../core/claims/summary.ts';
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

/** What was asked of a summary, so that it can be asked again. */
export type KeptRequest = {
  readonly detail: Detail;
  readonly language?: string;
  readonly focus?: string;
  /** How many of the newest messages were asked for, where it was a number. */
  readonly messages?: number;
  /** The range in the words it was asked in, where it was one. */
  readonly since?: string;
  /** The message whose thread was asked for, where it was one. */
  readonly threadOf?: { readonly channelId: string; readonly messageId: string };
};

/** A summary as it is kept: what it rests on, who asked for it, and where its messages stand. */
export type KeptSummary = {
  readonly summary: Summary;
  readonly request: KeptRequest;
  readonly requesterId: string;
  /** The server, or null for a direct message. */
  readonly guildId: string | null;
  /** The channel or thread that was read: who may read it may read the summary. */
  readonly channelId: string;
  /** An instant. */
  readonly createdAt: string;
  /** The message in which it was shared with everybody in its channel, where it was. */
  readonly sharedAs?: { readonly channelId: string; readonly messageId: string };
};

/** Keeps summaries for as long as they may be shown; what is older is gone. */
export type SummaryStore = {
  readonly put: (kept: KeptSummary) => Promise<void>;
  /** Null where there never was one, or no longer. */
  readonly get: (guildId: string | null, summaryId: string) => Promise<KeptSummary | null>;
  readonly remove: (guildId: string | null, summaryId: string) => Promise<void>;
  /** The servers of which something is or was kept. */
  readonly guildIds: () => Promise<readonly string[]>;
  /** Erases all that is kept of a server; how many summaries that were. */
  readonly eraseGuild: (guildId: string) => Promise<number>;
};

/** The zones that people say they live in, by person and by server. */
export type ZoneStore = {
  readonly get: (ownerId: string) => Promise<string | null>;
  /** Null forgets it. */
  readonly set: (ownerId: string, zone: string | null) => Promise<void>;
};

/** How many runs a person has begun on a day, kept over restarts. */
export type RunStore = {
  readonly get: (personId: string, day: string) => Promise<number>;
  readonly set: (personId: string, day: string, runs: number) => Promise<void>;
};
