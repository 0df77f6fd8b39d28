import { setTimeout as sleep } from 'node:timers/promises';
import { createRoute, type RouteConfig, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import type { Summary } from '../../core/claims/summary.ts';
import { checkSchema, summarySchema } from '../../render/formats/document.ts';
import type { Format } from '../../render/formats.ts';
import { render } from '../../render/render.ts';
import type { ApiJob, JobState } from './jobs.ts';
import type { HttpParts } from './parts.ts';
import { type ProblemDetails, problemSchema, refuse, toDetails, toProblem } from './problem.ts';

export const jobSchema = z
  .object({
    job_id: z.string(),
    status: z.enum(['running', 'done', 'failed', 'canceled']),
    progress: z
      .object({
        messages_read: z.number().int().min(0),
        claims: z.number().int().min(0),
        judging: z.boolean(),
      })
      .optional(),
    links: z.object({
      self: z.string(),
      events: z.string(),
      result: z.string().optional(),
      summary: z
        .string()
        .optional()
        .openapi({ description: 'The stored summary, which is kept longer than the job.' }),
    }),
    problem: problemSchema.optional(),
  })
  .openapi('Job');

export type JobDocument = z.infer<typeof jobSchema>;

export function toJobDocument({ id }: ApiJob, state: JobState): JobDocument {
  const self = `/jobs/${id}`;
  return {
    job_id: id,
    status: state.status,
    ...(state.status === 'running' && {
      progress: {
        messages_read: state.progress.messagesRead,
        claims: state.progress.claims,
        judging: state.progress.judging,
      },
    }),
    links: {
      self,
      events: `${self}/events`,
      ...(state.status === 'done' && {
        result: `${self}/result`,
        ...(state.summaryId !== null && { summary: `/summaries/${state.summaryId}` }),
      }),
    },
    ...(state.status === 'failed' && { problem: toFailure(state) }),
  };
}

function toFailure({ refusal }: Extract<JobState, { status: 'failed' }>): ProblemDetails {
  return refusal === null
    ? toProblem(500, 'failed', 'The request failed. The server’s log has the error.')
    : toDetails(refusal);
}

/** Waits for the job for some seconds; answers with its result if it has ended by then, otherwise with 202. */
export async function answerJob(
  context: Context,
  job: ApiJob,
  { wait = 0, ...options }: ApiDocumentOptions & { readonly wait?: number | undefined },
  { source, jobs }: Pick<HttpParts, 'source' | 'jobs'>,
): Promise<Response> {
  const { signal } = context.req.raw;
  // Rejects when the client leaves.
  const timeout = sleep(wait * 1_000, undefined, { signal, ref: false }).catch(() => undefined);
  if (wait > 0) await Promise.race([job.follow(), timeout]);
  const state = job.state();
  if (state.status !== 'running') return answerResult(context, job, options, { source, jobs });
  const document = toJobDocument(job, state);
  return context.json(document, 202, { location: document.links.self, 'retry-after': '2' });
}

/** Answers with the result of a job. A stored summary is opened again, so access and deletions count as of now. */
export async function answerResult(
  context: Context,
  job: ApiJob,
  options: ApiDocumentOptions,
  { source, jobs }: Pick<HttpParts, 'source' | 'jobs'>,
): Promise<Response> {
  const state = job.state();
  if (state.status === 'failed') return refuse(context, toFailure(state));
  if (state.status === 'canceled')
    return refuse(context, [410, 'canceled', 'The job was canceled. Send the request again.']);
  if (state.status === 'running')
    return refuse(context, [409, 'running', 'The job is still running. Follow its events, or ask again.'], {
      'retry-after': '2',
    });
  if (state.summaryId === null) {
    const summary = await jobs.getResult(job.id);
    if (summary !== null) return sendDocument(context, summary, options, job.references);
    const detail = 'The result of this job was stored for an hour and has expired. Send the request again.';
    return refuse(context, { ok: false, reason: 'unavailable', detail });
  }
  const { stored } = await source.open(job.caller, state.summaryId);
  return sendDocument(context, stored.summary, options, job.references);
}

export const apiFormats = ['json', 'markdown', 'html', 'plain'] as const satisfies readonly Format[];
type ApiFormat = (typeof apiFormats)[number];

const mediaTypes: Readonly<Record<ApiFormat, string>> = {
  json: 'application/json',
  markdown: 'text/markdown',
  html: 'text/html',
  plain: 'text/plain',
};

type ApiDocumentOptions = {
  readonly format?: ApiFormat | undefined;
  readonly references?: boolean | undefined;
};

/** Answers with a summary; with references if the query says so, else the endpoint, else the format. */
export function sendDocument(
  context: Context,
  summary: Summary,
  { format: asked, references }: ApiDocumentOptions,
  byEndpoint: boolean | null,
): Response {
  const supports = Object.values(mediaTypes);
  const accepted = accepts(context, { header: 'Accept', supports, default: mediaTypes.json });
  const format = asked ?? apiFormats.find(name => mediaTypes[name] === accepted) ?? 'json';
  const withReferences = references ?? byEndpoint ?? (format === 'json' || format === 'html');
  return context.body(render(summary, format, { references: withReferences }), 200, {
    'content-type': `${mediaTypes[format]}; charset=utf-8`,
    vary: 'Accept',
  });
}

export const json = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});

export const jsonBody = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true,
  content: { 'application/json': { schema } },
});

const problem = {
  description: 'Whatever went wrong: `status`, `code` and `detail` say what.',
  content: { 'application/problem+json': { schema: problemSchema } },
} as const;

type RouteOptions = Omit<RouteConfig, 'method' | 'path'>;

/** A route for requests with a token, each of which may be answered with a problem. */
export function tokenRoute<
  const Method extends RouteConfig['method'],
  const Path extends string,
  const Options extends RouteOptions,
>(method: Method, path: Path, options: Options) {
  const responses = { default: problem, ...options.responses } as Options['responses'];
  return createRoute({ ...options, method, path, responses });
}

const text = { schema: z.string() };

export const document = {
  description: 'The summary, or the checked statements.',
  content: {
    'application/json': { schema: z.union([summarySchema, checkSchema]) },
    'text/markdown': text,
    'text/html': text,
    'text/plain': text,
  },
} as const;

/** The answers to a request that starts a job: its result if it ends in time, otherwise the job. */
export const jobResponses = {
  200: document,
  202: json(jobSchema, 'The job is still running.'),
} as const;
