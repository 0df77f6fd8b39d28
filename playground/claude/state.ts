import type { PromptCache } from './cache.ts';
import type { FaultBox } from './conditions/faults.ts';
import type { Pace } from './conditions/pace.ts';
import type { Random } from './conditions/random.ts';
import type { ScriptedJudge } from './judges/judge.ts';
import type { Batch } from './messages/batch.ts';
import type { ClaudeModel } from './models.ts';
import type { Writer } from './writers/writer.ts';

/** One request as it came over the wire, and what became of it. */
export type ReceivedRequest = {
  readonly id: string;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** Lower-case names; the key's value is left out. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed, or the text where it is no JSON; null for none. */
  readonly body: unknown;
  /** Null until something is answered. */
  readonly status: number | null;
  /** `left`: the client went away first; `cut`: this server broke off. */
  readonly outcome: 'open' | 'answered' | 'left' | 'cut';
};

/** What a running stand-in knows; all of it may be changed between calls. */
export type ClaudeState = {
  baseUrl: string;
  readonly apiKey: string;
  readonly now: () => number;
  readonly random: Random;
  readonly cache: PromptCache;
  readonly box: FaultBox;
  readonly requests: ReceivedRequest[];
  readonly batches: Map<string, Batch>;
  readonly batchMs: number;
  /** Aborted when the server closes. */
  readonly closing: AbortController;
  models: readonly ClaudeModel[];
  writer: Writer;
  judge: ScriptedJudge;
  pace: Pace;
};
