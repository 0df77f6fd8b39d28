import { createMiddleware } from 'hono/factory';
import { withDeadline } from '../../deadline.ts';
import { refuse, toProblem } from './problem.ts';

const maxBodyBytes = 32 * 2 ** 20;
/** Of all requests that are being read or answered. */
const maxBytesAtOnce = 2 * maxBodyBytes;
/** A body up to this size is always read, so that large uploads do not lock out other requests. */
const smallBytes = 64 * 2 ** 10;
const defaultStallMs = 15_000;

/**
 * Reads the bodies of requests, and refuses those that stall or are too large, alone or together with others.
 *
 * @param stallMs How long nothing may arrive before the end of a body.
 */
export function limitBodies(stallMs = defaultStallMs) {
  let held = 0;
  return createMiddleware(async (context, next) => {
    const { body } = context.req.raw;
    if (body === null) return next();
    const tooLarge = () =>
      refuse(
        context,
        toProblem(413, 'too_large', `The body is larger than ${maxBodyBytes / 2 ** 20} MB. Send less.`),
      );
    if (Number(context.req.header('content-length') ?? 0) > maxBodyBytes) return tooLarge();
    // Is not canceled: that would close the connection before the answer.
    const reader = body.getReader();
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    try {
      for (;;) {
        // Also fails when the client leaves, who then gets no answer.
        const read = await withDeadline(reader.read(), stallMs).catch(() => null);
        if (read === null)
          return refuse(
            context,
            toProblem(408, 'incomplete', 'The upload stopped before its end. Send the request again.'),
            { connection: 'close' },
          );
        if (read.done) break;
        bytes += read.value.length;
        held += read.value.length;
        if (bytes > maxBodyBytes) return tooLarge();
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
        pieces.push(read.value);
      }
      context.req.raw = new Request(context.req.raw, { body: Buffer.concat(pieces) });
      await next();
    } finally {
      held -= bytes;
    }
  });
}
