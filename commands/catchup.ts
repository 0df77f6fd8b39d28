import { ApplicationCommandOptionType } from 'discord.js';
import { sinceChoices } from '../src/core/time-words.ts';
import type { SlashCommand } from '../src/io/discord/interaction/routes.ts';
import { describe, inServers, name } from './localized.ts';
import { suggestSinceFor, toSinceWords } from './since.ts';

const wheres = ['here', 'everywhere'] as const;

export const catchupCommand = {
  kind: 'slash',
  definition: {
    ...inServers,
    name: 'catchup',
    ...describe('bot.catchup.command.description'),
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'where',
        ...describe('bot.catchup.command.where'),
        choices: wheres.map(value => ({ ...name(`bot.catchup.command.wheres.${value}`), value })),
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'since',
        ...describe('bot.catchup.command.since'),
        autocomplete: true,
        max_length: 200,
      },
    ],
  },
  execute: async context => {
    const { interaction } = context;
    const since = toSinceWords(interaction.options.getString('since'));
    if (interaction.options.getString('where') === 'everywhere') return context.catchUp(context, { since });
    await context.summarize(context, {
      request: { detail: 'standard', since: since ?? sinceChoices.ownLast },
      channelId: null,
      isPrivate: true,
    });
  },
  suggest: ({ interaction }) =>
    suggestSinceFor(interaction, interaction.options.getString('where') !== 'everywhere'),
} satisfies SlashCommand;
