import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { CallFault, Fault } from '../conditions/faults.ts';
import { wait, waitForEnd } from '../conditions/pace.ts';
import { ClaudeError } from '../errors.ts';
import type { Call } from '../messages/call.ts';

/**
 * For an answer that was written to the socket. A clone, because a clone is Node's own `Response`: the library ignores this
 * mark on its lightweight ones, which it creates once another server has replaced the global `Response`.
 */
export const alreadySent = RESPONSE_ALREADY_SENT.clone();

const PAGE =
  '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n</body>\r\n</html>\r\n';

/** The response of the faults instead of the API's; null if the call continues. Throws the API's errors. */
export async function applyCallFaults(call: Call, faults: readonly Fault[]): Promise<Response | null> {
  for (const fault of faults) {
    switch (fault.kind) {
      case 'delay':
        await wait(fault.ms, call.signal);
        break;
      case 'status':
        throw toStatusError(fault);
      case 'spend-limit':
        throw spendLimit;
      case 'gateway-page': {
        const headers = { 'content-type': 'text/html' };
        return new Response(fault.html ?? PAGE, { status: fault.status, headers });
      }
      case 'drop':
        call.cut();
        return alreadySent;
      case 'hang':
        await waitForEnd(call.signal);
        return alreadySent;
      default:
        break;
    }
  }
  return null;
}

/** The organization's own limit is a 400, not a 429; its message says until when. */
const spendLimit = new ClaudeError(
  400,
  'You have reached your specified API usage limits. You will regain access on 2026-12-01 at 00:00 UTC.',
);

const messages: Readonly<Record<number, string>> = {
  400: 'The request is not valid.',
  401: 'API key is invalid.',
  402: 'There is a problem with the payment for this organization.',
  403: 'This API key may not use the resource.',
  404: 'Not found',
  408: 'The request took too long to arrive.',
  409: 'The resource was changed meanwhile.',
  413: 'Request exceeds the maximum size',
  429: 'This request would exceed a rate limit of your organization.',
  500: 'Internal server error',
  503: 'Service unavailable',
  504: 'The request timed out.',
  529: 'Overloaded',
};

/** The error of a fault, with the usual values of its status as defaults. */
function toStatusError(fault: Extract<CallFault, { readonly kind: 'status' }>): ClaudeError {
  const { status, type, details, retryAfterSeconds, headers = {} } = fault;
  return new ClaudeError(status, fault.message ?? messages[status] ?? `Status ${status}`, {
    ...(type !== undefined && { type }),
    ...(details && { details }),
    headers:
      retryAfterSeconds === undefined ? headers : { ...headers, 'retry-after': String(retryAfterSeconds) },
  });
}
