import type { DraftClaim } from '../core/claims/draft.ts';
import type { Evidence, EvidenceMessage } from '../core/conversation/evidence.ts';
import { toMessageParts } from '../core/conversation/message-parts.ts';
import { type HighlightOptions, toHighlights } from '../core/highlights/highlights.ts';
import { eachInSlices } from '../core/slices.ts';
import type { Engine, WorkerTasks } from './ports.ts';
import { runInSlices } from './windows/run-in-slices.ts';

type FindHighlights = (
  evidence: Evidence,
  options: HighlightOptions,
  signal: AbortSignal,
) => Promise<readonly DraftClaim[]>;

/** The engine that needs no model: its draft are Highlights. */
export function createExtractiveEngine(find: FindHighlights): Engine {
  return {
    name: 'extractive',
    writesQuotes: true,
    draft: async ({ evidence, detail, spoken, focus }, onClaim, signal) => {
      signal.throwIfAborted();
      const claims = await find(evidence, { detail, languages: spoken, focus }, signal);
      signal.throwIfAborted();
      // Each is proved as it comes.
      await runInSlices(eachInSlices(claims, claim => onClaim(claim), 1));
      signal.throwIfAborted();
      return { engine: { name: 'extractive' }, usage: null, failure: null };
    },
  };
}

/** For processes in which nobody else waits, such as the CLI. */
export const extractiveEngine = createExtractiveEngine(async (evidence, options) =>
  toHighlights(evidence, options),
);

/** The name of the task in the worker thread. */
export const highlightsTaskName = 'highlights';

type HighlightsInput = Omit<Evidence, 'messages'> & { readonly options: HighlightOptions };
/** Some of the messages, or null after the last. */
type HighlightsAnswer = readonly EvidenceMessage[] | null;

/** Reads messages as answers, and ends with the Highlights of all. */
export async function* highlightsTask({
  options,
  ...evidence
}: HighlightsInput): AsyncGenerator<null, readonly DraftClaim[], HighlightsAnswer> {
  const messages: EvidenceMessage[] = [];
  for (let part = yield null; part !== null; part = yield null)
    for (const message of part) messages.push(message);
  return toHighlights({ ...evidence, messages }, options);
}

/** The Highlights of so few messages hold the event loop for less time than a thread takes to start. */
const fewMessages = 100;

/** Selects Highlights in a worker thread: of 50,000 messages, that takes 2 s. */
export function createWorkerHighlights({ run }: WorkerTasks): FindHighlights {
  return async (evidence, options, signal) => {
    const { messages, ...rest } = evidence;
    if (messages.length <= fewMessages) return toHighlights(evidence, options);
    const task = run<HighlightsInput, null, HighlightsAnswer, readonly DraftClaim[]>(
      highlightsTaskName,
      { ...rest, options },
      { signal },
    );
    await task.next();
    for (const part of toMessageParts(messages)) await task.next(part);
    const { value } = await task.next(null);
    if (value === null) throw new TypeError('the task ended without Highlights');
    return value;
  };
}
