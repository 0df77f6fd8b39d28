import type { KeptSummary } from '../../../app/ports.ts';
import { toAgainNote } from '../again-note.ts';
import { toEditableUntil } from '../copies.ts';
import { toSummaryMessage } from '../summary-message.ts';
import type { Action } from './action.ts';

/** Shows a private summary that came too late for its answer, to the person who asked for it. */
export const openAction: Action<'open'> = {
  name: 'open',
  onlyRequester: true,
  toAcknowledgement: () => 'private',
  run: async ({ interaction, kept, words, parts }) => {
    const content = toAgainNote(kept.summary, words);
    const untilMs = toEditableUntil(interaction);
    const draw = (now: KeptSummary) =>
      toSummaryMessage(now, { page: 1, isPrivate: true, words, content, untilMs });
    const { id } = await interaction.editReply(draw(kept));
    await parts.amending.follow(kept, interaction, id, draw);
  },
};
