import { setTimeout } from 'node:timers/promises';
import {
  type Client,
  RESTJSONErrorCodes as Codes,
  DiscordAPIError,
  HTTPError,
  RateLimitError,
} from 'discord.js';
import type { Row } from '../../../render/embed/message-body.ts';

/** Why a person gets no answer, in a sentence for them: an expected outcome, not a failure. */
export class Refusal extends Error {
  readonly components: readonly Row[];

  constructor(sentence: string, components: readonly Row[] = []) {
    super(sentence);
    this.name = 'Refusal';
    this.components = components;
  }
}

/** A Discord object that does not exist or that the bot may not see. */
export type Unavailable = 'gone' | 'hidden';

const unavailableCodes: ReadonlyMap<string | number, Unavailable> = new Map<string | number, Unavailable>([
  [Codes.UnknownChannel, 'gone'],
  [Codes.UnknownGuild, 'gone'],
  [Codes.UnknownMember, 'gone'],
  [Codes.UnknownUser, 'gone'],
  [Codes.UnknownMessage, 'gone'],
  [Codes.MissingAccess, 'hidden'],
  [Codes.MissingPermissions, 'hidden'],
]);

/** Resolves to the reason if Discord refuses in an expected way; rejects on any other failure. */
export async function orUnavailable<T>(request: Promise<T>): Promise<T | Unavailable> {
  try {
    return await request;
  } catch (error) {
    const unavailable = error instanceof DiscordAPIError ? unavailableCodes.get(error.code) : undefined;
    if (unavailable === undefined) throw error;
    return unavailable;
  }
}

/** Discord accepts edits of an answer and follow-ups for 15 minutes. */
export const answerLifeMs = 15 * 60_000;
const firstPauseMs = 500;
const longestPauseMs = 30_000;

/** Whether the same request may succeed later: Discord failed, did not answer, or is limiting the rate. */
export function isTemporary(error: unknown): boolean {
  const isServerError = error instanceof DiscordAPIError && Number(error.status) >= 500;
  return (
    isServerError || error instanceof HTTPError || error instanceof RateLimitError || isConnectionError(error)
  );
}

const connectionCodes =
  /^(?:UND_ERR_\w+|ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH)$/;

/** Whether a request ended without an answer: no connection, a broken one, or a timeout. */
export function isConnectionError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  return error.name === 'AbortError' || (typeof code === 'string' && connectionCodes.test(code));
}

const closings = new WeakMap<Client, AbortController>();

function toClosing(client: Client): AbortController {
  const closing = closings.get(client) ?? new AbortController();
  closings.set(client, closing);
  return closing;
}

/** Turns retries off, because the process is stopping. */
export function stopRetries(client: Client): void {
  toClosing(client).abort();
}

/** Runs `work` with retries while Discord fails, with growing pauses or its `Retry-After`; by default as long as answers are accepted. */
export async function retryWhileTemporary<Result>(
  client: Client,
  work: () => Promise<Result>,
  forMs = answerLifeMs,
): Promise<Result> {
  const { signal } = toClosing(client);
  const untilMs = performance.now() + forMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await work();
    } catch (error) {
      const askedMs = error instanceof RateLimitError ? Math.max(error.retryAfter, error.timeToReset) : 0;
      const waitMs = Math.max(askedMs, pauseMs * (0.5 + Math.random()));
      if (!isTemporary(error) || signal.aborted || performance.now() + waitMs > untilMs) throw error;
      // Rejects only when the bot stops: one more attempt follows at once.
      await setTimeout(waitMs, undefined, { signal }).catch(() => {});
      // The client was destroyed without a shutdown, like a killed process.
      if (client.token === null) throw error;
    }
  }
}
