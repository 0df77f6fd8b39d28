import type { Middleware } from '@anthropic-ai/sdk/core/middleware';
import { type Failure, ForeignResponseError } from './failure.ts';
import type { Limits } from './limits.ts';

/** Aborts an answer that stalls or is endless: the SDK waits forever for the next byte and accepts any number of bytes. */
type IdleTimeout = {
  /** Aborts when the timeout gives up; `abortReason` says why. */
  readonly signal: AbortSignal;
  readonly abortReason: () => Failure | null;
  /** Sees all bytes of the answer, including the API's pings, which the SDK hides. */
  readonly middleware: Middleware;
  readonly end: () => void;
};

/** The body of an error is cut at these limits. */
const errorBody = { withinMs: 5_000, mostBytes: 64 * 1024 };

export function createIdleTimeout({ idleMs, mostBytes }: Pick<Limits, 'idleMs' | 'mostBytes'>): IdleTimeout {
  const gone = new AbortController();
  let reason: Failure | null = null;
  let timer: NodeJS.Timeout | undefined;
  const giveUp = (why: Failure) => {
    reason ??= why;
    gone.abort();
  };
  const touch = () => {
    clearTimeout(timer);
    timer = setTimeout(() => giveUp({ reason: 'stalled', isRetryable: true }), idleMs);
  };
  return {
    signal: gone.signal,
    abortReason: () => reason,
    middleware: async (request, next) => {
      const response = await next(request);
      if (!response.ok) return cutBody(response);
      const isStream = /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');
      if (!isStream || response.body === null) {
        await response.body?.cancel();
        throw new ForeignResponseError();
      }
      touch();
      let bytes = 0;
      const seen = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          touch();
          bytes += chunk.byteLength;
          if (bytes > mostBytes) giveUp({ reason: 'unreadable', isRetryable: false });
          else controller.enqueue(chunk);
        },
      });
      return toResponse(response.body.pipeThrough(seen), response);
    },
    end: () => clearTimeout(timer),
  };
}

/** Without the status text, which may contain characters that a new response rejects. */
function toResponse(
  body: ConstructorParameters<typeof Response>[0],
  { status, headers }: Response,
): Response {
  return new Response(body, { status, headers });
}

/** The part of an error's body that arrives in time, so that its status is always reported. */
async function cutBody(response: Response): Promise<Response> {
  const reader = response.body?.getReader();
  if (reader === undefined) return response;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const isLate = new Promise<null>(resolve => setTimeout(() => resolve(null), errorBody.withinMs).unref());
  while (bytes < errorBody.mostBytes) {
    const next = await Promise.race([reader.read(), isLate]);
    if (next === null || next.done) break;
    chunks.push(next.value);
    bytes += next.value.byteLength;
  }
  await reader.cancel();
  return toResponse(Buffer.concat(chunks), response);
}
