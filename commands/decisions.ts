import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
} from 'discord.js';
import { decisionStatuses } from '../src/core/decisions/entry.ts';
import type { SlashCommand } from '../src/io/discord/command.ts';
import { describe, name } from './options/localized.ts';

export const decisionsCommand = {
  kind: 'slash',
  definition: {
    type: ApplicationCommandType.ChatInput,
    name: 'decisions',
    ...describe(words => words.decisions.description),
    contexts: [InteractionContextType.Guild],
    integration_types: [ApplicationIntegrationType.GuildInstall],
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'search',
        ...describe(words => words.decisions.search),
        max_length: 44,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'topic',
        ...describe(words => words.decisions.topic),
        autocomplete: true,
        max_length: 200,
      },
      {
        type: ApplicationCommandOptionType.User,
        name: 'person',
        ...describe(words => words.decisions.person),
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'status',
        ...describe(words => words.decisions.status),
        choices: decisionStatuses.map(value => ({ ...name(words => words.statuses[value]), value })),
      },
    ],
  },
  execute: ({ options }, bot) =>
    bot.entries({
      kind: 'decision',
      words: options.getString('search') ?? '',
      personId: options.getUser('person')?.id ?? null,
      status: decisionStatuses.find(each => each === options.getString('status')) ?? null,
      topic: options.getString('topic'),
    }),
  suggest: (_, { topics }) => topics(),
} satisfies SlashCommand;
