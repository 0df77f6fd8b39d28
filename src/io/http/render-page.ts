import {
  type MessagesAnswer,
  receiveMessages,
  runWithMessages,
  type WorkerTasks,
} from '../../app/worker-tasks.ts';
import type { Summary } from '../../core/claims/summary.ts';
import type { EvidenceMessage } from '../../core/conversation/evidence.ts';
import { toHtml } from '../../render/formats/html.ts';
import type { ShownConversation } from '../../render/viewer/viewer-data.ts';

const pageTaskName = 'page';

type PageInput = Omit<ShownConversation, 'conversation'> & { readonly summary: Summary };

export async function* pageTask({
  summary,
  ...shown
}: PageInput): AsyncGenerator<null, Uint8Array<ArrayBuffer>, MessagesAnswer<EvidenceMessage>> {
  const conversation = yield* receiveMessages<EvidenceMessage>();
  return new TextEncoder().encode(toHtml(summary, { ...shown, conversation }));
}

export type RenderPage = (
  summary: Summary,
  shown: ShownConversation,
) => Promise<string | Uint8Array<ArrayBuffer>>;

/** The page of so few messages takes about 20 ms. */
const fewMessages = 1_000;

/** Renders pages of long conversations in a worker process: with 50,000 messages, one takes half a second. */
export function createPageRenderer(workers: WorkerTasks): RenderPage {
  return async (summary, shown) => {
    const { conversation = [], ...rest } = shown;
    return conversation.length <= fewMessages
      ? toHtml(summary, shown)
      : runWithMessages<PageInput, EvidenceMessage, Uint8Array<ArrayBuffer>>(
          workers,
          pageTaskName,
          { ...rest, summary },
          conversation,
        );
  };
}
