import { STATUS_CODES } from 'node:http';
import { type Hook, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ZodError } from 'zod';
import { type Refusal, RequestRefused } from '../../app/api-ports.ts';
import { toFieldNames, UserError, type UserErrorCode } from '../../errors.ts';

/** RFC 9457. */
export const problemSchema = z
  .object({
    type: z.string().openapi({ example: 'about:blank' }),
    title: z.string().openapi({ example: 'Not Found' }),
    status: z.number().int(),
    detail: z.string().openapi({ description: 'What is wrong and what to do, in words.' }),
    code: z.string().openapi({ description: 'The kind of problem, for programs.', example: 'not_found' }),
    errors: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .openapi({ description: 'What is wrong with the request, field by field.' }),
  })
  .openapi('Problem');

export type ProblemDetails = z.infer<typeof problemSchema>;

const statuses = {
  not_found: 404,
  not_allowed: 403,
  invalid: 400,
  nothing_to_read: 422,
  unreadable_file: 422,
  limit_reached: 429,
  busy: 409,
  unavailable: 503,
} as const satisfies Record<Refusal['reason'], number>;

export function toProblem(
  status: number,
  code: string,
  detail: string,
  errors?: ProblemDetails['errors'],
): ProblemDetails {
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    code,
    ...(errors && { errors }),
  };
}

type Problem = ProblemDetails | Refusal | readonly [status: number, code: string, detail: string];

export function toDetails(problem: Problem): ProblemDetails {
  if ('reason' in problem) return toProblem(statuses[problem.reason], problem.reason, problem.detail);
  return 'status' in problem ? problem : toProblem(...problem);
}

export function refuse(context: Context, given: Problem, headers: Record<string, string> = {}): Response {
  const problem = toDetails(given);
  return context.body(JSON.stringify(problem), problem.status as ContentfulStatusCode, {
    'content-type': 'application/problem+json; charset=utf-8',
    ...headers,
  });
}

export class ProblemError extends Error {
  readonly problem: ProblemDetails;
  readonly headers: Readonly<Record<string, string>>;

  constructor(given: Problem, headers: Readonly<Record<string, string>> = {}) {
    const problem = toDetails(given);
    super(problem.detail);
    this.problem = problem;
    this.headers = headers;
  }
}

const reasons: Partial<Readonly<Record<UserErrorCode, Refusal['reason']>>> = {
  engine_unavailable: 'unavailable',
  store_unavailable: 'unavailable',
  settings_unreadable: 'unavailable',
  usage_unreadable: 'unavailable',
  discord_unavailable: 'unavailable',
  file_unreadable: 'unreadable_file',
  file_too_large: 'unreadable_file',
  file_encrypted: 'unreadable_file',
  format_unknown: 'unreadable_file',
  dates_ambiguous: 'unreadable_file',
  bad_usage: 'invalid',
  no_messages: 'nothing_to_read',
};

/** A failure that a person can do something about, as a refusal; otherwise null. */
export function toErrorRefusal(error: unknown): Refusal | null {
  if (error instanceof RequestRefused) return error.refusal;
  if (!(error instanceof UserError)) return null;
  const reason = reasons[error.code];
  return reason === undefined ? null : { ok: false, reason, detail: toFieldNames(error.message) };
}

const mostErrors = 20;

/** Answers a request that does not fit its schema, field by field. */
// biome-ignore lint/suspicious/noExplicitAny: the hook is the same for all routes.
export const toInvalid: Hook<any, any, any, any> = (result, context) => {
  if (result.success) return undefined;
  const errors = (result.error as ZodError).issues.flatMap(issue =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map(key => ({ path: [...issue.path, key].join('.'), message: 'Unknown field' }))
      : [{ path: issue.path.join('.'), message: issue.message }],
  );
  const [first] = errors;
  const detail = first
    ? `${first.path === '' ? 'The request' : `"${first.path}"`}: ${first.message}.`
    : 'The request is malformed.';
  return refuse(context, toProblem(400, 'invalid', detail, errors.slice(0, mostErrors)));
};
