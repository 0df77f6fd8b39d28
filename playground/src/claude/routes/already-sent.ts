import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';

/**
 * For an answer that was written to the socket. A clone, because a clone is Node's own `Response`: the library ignores this
 * mark on its lightweight ones, which it creates once another server has replaced the global `Response`.
 */
export const alreadySent = RESPONSE_ALREADY_SENT.clone();
