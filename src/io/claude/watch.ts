import type { Middleware } from '@anthropic-ai/sdk/core/middleware';

/** Ends an answer that stands still: the SDK waits for the next byte for ever. */
export type Watch = {
  /** Aborts once no byte has come for too long. */
  readonly signal: AbortSignal;
  /** Sees the bytes of the answer, the API's pings among them, which the SDK keeps to itself. */
  readonly middleware: Middleware;
  readonly end: () => void;
};

export function createWatch(idleMs: number): Watch {
  const idle = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const touch = () => {
    clearTimeout(timer);
    timer = setTimeout(() => idle.abort(), idleMs);
  };
  return {
    signal: idle.signal,
    middleware: async (request, next) => {
      const response = await next(request);
      if (!response.ok || response.body === null) return response;
      touch();
      const seen = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          touch();
          controller.enqueue(chunk);
        },
      });
      return new Response(response.body.pipeThrough(seen), response);
    },
    end: () => clearTimeout(timer),
  };
}
