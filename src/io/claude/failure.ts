import Anthropic from '@anthropic-ai/sdk';
import type { EngineReason, Usage } from '../../core/claims/summary.ts';
import type { Logger } from '../../log.ts';

/** A part of a request that an endpoint does not know. */
type Refused = 'format' | 'output_config' | 'thinking' | 'caching' | 'tools';

export type AnswerFailure = { readonly reason: EngineReason; readonly refused?: Refused };

/** Why a call failed, details for the log, and whether a retry may help. */
export type Failure = {
  readonly reason: EngineReason;
  /** May be repeated at once or after a wait. */
  readonly isRetryable: boolean;
  /** It was not the Claude API that answered. */
  readonly isForeign?: true;
  readonly refused?: Refused;
  readonly waitMs?: number;
  readonly status?: number;
  readonly type?: string;
  readonly code?: string;
  readonly requestId?: string;
};

type FailureKind = Pick<Failure, 'reason' | 'isRetryable' | 'isForeign'>;

const passing = (reason: EngineReason): FailureKind => ({ reason, isRetryable: true });
const lasting = (reason: EngineReason): FailureKind => ({ reason, isRetryable: false });

/** By status, as docs.claude.com/en/api/errors has them; 409 is a short lock. */
const byStatus: Readonly<Record<number, FailureKind>> = {
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
const byType: Readonly<Record<string, FailureKind>> = {
  overloaded_error: passing('overloaded'),
  rate_limit_error: passing('rate_limited'),
  timeout_error: passing('timed_out'),
  authentication_error: lasting('key_refused'),
  permission_error: lasting('not_allowed'),
  billing_error: lasting('unpaid'),
};

/** Something else answers at that address; a retry changes nothing. */
const foreign = { ...lasting('unreachable'), isForeign: true } as const;

/** Statuses that a proxy before the API may answer too. */
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

/** Converts an error of the SDK, or of its connection. */
export function toFailure(error: unknown): Failure {
  if (error instanceof ForeignResponseError) return foreign;
  if (error instanceof Anthropic.APIConnectionTimeoutError) return passing('timed_out');
  if (error instanceof Anthropic.APIConnectionError) return passing('unreachable');
  if (!(error instanceof Anthropic.APIError)) return passing('broken_off');
  const { status, type, errorCode, requestID, headers } = error;
  const waitMs = headers instanceof Headers ? parseRetryAfterMs(headers) : null;
  const obeyed = headers instanceof Headers && headers.get('x-should-retry') === 'false';
  const refused =
    error.status !== undefined && refusingStatuses.has(error.status)
      ? refusals.find(([, words]) => words.test(error.message))?.[0]
      : undefined;
  const kind = refused ? { ...lasting('request_refused'), refused } : classifyError(error);
  return {
    ...kind,
    ...(obeyed && { isRetryable: false }),
    ...(waitMs !== null && { waitMs }),
    ...(status !== undefined && { status }),
    ...(type && { type }),
    ...(errorCode && { code: errorCode }),
    ...(requestID && { requestId: requestID }),
  };
}

/** The words of such refusals; each server has its own, but all name what they do not know. */
const refusals: readonly (readonly [Refused, RegExp])[] = [
  ['format', /output_config\.format|json_schema|output_format|structured output/i],
  ['thinking', /\beffort\b|\bthinking\b/i],
  ['output_config', /output_config/],
  ['caching', /cache_control/],
  ['tools', /\btools?\b|tool_choice/i],
];

/** Statuses of a request that is not understood; llama.cpp answers 500 to tools without `--jinja`. */
const refusingStatuses = new Set([400, 422, 500, 501]);

function classifyError({
  status,
  type,
  errorCode,
  apiMessage,
}: InstanceType<typeof Anthropic.APIError>): FailureKind {
  if (errorCode !== null && spendLimitCodes.has(errorCode)) return lasting('spend_limit');
  if (status !== undefined && type === null && status < 500 && !passingStatuses.has(status)) return foreign;
  if (status === undefined) return byType[type ?? ''] ?? passing('broken_off');
  // These have no code of their own; the words are those of the API's documentation.
  if (status === 400 && /\bAPI usage limits\b/i.test(apiMessage ?? '')) return lasting('spend_limit');
  if (status === 400 && /\bcredit balance\b/i.test(apiMessage ?? '')) return lasting('unpaid');
  if (
    status === 400 &&
    /\bprompt is too long\b|\bcontext (?:window|limit|length|size)\b/i.test(apiMessage ?? '')
  )
    return lasting('too_long');
  return byStatus[status] ?? (status >= 500 ? passing('service_failed') : lasting('request_refused'));
}

/** `retry-after` in seconds or as a date; null if it is missing or unreadable. */
export function parseRetryAfterMs(headers: Headers): number | null {
  const given = headers.get('retry-after');
  if (given === null) return null;
  const seconds = Number(given);
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(given) - Date.now();
  return Number.isFinite(waitMs) && waitMs >= 0 ? waitMs : null;
}

export type ModelSetting = 'FOOTNOTE_MODEL' | 'FOOTNOTE_MODEL_SMALL';

export type EndpointVariables = { readonly key: string; readonly url: string };
const ownVariables: EndpointVariables = { key: 'ANTHROPIC_API_KEY', url: 'ANTHROPIC_BASE_URL' };

/** Advice for failures that only the bot's owner can fix; null for others. */
export function toAdvice(
  { reason, isForeign }: Pick<Failure, 'reason' | 'isForeign'>,
  model: string,
  setting: ModelSetting = 'FOOTNOTE_MODEL',
  { key, url }: EndpointVariables = ownVariables,
): string | null {
  if (isForeign) return `The server at ${url} is not the Claude API. Correct the address, or leave it empty.`;
  const advice: Partial<Record<EngineReason, string>> = {
    key_refused: `The Claude API rejected ${key}. Create a key at https://platform.claude.com/settings/keys.`,
    not_allowed: `${key} has no access to ${model}. Allow it at https://platform.claude.com, or set ${setting} to another model.`,
    unpaid:
      'Claude’s credit is used up, or a payment failed. See https://platform.claude.com/settings/billing.',
    spend_limit:
      'The spending limit for Claude is reached. Raise it at https://platform.claude.com/settings/limits, or wait until it resets.',
    model_gone: `The model “${model}” does not exist, or this key has no access to it. Set ${setting} to another model.`,
  };
  return advice[reason] ?? null;
}

/** Logs a failed call: as an error if the bot's owner, or its developers, can do something about it. */
export function logFailure(
  {
    log,
    model,
    setting,
    variables,
  }: {
    readonly log: Logger;
    readonly model: string;
    readonly setting?: ModelSetting | undefined;
    readonly variables?: EndpointVariables | undefined;
  },
  event: string,
  failure: Failure,
  usage: Usage | null,
): void {
  const advice = toAdvice(failure, model, setting, variables);
  const isOurs = advice !== null || failure.reason === 'request_refused';
  const fields = { model, ...failure, ...usage, ...(advice !== null && { advice }) };
  log[isOurs ? 'error' : 'warn'](fields, event);
}
