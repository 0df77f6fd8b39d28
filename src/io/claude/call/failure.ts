import Anthropic from '@anthropic-ai/sdk';
import type { EngineReason } from '../../../core/claims/summary.ts';

/** Why a call failed, what may be said of it in a log, and whether it may go better the next time. */
export type Failure = {
  readonly reason: EngineReason;
  /** May be repeated at once or after a wait. */
  readonly isRetryable: boolean;
  /** It was not the Claude API that answered. */
  readonly isForeign?: true;
  /** How long the API asks to wait. */
  readonly waitMs?: number;
  readonly status?: number;
  readonly type?: string;
  readonly code?: string;
  readonly requestId?: string;
};

type Verdict = Pick<Failure, 'reason' | 'isRetryable' | 'isForeign'>;

const passing = (reason: EngineReason): Verdict => ({ reason, isRetryable: true });
const lasting = (reason: EngineReason): Verdict => ({ reason, isRetryable: false });

/** By status, as docs.claude.com/en/api/errors has them; 409 is a lock that somebody else holds for a moment. */
const byStatus: Readonly<Record<number, Verdict>> = {
  401: lasting('key_refused'),
  402: lasting('unpaid'),
  403: lasting('not_allowed'),
  404: lasting('model_gone'),
  408: passing('timed_out'),
  409: passing('service_failed'),
  413: lasting('too_long'),
  429: passing('rate_limited'),
  529: passing('overloaded'),
};

/** An error inside a stream has no status. */
const byType: Readonly<Record<string, Verdict>> = {
  overloaded_error: passing('overloaded'),
  rate_limit_error: passing('rate_limited'),
  timeout_error: passing('timed_out'),
  authentication_error: lasting('key_refused'),
  permission_error: lasting('not_allowed'),
  billing_error: lasting('unpaid'),
};

/** Something else answers at that address; a retry changes nothing. */
const foreign = { ...lasting('unreachable'), isForeign: true } as const;

/** What something between us and the API may answer as well. */
const passingStatuses = new Set([408, 409, 413, 429]);

const spendLimitCodes = new Set([
  'enforced_spend_limit_reached',
  'contract_spend_limit_reached',
  'linked_organization_spend_limit_reached',
]);

/** An answer that no Claude gives: a page, or a body in place of a stream. */
export class ForeignResponseError extends Error {
  constructor() {
    super('what answered is not the Claude API');
    this.name = 'ForeignResponseError';
  }
}

/** What an error of the SDK, or of the connection under it, means. */
export function toFailure(error: unknown): Failure {
  if (error instanceof ForeignResponseError) return foreign;
  if (error instanceof Anthropic.APIConnectionTimeoutError) return passing('timed_out');
  if (error instanceof Anthropic.APIConnectionError) return passing('unreachable');
  if (!(error instanceof Anthropic.APIError)) return passing('broken_off');
  const { status, type, errorCode, requestID, headers } = error;
  const waitMs = headers instanceof Headers ? toRetryAfterMs(headers) : null;
  const obeyed = headers instanceof Headers && headers.get('x-should-retry') === 'false';
  const verdict = toVerdict(error);
  return {
    ...verdict,
    ...(obeyed && { isRetryable: false }),
    ...(waitMs !== null && { waitMs }),
    ...(status !== undefined && { status }),
    ...(type && { type }),
    ...(errorCode && { code: errorCode }),
    ...(requestID && { requestId: requestID }),
  };
}

function toVerdict({
  status,
  type,
  errorCode,
  apiMessage,
}: InstanceType<typeof Anthropic.APIError>): Verdict {
  if (errorCode !== null && spendLimitCodes.has(errorCode)) return lasting('spend_limit');
  if (status !== undefined && type === null && status < 500 && !passingStatuses.has(status)) return foreign;
  if (status === undefined) return byType[type ?? ''] ?? passing('broken_off');
  // These have no code of their own; the words are those of the API's documentation.
  if (status === 400 && /\bAPI usage limits\b/i.test(apiMessage ?? '')) return lasting('spend_limit');
  if (status === 400 && /\bcredit balance\b/i.test(apiMessage ?? '')) return lasting('unpaid');
  if (status === 400 && /\bprompt is too long\b|\bcontext (?:window|limit)\b/i.test(apiMessage ?? ''))
    return lasting('too_long');
  return byStatus[status] ?? (status >= 500 ? passing('service_failed') : lasting('request_refused'));
}

/** `retry-after` in seconds or as a date; null where it is not given or not readable. */
export function toRetryAfterMs(headers: Headers): number | null {
  const given = headers.get('retry-after');
  if (given === null) return null;
  const seconds = Number(given);
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(given) - Date.now();
  return Number.isFinite(waitMs) && waitMs >= 0 ? waitMs : null;
}
