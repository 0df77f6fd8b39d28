import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
} from 'discord.js';
import { actionStatuses } from '../src/core/decisions/entry.ts';
import type { SlashCommand } from '../src/io/discord/command.ts';
import { describe, name } from './options/localized.ts';

const whoses = ['mine', 'all'] as const;

export const actionsCommand = {
  kind: 'slash',
  definition: {
    type: ApplicationCommandType.ChatInput,
    name: 'actions',
    ...describe(words => words.actions.description),
    contexts: [InteractionContextType.Guild],
    integration_types: [ApplicationIntegrationType.GuildInstall],
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'whose',
        ...describe(words => words.actions.whose),
        choices: whoses.map(value => ({ ...name(words => words.actions.whoses[value]), value })),
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'search',
        ...describe(words => words.actions.search),
        max_length: 44,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'topic',
        ...describe(words => words.actions.topic),
        autocomplete: true,
        max_length: 200,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'status',
        ...describe(words => words.actions.status),
        choices: actionStatuses.map(value => ({ ...name(words => words.statuses[value]), value })),
      },
    ],
  },
  execute: ({ options, user }, bot) =>
    bot.entries({
      kind: 'action',
      words: options.getString('search') ?? '',
      personId: options.getString('whose') === 'all' ? null : user.id,
      status: actionStatuses.find(each => each === options.getString('status')) ?? 'open',
      topic: options.getString('topic'),
    }),
  suggest: (_, { topics }) => topics(),
} satisfies SlashCommand;
