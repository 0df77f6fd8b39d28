import type { PageResult } from '../../../app/api-ports.ts';
import type { StoredSummary } from '../../../app/ports.ts';
import { prepareEvidence } from '../../../app/prepare-evidence.ts';
import { toAuthorIds, withoutAuthors } from '../../../core/conversation/message.ts';
import { maxMessagesSetting } from '../../../core/settings.ts';
import { toLoggedError } from '../../../log.ts';
import { readNeighbors } from '../history/neighbors.ts';
import { readAgain } from '../history/read-again.ts';
import type { BaseServices } from '../interaction/context.ts';
import { createMessageBudget } from '../summarize/runs/message-budget.ts';

type Shown = Pick<Extract<PageResult, { readonly ok: true }>, 'conversation' | 'isCut' | 'neighbors'>;

/** Most proxies wait for 60 s. What was read until then is in the cache, so that the next opening gets further. */
const usualTimeoutMs = 20_000;

/** Reads what the page of a summary shows besides it. Whether the person may read its sources is checked before. */
export function createPageReader(services: BaseServices): (stored: StoredSummary) => Promise<Shown> {
  const { client, engine, privacy, cache, deletions, log, pageTimeoutMs = usualTimeoutMs } = services;
  const { maxMessages = maxMessagesSetting.max } = services;
  const budget = createMessageBudget(maxMessages);

  const readWhole = async (stored: StoredSummary): Promise<Shown | null> => {
    const signal = AbortSignal.timeout(pageTimeoutMs);
    const watch = deletions.watch();
    const { makeRoom, release } = budget.begin();
    try {
      const read = await readAgain(stored, client, maxMessages, { signal, privacy, cache, makeRoom });
      if (read === null) return null;
      const gone = watch.deleted();
      const messages = read.messages.filter(({ id }) => !gone.has(id));
      const optedOut = await privacy.optedOut(toAuthorIds(read));
      const { start: from = '', end: to = '' } = stored.summary.timeRange ?? {};
      const shown = withoutAuthors({ ...read, messages }, optedOut);
      const { evidence } = await prepareEvidence(shown, { from, to }, engine.threads, signal);
      const { messages: conversation, available } = evidence;
      return {
        conversation,
        isCut: available >= maxMessages && conversation.every(({ time }) => time > from),
      };
    } catch (error) {
      log.warn({ summary: stored.summary.id, ...toLoggedError(error) }, 'page-conversation-failed');
      return null;
    } finally {
      watch.end();
      release();
    }
  };

  return async stored => {
    const whole = await readWhole(stored);
    if (whole !== null) return whole;
    const { signal } = new AbortController();
    return { neighbors: await readNeighbors(stored, client, { privacy, signal }) };
  };
}
