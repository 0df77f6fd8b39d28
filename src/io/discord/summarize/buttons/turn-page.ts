import { MessageFlags } from 'discord.js';
import type { StoredSummary } from '../../../../app/ports.ts';
import { parseCustomId } from '../../../../render/custom-id.ts';
import type { BotWords } from '../../../../render/words/bot/words.ts';
import { findChannel } from '../../access/places.ts';
import { checkKeptAudience } from '../../access/stored-sources.ts';
import { type Action, isForOne, type Press, toControls } from '../../interaction/action.ts';
import type { MessageBody } from '../../interaction/message-body.ts';
import { edit, followUp } from '../../interaction/reply.ts';
import { toOpenPage } from '../../sync/refresh-posts.ts';
import { toPostMessage, toPostWords } from '../post-message.ts';
import { toSummaryMessage } from '../summary-message.ts';

/**
 * Turns the page: for the person whose page it is in place, for anybody else as a copy of their own; and as a copy
 * too where not everybody who reads along may any longer read what the next page shows.
 */
export const turnAction: Action<'page'> = {
  name: 'page',
  onlyRequester: false,
  toAcknowledgement: () => 'update',
  run: async (context, { action, kept, isRequester }) => {
    const { interaction, words, summarySync } = context;
    const { page } = action;
    const { content } = interaction.message;
    if (isForOne(interaction)) {
      const draw = toRedraw(interaction, words, page);
      const { id } = await edit(interaction, draw(kept));
      await summarySync.follow(kept, interaction, id, draw);
    } else if (isRequester && (await isForAll(interaction, kept))) {
      const named = { guildId: kept.guildId, summaryId: kept.summary.id };
      // In turn with what changes it, so that nothing is drawn over by what it was before.
      await summarySync.withKept(named, async now => {
        if (now === null) return;
        const draw = (latest: StoredSummary) =>
          toPostMessage(latest, { page, words: toPostWords(latest), content });
        const { id, flags } = await edit(interaction, draw(now));
        // The post is gone, and the person got the page in a private message instead.
        if (flags.has(MessageFlags.Ephemeral)) await summarySync.follow(now, interaction, id, draw);
      });
    } else {
      const draw = (now: StoredSummary) => toSummaryMessage(now, { page, isPrivate: false, words });
      const { id } = await followUp(interaction, { ...draw(kept), flags: MessageFlags.Ephemeral });
      await summarySync.follow(kept, interaction, id, draw);
    }
  },
};

/** Draws a private message of a summary as it is, at this page: by default the one that is open. */
export function toRedraw(
  { message }: Press,
  words: BotWords,
  page = toOpenPage(message.components),
): (now: StoredSummary) => MessageBody {
  const { content } = message;
  const isPrivate = toControls(message).some(id => parseCustomId(id)?.action === 'share');
  return now => toSummaryMessage(now, { page, isPrivate, words, content });
}

async function isForAll(interaction: Press, kept: StoredSummary): Promise<boolean> {
  // No other reader to check: the person who turns the page may read what it shows.
  if (interaction.guildId === null) return true;
  const { client, channelId } = interaction;
  const here = await findChannel(client, channelId);
  return here !== null && (await checkKeptAudience(kept, client, here)) === null;
}
