import { ApplicationCommandType, ApplicationIntegrationType, InteractionContextType } from 'discord.js';
import type { MessageCommand } from '../src/io/discord/interaction/route-command.ts';
import { name } from './options/localized.ts';

export const checkSourcesCommand = {
  kind: 'message',
  definition: {
    type: ApplicationCommandType.Message,
    ...name('bot.commands.checkSources'),
    contexts: [InteractionContextType.Guild],
    integration_types: [ApplicationIntegrationType.GuildInstall],
  },
  execute: context =>
    context.summarize(context, {
      wanted: { kind: 'check', message: context.interaction.targetMessage },
      channelId: null,
      detail: 'standard',
      isPrivate: true,
    }),
} satisfies MessageCommand;
