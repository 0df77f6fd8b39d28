import { ApplicationCommandType, ApplicationIntegrationType, InteractionContextType } from 'discord.js';
import type { MessageCommand } from '../src/io/discord/interaction/routes.ts';
import { name } from './localized.ts';

/** Summarizes, or checks, what belongs to a message, for the person who chose it. */
function toCommand(kind: 'thread' | 'check', key: 'summarizeThread' | 'checkSources'): MessageCommand {
  return {
    kind: 'message',
    definition: {
      type: ApplicationCommandType.Message,
      ...name(`bot.commands.${key}`),
      contexts: [InteractionContextType.Guild],
      integration_types: [ApplicationIntegrationType.GuildInstall],
    },
    execute: context =>
      context.summarize(context, {
        wanted: { kind, message: context.interaction.targetMessage },
        channelId: null,
        detail: 'standard',
        isPrivate: true,
      }),
  };
}

export const summarizeThreadCommand = toCommand('thread', 'summarizeThread');
export const checkSourcesCommand = toCommand('check', 'checkSources');
