import { toAgainNote } from '../again-note.ts';
import { toSummaryMessage } from '../summary-message.ts';
import type { Action } from './action.ts';

/** Shows a private summary that came too late for its answer, to the person who asked for it. */
export const openAction: Action<'open'> = {
  name: 'open',
  onlyRequester: true,
  toAcknowledgement: () => 'private',
  run: async ({ interaction, kept, words }) => {
    const content = toAgainNote(kept.summary, words);
    await interaction.editReply(toSummaryMessage(kept, { page: 1, isPrivate: true, words, content }));
  },
};
