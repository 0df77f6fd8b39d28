import { z } from '@hono/zod-openapi';
import { jobSchema } from '../job-answer.ts';
import { problemSchema } from '../problem.ts';
import { checkSchema } from '../schemas/check.ts';
import { summarySchema } from '../schemas/summary.ts';

export const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: problemSchema } },
});

/** What any request with a token may be answered. */
const commonProblems = {
  400: problem('The request is malformed.'),
  401: problem('The token is missing, unknown or revoked.'),
  404: problem('Not found, or the token’s owner may not read it.'),
  429: problem('Too many requests, or the token’s owner has reached a limit.'),
  500: problem('An unexpected failure.'),
  503: problem('The store, Discord or Claude is unavailable.'),
} as const;

export const jobProblems = {
  ...commonProblems,
  403: problem('The token’s owner may not use Footnote in the server.'),
  406: problem('None of the accepted media types is available.'),
  408: problem('The body stopped before its end.'),
  409: problem('Another summary for the token’s owner is running, or the job is still running.'),
  410: problem('The job was canceled.'),
  413: problem('The body is too large.'),
  415: problem('The body is not JSON.'),
  422: problem('There is nothing to read, a file cannot be read, or the Idempotency-Key was used before.'),
} as const;

const text = { schema: z.string() };

/** A summary, or checked statements, in one of six formats. */
export const document = {
  description: 'The summary, or the checked statements.',
  content: {
    'application/json': { schema: z.union([summarySchema, checkSchema]) },
    'text/markdown': text,
    'text/html': text,
    'text/plain': text,
    'text/csv': text,
    'text/calendar': text,
  },
} as const;

/** What a request that starts a job is answered: its result if it ends in time, otherwise the job. */
export const jobResponses = {
  200: document,
  202: {
    description: 'The job is still running.',
    content: { 'application/json': { schema: jobSchema } },
  },
  ...jobProblems,
} as const;
