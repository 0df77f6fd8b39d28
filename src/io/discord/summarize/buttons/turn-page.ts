import { MessageFlags } from 'discord.js';
import type { StoredSummary } from '../../../../app/ports.ts';
import { parseCustomId } from '../../../../render/custom-id.ts';
import type { Texts } from '../../../../render/texts.ts';
import { findChannel } from '../../access/places.ts';
import { checkStoredAudience } from '../../access/stored-sources.ts';
import { type Action, isEphemeral, type Press, toCustomIds } from '../../interaction/action.ts';
import type { MessageBody } from '../../interaction/message-body.ts';
import { edit, followUp } from '../../interaction/reply.ts';
import { toPostMessage, toPostWords, toSummaryMessage } from '../summary-message.ts';

/**
 * Changes the page: in place for the requester, as a private copy for others. It is also a copy if not everyone who can
 * read the message may still read what the next page shows.
 */
export const turnAction: Action<'page'> = {
  showsMore: true,
  onlyRequester: false,
  toAcknowledgement: () => 'update',
  run: async (context, { action, stored, isRequester }) => {
    const { interaction, t, summarySync } = context;
    const { page } = action;
    const { content } = interaction.message;
    if (isEphemeral(interaction)) {
      await edit(interaction, toPrivateCopy(stored, interaction, t, page));
    } else if (isRequester && (await isForAll(interaction, stored))) {
      const named = { guildId: stored.guildId, summaryId: stored.summary.id };
      // Within the summary's lock, so that an older state cannot overwrite a newer one.
      await summarySync.withStored(named, async now => {
        if (now === null) return;
        await edit(interaction, toPostMessage(now, { page, t: toPostWords(now), content }));
      });
    } else {
      const copy = toSummaryMessage(stored, { page, isPrivate: false, t });
      await followUp(interaction, { ...copy, flags: MessageFlags.Ephemeral });
    }
  },
};

function toPrivateCopy(stored: StoredSummary, { message }: Press, t: Texts, page: number): MessageBody {
  const { content } = message;
  const isPrivate = toCustomIds(message).some(id => parseCustomId(id)?.action === 'share');
  return toSummaryMessage(stored, { page, isPrivate, t, content });
}

async function isForAll(interaction: Press, stored: StoredSummary): Promise<boolean> {
  // There is no other reader: the person who changes the page may read it.
  if (interaction.guildId === null) return true;
  const { client, channelId } = interaction;
  const here = await findChannel(client, channelId);
  return here !== null && (await checkStoredAudience(stored, client, here)) === null;
}
