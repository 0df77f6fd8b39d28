import { ApplicationCommandOptionType as Type } from 'discord.js';
import { sinceChoices } from '../src/core/time-words.ts';
import type { SlashCommand } from '../src/io/discord/bot.ts';
import { replyPrivately } from '../src/io/discord/interaction/reply.ts';
import { answerTopic, suggestTopics } from '../src/io/discord/topics.ts';
import { describe, inServers, name, option } from './localized.ts';
import { suggestSinceFor, toSinceWords } from './since.ts';

const wheres = ['everywhere', 'here'] as const;

export const catchupCommand = {
  kind: 'slash',
  definition: {
    ...inServers,
    name: 'catchup',
    ...describe('bot.catchup.command.description'),
    options: [
      option(Type.String, 'where', 'bot.catchup.command.where', {
        choices: wheres.map(value => ({ ...name(`bot.catchup.command.wheres.${value}`), value })),
      }),
      option(Type.String, 'since', 'bot.catchup.command.since', { autocomplete: true, max_length: 200 }),
      option(Type.String, 'topic', 'bot.topics.option', { autocomplete: true, max_length: 200 }),
    ],
  },
  execute: async context => {
    const { interaction } = context;
    const topic = interaction.options.getString('topic');
    const unused = ['where', 'since'].filter(each => interaction.options.getString(each) !== null);
    if (topic !== null && unused.length > 0) {
      const options = context.t.list(unused.map(each => `\`${each}:\``));
      return replyPrivately(interaction, context.t('bot.topics.unused', { options }));
    }
    if (topic !== null) return answerTopic(context, topic);
    const since = toSinceWords(interaction.options.getString('since'));
    const isHere = interaction.options.getString('where') === 'here';
    await context.summarize(context, {
      request: isHere
        ? { detail: 'standard', since: since ?? sinceChoices.ownLast }
        : { detail: 'brief', everywhere: true, ...(since !== null && { since }) },
      channelId: null,
      isPrivate: true,
    });
  },
  suggest: context => {
    const { options } = context.interaction;
    return options.getFocused(true).name === 'topic'
      ? suggestTopics(context)
      : suggestSinceFor(context.interaction, options.getString('where') === 'here');
  },
} satisfies SlashCommand;
