import { setTimeout as sleep } from 'node:timers/promises';
import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { ApiSource } from '../../app/api-ports.ts';
import { type ApiDocumentOptions, sendDocument } from './document.ts';
import type { ApiJob, JobState } from './jobs/job.ts';
import { type ProblemDetails, problemSchema, refuse, toProblem, toRefusalProblem } from './problem.ts';

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

type JobDocument = z.infer<typeof jobSchema>;

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
        ...('summaryId' in state.result && { summary: `/summaries/${state.result.summaryId}` }),
      }),
    },
    ...(state.status === 'failed' && { problem: toFailure(state) }),
  };
}

function toFailure({ refusal }: Extract<JobState, { status: 'failed' }>): ProblemDetails {
  return refusal === null
    ? toProblem(500, 'failed', 'The request failed. The server’s log has the error.')
    : toRefusalProblem(refusal);
}

/** Waits for the job for some seconds; answers with its result if it has ended by then, otherwise with 202. */
export async function answerJob(
  context: Context,
  job: ApiJob,
  { wait = 0, ...options }: ApiDocumentOptions & { readonly wait?: number | undefined },
  source: ApiSource,
): Promise<Response> {
  if (wait > 0) await waitFor(job, wait * 1000, context.req.raw.signal);
  const state = job.state();
  if (state.status !== 'running') return answerResult(context, job, options, source);
  const document = toJobDocument(job, state);
  return context.json(document, 202, { location: document.links.self, 'retry-after': '2' });
}

async function waitFor(job: ApiJob, ms: number, signal: AbortSignal): Promise<void> {
  const ending = new AbortController();
  const either = AbortSignal.any([signal, ending.signal]);
  try {
    // Rejects when the client leaves or the job ends first.
    await Promise.race([job.ended, sleep(ms, undefined, { signal: either }).catch(() => undefined)]);
  } finally {
    ending.abort();
  }
}

/** Answers with the result of a job. A stored summary is opened again, so access and deletions count as of now. */
export async function answerResult(
  context: Context,
  job: ApiJob,
  options: ApiDocumentOptions,
  source: ApiSource,
): Promise<Response> {
  const state = job.state();
  if (state.status === 'failed') return refuse(context, toFailure(state));
  if (state.status === 'canceled')
    return refuse(context, toProblem(410, 'canceled', 'The job was canceled. Send the request again.'));
  if (state.status === 'running')
    return refuse(
      context,
      toProblem(409, 'running', 'The job is still running. Follow its events, or ask again.'),
      {
        'retry-after': '2',
      },
    );
  if ('summary' in state.result) return sendDocument(context, state.result.summary, options, job.references);
  const opened = await source.open(job.caller, state.result.summaryId);
  if (!opened.ok) return refuse(context, toRefusalProblem(opened));
  return sendDocument(context, opened.stored.summary, options, job.references);
}
