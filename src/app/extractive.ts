import type { DraftClaim } from '../core/claims/draft.ts';
import type { Evidence, EvidenceMessage } from '../core/conversation/evidence.ts';
import { type HighlightOptions, toHighlights } from '../core/highlights/highlights.ts';
import { toNearestQuotes } from '../core/highlights/nearest.ts';
import { eachWithPauses } from './pauses.ts';
import type { Engine } from './ports.ts';
import { type MessagesAnswer, receiveMessages, runWithMessages, type WorkerTasks } from './worker-tasks.ts';

type FindHighlights = (
  evidence: Evidence,
  options: HighlightOptions,
  signal: AbortSignal,
) => Promise<readonly DraftClaim[]>;

/** The engine that needs no model: its draft are Highlights. */
export function createExtractiveEngine(find: FindHighlights, workers?: WorkerTasks): Engine {
  return {
    workers,
    name: 'extractive',
    writesQuotes: true,
    draft: async ({ evidence, detail, spoken, focus, question }, onClaim, signal) => {
      signal.throwIfAborted();
      const claims =
        question === undefined
          ? await find(evidence, { detail, languages: spoken, focus }, signal)
          : toNearestQuotes(evidence, spoken, question);
      signal.throwIfAborted();
      // Each is proved as it comes.
      await eachWithPauses(claims, claim => onClaim(claim));
      signal.throwIfAborted();
      return { engine: { name: 'extractive' }, usage: null, failure: null };
    },
  };
}

/** For processes in which nobody else waits, such as the CLI. */
export const extractiveEngine = createExtractiveEngine(async (evidence, options) =>
  toHighlights(evidence, options),
);

const highlightsTaskName = 'highlights';

type HighlightsInput = Omit<Evidence, 'messages'> & { readonly options: HighlightOptions };

export async function* highlightsTask({
  options,
  ...evidence
}: HighlightsInput): AsyncGenerator<null, readonly DraftClaim[], MessagesAnswer<EvidenceMessage>> {
  return toHighlights({ ...evidence, messages: yield* receiveMessages<EvidenceMessage>() }, options);
}

/** The Highlights of so few messages hold the event loop for less time than a worker takes to start. */
const fewMessages = 100;

/** Selects Highlights in a worker process: of 50,000 messages, that takes 2 s. */
export function createWorkerHighlights(workers: WorkerTasks): FindHighlights {
  return async (evidence, options, signal) => {
    const { messages, ...rest } = evidence;
    return messages.length <= fewMessages
      ? toHighlights(evidence, options)
      : runWithMessages<HighlightsInput, EvidenceMessage, readonly DraftClaim[]>(
          workers,
          highlightsTaskName,
          { ...rest, options },
          messages,
          signal,
        );
  };
}
