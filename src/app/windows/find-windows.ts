import type { EvidenceMessage } from '../../core/conversation/evidence.ts';
import { toChunks } from '../../core/order.ts';
import { cutWindows } from '../../core/windows/cut.ts';
import { toBeginnings, toWindow, toWindowContent, type Window } from '../../core/windows/window.ts';
import type { DraftedClaim } from '../../core/windows/window-draft.ts';
import { mapWithPauses } from '../pauses.ts';
import type { EngineRequest } from '../ports.ts';
import type { LongDraftState } from './long-parts.ts';
import { openDrafts } from './stored-drafts.ts';

export type FoundWindow = {
  readonly window: Window;
  readonly key: string;
  /** Its draft, if it was read before. */
  readonly stored?: readonly DraftedClaim[];
};

type Messages = readonly EvidenceMessage[];

/** As many are looked for in the store at a time. */
const windowsInStep = 16;

/**
 * The windows of the evidence with their stored drafts, some at a time, so that the first can be read before the last
 * is made. Of a window that has grown since it was read, the new messages are a window of their own.
 */
export async function* findWindows(
  asked: EngineRequest,
  working: LongDraftState,
): AsyncGenerator<readonly FoundWindow[]> {
  const { writer, hash, limits } = working;
  const version = writer.toVersion(asked);
  const store = openDrafts(asked, working);

  const find = async (list: readonly Messages[]): Promise<readonly FoundWindow[]> => {
    const toKeyed = (messages: Messages) => {
      const window = toWindow(asked.evidence, messages);
      return { window, key: hash(`${version}\n${toWindowContent(window)}`) };
    };
    const keyed = await mapWithPauses(list, toKeyed);
    const drafts = await store.get(keyed.map(({ key }) => key));
    return keyed.map((each, index) => ({ ...each, ...(drafts[index] && { stored: drafts[index] }) }));
  };
  const findBeginning = async (messages: Messages): Promise<FoundWindow | undefined> => {
    const beginnings = toBeginnings(messages, limits.window.spacing);
    for (const some of toChunks(beginnings, windowsInStep)) {
      const found = (await find(some)).find(isStored);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const splitGrown = async (whole: FoundWindow): Promise<readonly FoundWindow[]> => {
    const { messages } = whole.window;
    const beginning = isStored(whole) ? undefined : await findBeginning(messages);
    if (beginning === undefined) return [whole];
    const rest = await find([messages.slice(beginning.window.messages.length)]);
    return [beginning, ...(await Promise.all(rest.map(splitGrown))).flat()];
  };

  // Beginnings are looked for only where the window before was read: in a first summary, nothing was.
  let wasRead = false;
  for (const some of toChunks(cutWindows(asked.evidence, limits.window), windowsInStep)) {
    const step: FoundWindow[] = [];
    for (const each of await find(some)) {
      const parts: readonly FoundWindow[] = wasRead ? await splitGrown(each) : [each];
      wasRead = parts.some(isStored);
      step.push(...parts);
    }
    yield step;
  }
}

function isStored({ stored }: FoundWindow): boolean {
  return stored !== undefined;
}
