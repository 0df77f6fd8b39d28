import { z } from '@hono/zod-openapi';
import { problemSchema } from '../problem.ts';
import { checkSchema } from '../schemas/check.ts';
import { summarySchema } from '../schemas/summary.ts';

const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: problemSchema } },
});

/** What any request with a token may be answered. */
export const commonProblems = {
  400: problem('The request is malformed.'),
  401: problem('The token is missing, unknown or revoked.'),
  404: problem('There is no such thing, or the owner of the token may not read it.'),
  429: problem('Too many requests, or a limit of the owner is reached.'),
  500: problem('An unexpected failure.'),
  503: problem('The store, Discord or Claude is unavailable.'),
} as const;

export const jobProblems = {
  ...commonProblems,
  406: problem('None of the accepted media types is offered.'),
  409: problem('Another summary for the owner of the token is running, or the job is still running.'),
  410: problem('The job was canceled.'),
  413: problem('The body is too large.'),
  415: problem('The body is not JSON.'),
  422: problem('There is nothing to read, a file cannot be read, or the Idempotency-Key was used before.'),
} as const;

const text = { schema: z.string() };

/** A summary, or checked statements, in one of four formats. */
export const document = {
  description: 'The summary, or the checked statements.',
  content: {
    'application/json': { schema: z.union([summarySchema, checkSchema]) },
    'text/markdown': text,
    'text/html': text,
    'text/plain': text,
  },
} as const;
