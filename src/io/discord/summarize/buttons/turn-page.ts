import { MessageFlags } from 'discord.js';
import type { StoredSummary } from '../../../../app/ports.ts';
import { parseCustomId } from '../../../../render/custom-id.ts';
import type { Texts } from '../../../../render/texts.ts';
import { findChannel } from '../../access/places.ts';
import { checkStoredAudience } from '../../access/stored-sources.ts';
import { type Action, isEphemeral, type Press, toCustomIds } from '../../interaction/action.ts';
import type { MessageBody } from '../../interaction/message-body.ts';
import { edit, followUp } from '../../interaction/reply.ts';
import { toOpenPage } from '../../sync/refresh-posts.ts';
import { toPostMessage, toPostWords } from '../post-message.ts';
import { toSummaryMessage } from '../summary-message.ts';

/**
 * Changes the page: in place for the requester, as a private copy for others. It is also a copy if not everyone who can
 * read the message may still read what the next page shows.
 */
export const turnAction: Action<'page'> = {
  name: 'page',
  onlyRequester: false,
  toAcknowledgement: () => 'update',
  run: async (context, { action, stored, isRequester }) => {
    const { interaction, t, summarySync } = context;
    const { page } = action;
    const { content } = interaction.message;
    if (isEphemeral(interaction)) {
      const draw = toRedraw(interaction, t, page);
      await summarySync.show(stored, interaction, draw, body => edit(interaction, body));
    } else if (isRequester && (await isForAll(interaction, stored))) {
      const named = { guildId: stored.guildId, summaryId: stored.summary.id };
      // Within the summary's lock, so that an older state cannot overwrite a newer one.
      await summarySync.withStored(named, async now => {
        if (now === null) return;
        const draw = (latest: StoredSummary) =>
          toPostMessage(latest, { page, t: toPostWords(latest), content });
        const { id, flags } = await edit(interaction, draw(now));
        // The post is gone, and the person got the page in a private message instead.
        if (flags.has(MessageFlags.Ephemeral)) await summarySync.follow(now, interaction, id, draw);
      });
    } else {
      const draw = (now: StoredSummary) => toSummaryMessage(now, { page, isPrivate: false, t });
      await summarySync.show(stored, interaction, draw, body =>
        followUp(interaction, { ...body, flags: MessageFlags.Ephemeral }),
      );
    }
  },
};

/** Renders the current state of a private message at this page: by default the open one. */
export function toRedraw(
  { message }: Press,
  t: Texts,
  page = toOpenPage(message.components),
): (now: StoredSummary) => MessageBody {
  const { content } = message;
  const isPrivate = toCustomIds(message).some(id => parseCustomId(id)?.action === 'share');
  return now => toSummaryMessage(now, { page, isPrivate, t, content });
}

async function isForAll(interaction: Press, stored: StoredSummary): Promise<boolean> {
  // There is no other reader: the person who changes the page may read it.
  if (interaction.guildId === null) return true;
  const { client, channelId } = interaction;
  const here = await findChannel(client, channelId);
  return here !== null && (await checkStoredAudience(stored, client, here)) === null;
}
