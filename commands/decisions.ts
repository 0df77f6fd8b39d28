import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
} from 'discord.js';
import { decisionStatuses } from '../src/core/decisions/entry.ts';
import { answerEntries } from '../src/io/discord/decisions/entry-command.ts';
import type { SlashCommand } from '../src/io/discord/interaction/route-command.ts';
import { suggestTopics } from '../src/io/discord/topics.ts';
import { describe, name } from './options/localized.ts';

export const decisionsCommand = {
  kind: 'slash',
  definition: {
    type: ApplicationCommandType.ChatInput,
    name: 'decisions',
    ...describe('bot.decisions.command.description'),
    contexts: [InteractionContextType.Guild],
    integration_types: [ApplicationIntegrationType.GuildInstall],
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'search',
        ...describe('bot.decisions.command.search'),
        max_length: 44,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'topic',
        ...describe('bot.decisions.command.topic'),
        autocomplete: true,
        max_length: 200,
      },
      {
        type: ApplicationCommandOptionType.User,
        name: 'person',
        ...describe('bot.decisions.command.person'),
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'status',
        ...describe('bot.decisions.command.status'),
        choices: decisionStatuses.map(value => ({ ...name(`summary.statuses.${value}`), value })),
      },
    ],
  },
  execute: context => {
    const { options } = context.interaction;
    return answerEntries(context, {
      kind: 'decision',
      words: options.getString('search') ?? '',
      personId: options.getUser('person')?.id ?? null,
      status: decisionStatuses.find(each => each === options.getString('status')) ?? null,
      topic: options.getString('topic'),
    });
  },
  suggest: suggestTopics,
} satisfies SlashCommand;
