import { createMiddleware } from 'hono/factory';
import { withDeadline } from '../../deadline.ts';
import type { ApiEnv } from './authenticate.ts';
import { refuse, toProblem } from './problem.ts';

const maxBodyBytes = 32 * 2 ** 20;
/**
 * JSON of this size is parsed and refused within 50 ms, even if it consists of brackets or unknown fields. Only bodies
 * that a worker thread reads may be larger.
 */
const maxJsonBytes = 64 * 2 ** 10;
const maxBytesByPath: Readonly<Record<string, number>> = {
  '/whatsapp/chats': maxBodyBytes,
  // Parsed, it takes several times as much memory.
  '/check': maxBodyBytes / 4,
};
/** Of all requests that are being read or answered. */
const maxBytesAtOnce = 2 * maxBodyBytes;
/** Of all requests with one token, so that it cannot use the whole limit. */
const maxBytesOfToken = maxBodyBytes;
/** A body up to this size is always read, so that large uploads do not lock out other requests. */
const smallBytes = 64 * 2 ** 10;

type BodyLimits = {
  /** How long nothing may arrive before the end of a body. */
  readonly stallMs?: number;
  /** How long a body may take from its beginning to its end: a slow one uses the limit too. */
  readonly bodyMs?: number;
};

/**
 * Reads the bodies of requests, and refuses those that are too slow or too large, alone or together with others. Comes
 * after `authenticate`.
 */
export function limitBodies({ stallMs = 15_000, bodyMs = 120_000 }: BodyLimits = {}) {
  let held = 0;
  const heldByToken = new Map<string, number>();
  const hold = (tokenId: string, bytes: number) => {
    held += bytes;
    const own = (heldByToken.get(tokenId) ?? 0) + bytes;
    if (own > 0) heldByToken.set(tokenId, own);
    else heldByToken.delete(tokenId);
    return own;
  };
  return createMiddleware<ApiEnv>(async (context, next) => {
    const { body } = context.req.raw;
    if (body === null) return next();
    const maxBytes = maxBytesByPath[context.req.path] ?? maxJsonBytes;
    const tooLarge = () =>
      refuse(context, toProblem(413, 'too_large', `The body is larger than ${toSize(maxBytes)}. Send less.`));
    const tooSlow = (detail: string) =>
      refuse(context, toProblem(408, 'incomplete', detail), { connection: 'close' });
    const length = Number(context.req.header('content-length') ?? 0);
    if (length > maxBytes) return tooLarge();
    const { tokenId } = context.get('caller');
    const endsAt = performance.now() + bodyMs;
    // Is not canceled: that would close the connection before the answer.
    const reader = body.getReader();
    const pieces = createPieces(length);
    let bytes = 0;
    try {
      for (;;) {
        const leftMs = Math.max(endsAt - performance.now(), 0);
        // Also fails when the client leaves, who then gets no answer.
        const read = await withDeadline(reader.read(), Math.min(stallMs, leftMs)).catch(() => null);
        if (read === null)
          return leftMs < stallMs
            ? tooSlow(
                `The upload took longer than ${bodyMs / 1_000} s. Send less, or over a faster connection.`,
              )
            : tooSlow('The upload stopped before its end. Send the request again.');
        if (read.done) break;
        bytes += read.value.length;
        const own = hold(tokenId, read.value.length);
        if (bytes > maxBytes) return tooLarge();
        if (bytes > smallBytes && own > maxBytesOfToken)
          return refuse(
            context,
            toProblem(
              429,
              'rate_limited',
              'Too much is being uploaded with this token at once. Send the request again later.',
            ),
            { 'retry-after': '10' },
          );
        if (bytes > smallBytes && held > maxBytesAtOnce)
          return refuse(
            context,
            toProblem(
              503,
              'unavailable',
              'Too much is being uploaded at once. Send the request again later.',
            ),
            { 'retry-after': '10' },
          );
        pieces.add(read.value);
      }
      // Hono reads bodies from this cache; a new Request would copy the bytes several times.
      Object.assign(context.req.bodyCache, { arrayBuffer: Promise.resolve(pieces.toBuffer()) });
      await next();
    } finally {
      hold(tokenId, -bytes);
    }
  });
}

function toSize(bytes: number): string {
  return bytes < 2 ** 20 ? `${bytes / 2 ** 10} KB` : `${bytes / 2 ** 20} MB`;
}

/** Collects a body in one buffer: joining 32 MB at the end would block the event loop. */
function createPieces(length: number) {
  let all = new Uint8Array(length);
  let bytes = 0;
  return {
    add: (piece: Uint8Array) => {
      if (bytes + piece.length > all.length) {
        const larger = new Uint8Array(Math.max(2 * all.length, bytes + piece.length));
        larger.set(all.subarray(0, bytes));
        all = larger;
      }
      all.set(piece, bytes);
      bytes += piece.length;
    },
    toBuffer: (): ArrayBuffer => (bytes === all.length ? all.buffer : all.slice(0, bytes).buffer),
  };
}
