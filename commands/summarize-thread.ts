import { ApplicationCommandType, ApplicationIntegrationType, InteractionContextType } from 'discord.js';
import type { MessageCommand } from '../src/io/discord/interaction/route-command.ts';
import { name } from './options/localized.ts';

export const summarizeThreadCommand = {
  kind: 'message',
  definition: {
    type: ApplicationCommandType.Message,
    ...name('bot.commands.summarizeThread'),
    contexts: [InteractionContextType.Guild],
    integration_types: [ApplicationIntegrationType.GuildInstall],
  },
  execute: context =>
    context.summarize(context, {
      wanted: { kind: 'thread', message: context.interaction.targetMessage },
      channelId: null,
      detail: 'standard',
      isPrivate: true,
    }),
} satisfies MessageCommand;
