import Anthropic from '@anthropic-ai/sdk';
import { describe, expect, test } from 'vitest';
import { engineReasons } from '../../../src/core/claims/summary.ts';
import { toAdvice, toFailure } from '../../../src/io/claude/failure.ts';

function answer(
  status: number,
  type: string,
  more: { message?: string; code?: string; headers?: object } = {},
) {
  const { message = 'words', code, headers } = more;
  const error = { type, message, ...(code !== undefined && { details: { error_code: code } }) };
  return Anthropic.APIError.generate(
    status,
    { type: 'error', error },
    undefined,
    new Headers({ 'request-id': 'req_1', ...headers }),
  );
}

describe('a failure', () => {
  test.each([
    [400, 'invalid_request_error', {}, 'request_refused', false],
    [
      400,
      'invalid_request_error',
      { message: 'You have reached your specified API usage limits.' },
      'spend_limit',
      false,
    ],
    [
      400,
      'invalid_request_error',
      { message: 'prompt is too long: 9 tokens > 8 maximum' },
      'too_long',
      false,
    ],
    [400, 'invalid_request_error', { message: 'Your credit balance is too low' }, 'unpaid', false],
    [401, 'authentication_error', {}, 'key_refused', false],
    [402, 'billing_error', {}, 'unpaid', false],
    [402, 'billing_error', { code: 'linked_organization_spend_limit_reached' }, 'spend_limit', false],
    [403, 'permission_error', {}, 'not_allowed', false],
    [404, 'not_found_error', {}, 'model_gone', false],
    [408, 'timeout_error', {}, 'timed_out', true],
    [409, 'conflict_error', {}, 'service_failed', true],
    [413, 'request_too_large', {}, 'too_long', false],
    [418, 'invalid_request_error', {}, 'request_refused', false],
    [429, 'rate_limit_error', {}, 'rate_limited', true],
    [429, 'rate_limit_error', { code: 'enforced_spend_limit_reached' }, 'spend_limit', false],
    [429, 'rate_limit_error', { code: 'contract_spend_limit_reached' }, 'spend_limit', false],
    [500, 'api_error', {}, 'service_failed', true],
    [503, 'api_error', { headers: { 'x-should-retry': 'false' } }, 'service_failed', false],
    [529, 'overloaded_error', {}, 'overloaded', true],
  ] as const)('with status %i, %s %j is “%s”', (status, type, more, reason, isRetryable) => {
    expect(toFailure(answer(status, type, more))).toMatchObject({
      reason,
      isRetryable,
      status,
      requestId: 'req_1',
    });
  });

  test('of the connection is told apart from one of the service', () => {
    expect(toFailure(new Anthropic.APIConnectionError({}))).toEqual({
      reason: 'unreachable',
      isRetryable: true,
    });
    expect(toFailure(new Anthropic.APIConnectionTimeoutError())).toEqual({
      reason: 'timed_out',
      isRetryable: true,
    });
    expect(toFailure(new TypeError('terminated'))).toEqual({ reason: 'broken_off', isRetryable: true });
  });

  test('says how long the API asks to wait, in seconds or until a date', () => {
    const waitOf = (value: string) =>
      toFailure(answer(429, 'rate_limit_error', { headers: { 'retry-after': value } })).waitMs;
    expect(waitOf('12')).toBe(12_000);
    expect(waitOf('0.5')).toBe(500);
    const date = new Date(Date.now() + 60_000).toUTCString();
    expect(waitOf(date)).toBeGreaterThan(50_000);
    expect(waitOf('soon')).toBeUndefined();
    expect(waitOf('-3')).toBeUndefined();
  });

  test('never carries words of the API, which may hold words of a message', () => {
    const failure = toFailure(
      answer(400, 'invalid_request_error', { message: 'messages.0: the budget is 450' }),
    );
    expect(JSON.stringify(failure)).not.toContain('budget');
  });

  test('comes with advice only if the bot’s owner can fix it', () => {
    const advised = engineReasons.filter(reason => toAdvice({ reason }, 'claude-x') !== null);
    expect(advised).toEqual(['key_refused', 'not_allowed', 'unpaid', 'spend_limit', 'model_gone']);
  });
});
