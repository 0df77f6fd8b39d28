import { ChannelType, ApplicationCommandOptionType as Type } from 'discord.js';
import { messagesSearched } from '../src/app/engine-request.ts';
import { longestQuestion } from '../src/core/prompt/answer.ts';
import type { SlashCommand } from '../src/io/discord/bot.ts';
import { replyPrivately } from '../src/io/discord/interaction/reply.ts';
import { describe, inServers, option, readableTypes } from './localized.ts';
import { suggestSinceFor, toSinceWords } from './since.ts';

export const askCommand = {
  kind: 'slash',
  definition: {
    ...inServers,
    name: 'ask',
    ...describe('bot.commands.ask.description'),
    options: [
      option(Type.String, 'question', 'bot.commands.ask.question', {
        required: true,
        max_length: longestQuestion,
      }),
      option(Type.Channel, 'channel', 'bot.commands.ask.channel', {
        channel_types: [...readableTypes],
      }),
      option(Type.String, 'since', 'bot.commands.ask.since', { autocomplete: true, max_length: 200 }),
    ],
  },
  execute: async context => {
    const { options } = context.interaction;
    const question = options.getString('question', true).trim();
    if (question === '') return replyPrivately(context.interaction, context.t('bot.ask.noQuestion'));
    const channel = options.getChannel('channel');
    const since = toSinceWords(options.getString('since'));
    const isCategory = channel?.type === ChannelType.GuildCategory;
    await context.summarize(context, {
      request: {
        detail: 'brief',
        question,
        ...(channel === null ? { everywhere: true } : { messages: messagesSearched }),
        ...(isCategory && { categoryId: channel.id }),
        ...(since !== null && { since }),
      },
      channelId: isCategory ? null : (channel?.id ?? null),
      isPrivate: true,
      goesOn: true,
    });
  },
  suggest: ({ interaction }) => suggestSinceFor(interaction),
} satisfies SlashCommand;
