import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
} from 'discord.js';
import { actionStatuses } from '../src/core/decisions/entry.ts';
import { answerEntries } from '../src/io/discord/decisions/entry-command.ts';
import type { SlashCommand } from '../src/io/discord/interaction/route-command.ts';
import { suggestTopics } from '../src/io/discord/topics.ts';
import { describe, name } from './options/localized.ts';

const whoses = ['mine', 'all'] as const;

export const actionsCommand = {
  kind: 'slash',
  definition: {
    type: ApplicationCommandType.ChatInput,
    name: 'actions',
    ...describe('bot.decisions.actions.description'),
    contexts: [InteractionContextType.Guild],
    integration_types: [ApplicationIntegrationType.GuildInstall],
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'whose',
        ...describe('bot.decisions.actions.whose'),
        choices: whoses.map(value => ({ ...name(`bot.decisions.actions.whoses.${value}`), value })),
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'search',
        ...describe('bot.decisions.actions.search'),
        max_length: 44,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'topic',
        ...describe('bot.decisions.actions.topic'),
        autocomplete: true,
        max_length: 200,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'status',
        ...describe('bot.decisions.actions.status'),
        choices: actionStatuses.map(value => ({ ...name(`summary.statuses.${value}`), value })),
      },
    ],
  },
  execute: context => {
    const { options, user } = context.interaction;
    return answerEntries(context, {
      kind: 'action',
      words: options.getString('search') ?? '',
      personId: options.getString('whose') === 'all' ? null : user.id,
      status: actionStatuses.find(each => each === options.getString('status')) ?? 'open',
      topic: options.getString('topic'),
    });
  },
  suggest: suggestTopics,
} satisfies SlashCommand;
