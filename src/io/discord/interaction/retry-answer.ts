import { setTimeout, setTimeout as sleep } from 'node:timers/promises';
import {
  type Client,
  DiscordAPIError,
  HTTPError,
  RateLimitError,
  RESTJSONErrorCodes,
  type RESTOptions,
} from 'discord.js';

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
export function isConnectionError(error: unknown): boolean {
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

/**
 * Runs `work` with retries while Discord fails. Each pause doubles, with jitter, or follows Discord's `Retry-After`.
 * Rejects with the last error.
 *
 * @param forMs How long to retry; by default, as long as Discord accepts answers.
 */
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

type MakeRequest = RESTOptions['makeRequest'];
type Answer = Awaited<ReturnType<MakeRequest>>;

/** Discord accepts the first answer to an interaction for 3 s; a later request is too late. */
const triedForMs = 2_500;
const firstCallbackPauseMs = 100;

/** Whether this is the first answer to an interaction. */
export const isCallback = (url: string) => /\/interactions\/\d+\/[^/]+\/callback(?:\?|$)/.test(url);

const isFollowUp = (url: string, method?: string) =>
  method === 'POST' && /\/webhooks\/\d+\/[^/?]+(?:\?|$)/.test(url);

/**
 * Sends a follow-up only once. Discord supports no nonce here, so after a failure it may have been posted; discord.js
 * would post it up to four times.
 */
export function withoutFollowUpRetries(send: MakeRequest): MakeRequest {
  return async (url, init) => {
    if (!isFollowUp(url, init.method)) return send(url, init);
    const answer = await send(url, init).catch((error: unknown) => {
      if (isConnectionError(error)) return null;
      throw error;
    });
    if (answer !== null && answer.status < 500) return answer;
    return giveUp(answer === null ? { ok: false, error: null } : { ok: true, answer }, url, init);
  };
}

/**
 * Sends the first answer to an interaction (a deferral, an update, a form, a reply or suggestions) until Discord
 * accepts it or the time is up. After an attempt with an unknown outcome, "already acknowledged" means success. Without
 * one, another process has answered, which is an error.
 *
 * discord.js would retry three times at once, and treat that answer as a failure.
 */
export function withCallbackRetries(send: MakeRequest): MakeRequest {
  return async (url, init) => {
    if (!isCallback(url)) return send(url, init);
    const untilMs = performance.now() + triedForMs;
    let mayBeTaken = false;
    for (let pauseMs = firstCallbackPauseMs; ; pauseMs *= 2) {
      const tried = await attempt(send, url, init);
      if (tried.ok) {
        const { answer } = tried;
        if (mayBeTaken && answer.status === 400) return toTaken(answer);
        if (answer.status < 500 && answer.status !== 429) return answer;
      }
      const waitMs = Math.max(pauseMs, tried.ok ? toRetryAfterMs(tried.answer) : 0);
      if (performance.now() + waitMs >= untilMs) return giveUp(tried, url, init);
      mayBeTaken ||= !tried.ok || tried.answer.status >= 500;
      await sleep(waitMs);
    }
  };
}

type Tried = { readonly ok: true; readonly answer: Answer } | { readonly ok: false; readonly error: unknown };

/** Only failures with an unknown outcome are returned; others are thrown. */
async function attempt(send: MakeRequest, url: string, init: Parameters<MakeRequest>[1]): Promise<Tried> {
  try {
    return { ok: true, answer: await send(url, init) };
  } catch (error) {
    if (init.signal?.aborted || !isConnectionError(error)) throw error;
    return { ok: false, error };
  }
}

/** Throws an error that discord.js does not retry. */
function giveUp(tried: Tried, url: string, { method = 'POST' }: Parameters<MakeRequest>[1]): Answer {
  if (tried.ok && tried.answer.status === 429) return tried.answer;
  const { status, statusText } = tried.ok ? tried.answer : { status: 504, statusText: 'no answer' };
  throw new HTTPError(status, statusText, method, url, { body: undefined, files: undefined });
}

/** The answer to a retry, with "already acknowledged" as success. */
async function toTaken(answer: Answer): Promise<Answer> {
  const body: unknown = await answer.json();
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : null;
  return code === RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged
    ? new Response(null, { status: 204 })
    : Response.json(body, { status: answer.status });
}

function toRetryAfterMs({ status, headers }: Answer): number {
  return status === 429 ? Number(headers.get('retry-after') ?? 0) * 1_000 : 0;
}
