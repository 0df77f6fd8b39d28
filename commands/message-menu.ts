import { ApplicationCommandType, ApplicationIntegrationType, InteractionContextType } from 'discord.js';
import type { MessageCommand } from '../src/io/discord/bot.ts';
import { name } from './localized.ts';

/** Summarizes, or checks, what belongs to a message, for the person who chose it. */
function toCommand(of: 'threadOf' | 'checkOf', key: 'summarizeThread' | 'checkSources'): MessageCommand {
  return {
    kind: 'message',
    definition: {
      type: ApplicationCommandType.Message,
      ...name(`bot.commands.${key}`),
      contexts: [InteractionContextType.Guild],
      integration_types: [ApplicationIntegrationType.GuildInstall],
    },
    execute: context => {
      const { channelId, id: messageId } = context.interaction.targetMessage;
      const request = { detail: 'standard' as const, [of]: { channelId, messageId } };
      return context.summarize(context, { request, channelId, isPrivate: true });
    },
  };
}

export const summarizeThreadCommand = toCommand('threadOf', 'summarizeThread');
export const checkSourcesCommand = toCommand('checkOf', 'checkSources');
