import { ApplicationCommandType } from 'discord.js';
import type { MessageCommand } from '../src/io/discord/bot.ts';
import { readsContent } from '../src/io/discord/client.ts';
import { isForUserOnly } from '../src/io/discord/interaction/context.ts';
import { replyPrivately } from '../src/io/discord/interaction/reply.ts';
import { disputePost } from '../src/io/discord/review/dispute.ts';
import { forPeople, inServers, name } from './localized.ts';

const { type: _, ...whereInstalled } = inServers;

/** Summarizes, or checks, what belongs to a message, for the person who chose it. */
function toCommand(of: 'threadOf' | 'checkOf', key: 'summarizeThread' | 'checkSources'): MessageCommand {
  return {
    kind: 'message',
    definition: {
      type: ApplicationCommandType.Message,
      ...name(`bot.commands.${key}`),
      ...(of === 'checkOf' ? forPeople : whereInstalled),
    },
    execute: context => {
      const { client, interaction } = context;
      if (isForUserOnly(interaction)) return checkTarget(context, null);
      if (of === 'checkOf' && !readsContent(client.application.flags.bitfield))
        return checkTarget(context, interaction.channelId);
      const { channelId, id: messageId } = context.interaction.targetMessage;
      const request = { detail: 'standard' as const, [of]: { channelId, messageId } };
      return context.summarize(context, { request, channelId, isPrivate: true });
    },
  };
}

/** Discord sends the message itself, and the bot can read no other. `channelId` is that of a server that it is in. */
function checkTarget(
  context: Parameters<MessageCommand['execute']>[0],
  channelId: string | null,
): Promise<void> {
  const { interaction, t, findTarget } = context;
  const target = findTarget(interaction.id);
  if (target === undefined) return replyPrivately(interaction, t('bot.forUserOnly'));
  const request = { detail: 'standard' as const };
  return context.summarize(context, { request, target, channelId, isPrivate: true });
}

export const disputeCommand: MessageCommand = {
  kind: 'message',
  definition: { type: ApplicationCommandType.Message, ...name('bot.commands.dispute'), ...whereInstalled },
  execute: disputePost,
};

export const summarizeThreadCommand = toCommand('threadOf', 'summarizeThread');
export const checkSourcesCommand = toCommand('checkOf', 'checkSources');
