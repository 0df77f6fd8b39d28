import type { Random } from '../random.ts';
import type { PromptCache } from './cache.ts';
import type { FaultBox } from './conditions/faults.ts';
import type { Lack } from './conditions/lacks.ts';
import type { Pace } from './conditions/pace.ts';
import type { createRateLimiter } from './conditions/rate-limit.ts';
import type { ClaudeModel } from './models.ts';

/** One received request and its outcome. */
export type ReceivedRequest = {
  readonly id: string;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** Lower-case names; without the key's value. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed, or the text if it is not JSON; null if there is none. */
  readonly body: unknown;
  /** Null until there is an answer. */
  readonly status: number | null;
  /** `left`: the client disconnected first; `cut`: the server did. */
  readonly outcome: 'open' | 'answered' | 'left' | 'cut';
};

/** A request as the program that plays the model gets it. */
export type ReceivedPrompt = {
  readonly model: string;
  readonly system: string;
  /** The text blocks of the user's turns, in order. */
  readonly blocks: readonly string[];
  /** All blocks, separated by newlines. */
  readonly text: string;
  /** The schema that the answer must follow; null for free text. */
  readonly schema: unknown;
  readonly maxTokens: number;
};

/** Plays the model: the text that answers a prompt; null to refuse it. */
export type AnswerPrompt = (prompt: ReceivedPrompt) => string | null | Promise<string | null>;

/** The state of a running stand-in; all of it may be changed between calls. */
export type ClaudeState = {
  baseUrl: string;
  readonly apiKey: string;
  readonly now: () => number;
  readonly random: Random;
  readonly cache: PromptCache;
  readonly box: FaultBox;
  readonly requests: ReceivedRequest[];
  /** Aborted when the server closes. */
  readonly closing: AbortController;
  models: readonly ClaudeModel[];
  answer: AnswerPrompt;
  readonly routeOf: (schema: unknown) => string | null;
  pace: Pace;
  readonly rateLimiter: ReturnType<typeof createRateLimiter>;
  readonly lacks: readonly Lack[];
};
