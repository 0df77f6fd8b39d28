import type { StoredSummary } from '../../../../app/ports.ts';
import type { Action } from '../../interaction/action.ts';
import { edit, say } from '../../interaction/reply.ts';
import { isHeld } from '../../review/needs-review.ts';
import { mayReview } from '../../review/review.ts';
import { toAgainNote } from '../regenerate-note.ts';
import { toSummaryMessage } from '../summary-message.ts';

/**
 * Shows a private summary that came too late for its answer to the person who asked for it, and nobody else; one that is
 * held where everybody is to see it, to whoever may review it as well.
 */
export const openAction: Action<'open'> = {
  name: 'open',
  onlyRequester: false,
  toAcknowledgement: () => 'private',
  run: async ({ interaction, kept, words, isRequester, parts }) => {
    const isForAll = kept.answeredAs !== undefined;
    const may = isRequester || (isForAll && isHeld(kept) && (await mayReview(interaction, kept)));
    if (!may) return say(interaction, words.notYours);
    const content = toAgainNote(kept.summary, words);
    const draw = (now: StoredSummary) =>
      toSummaryMessage(now, { page: 1, isPrivate: !isForAll, words, content });
    const { id } = await edit(interaction, draw(kept));
    await parts.amending.follow(kept, interaction, id, draw);
  },
};
