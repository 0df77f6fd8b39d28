import { ChannelType, ApplicationCommandOptionType as Type } from 'discord.js';
import { suggestLanguages } from '../src/app/languages.ts';
import { details } from '../src/core/claims/summary.ts';
import { maxMessagesSetting } from '../src/core/settings.ts';
import type { SlashCommand } from '../src/io/discord/bot.ts';
import { isForUserOnly, maxFocus } from '../src/io/discord/interaction/context.ts';
import { replyPrivately } from '../src/io/discord/interaction/reply.ts';
import { toLanguage } from './language.ts';
import { describe, detailChoices, forPeople, inServers, option, readableTypes } from './localized.ts';
import { suggestSinceFor, toSinceWords } from './since.ts';

/** A file is read as a whole, and from nowhere else. */
const unusedWithFile = ['messages', 'since', 'channel'];

/** Discord takes ten. Code and other texts are read too, from the command line and the HTTP API. */
const fileTypes = [
  ...['.txt', '.md', '.log', '.csv', '.tsv'],
  ...['.json', '.jsonl', '.zip', '.vtt', '.srt'],
] as const;

export const summarizeCommand = {
  kind: 'slash',
  definition: {
    ...inServers,
    ...forPeople,
    name: 'summarize',
    ...describe('bot.commands.summarize.description'),
    options: [
      option(Type.Integer, 'messages', 'bot.commands.summarize.messages', {
        min_value: 1,
        max_value: maxMessagesSetting.max,
      }),
      option(Type.String, 'since', 'bot.commands.summarize.since', { autocomplete: true, max_length: 200 }),
      option(Type.Channel, 'channel', 'bot.commands.summarize.channel', {
        channel_types: [...readableTypes],
      }),
      option(Type.String, 'detail', 'bot.commands.summarize.detail', { choices: detailChoices }),
      option(Type.String, 'language', 'bot.commands.summarize.language', {
        autocomplete: true,
        max_length: 100,
      }),
      option(Type.Boolean, 'private', 'bot.commands.summarize.private'),
      option(Type.String, 'focus', 'bot.commands.summarize.focus', { max_length: maxFocus }),
      option(Type.Attachment, 'file', 'bot.commands.summarize.file', { file_types: [...fileTypes] }),
    ],
  },
  execute: async context => {
    const { options } = context.interaction;
    const messages = options.getInteger('messages');
    // A modified client may send any number.
    const count =
      messages === null ? null : Math.min(Math.max(1, Math.trunc(messages)), maxMessagesSetting.max);
    const since = toSinceWords(options.getString('since'));
    const detail = details.find(each => each === options.getString('detail'));
    const language = options.getString('language');
    const focus = options.getString('focus')?.trim();
    const file = options.getAttachment('file');
    const channel = options.getChannel('channel');
    const isCategory = channel?.type === ChannelType.GuildCategory;
    const written = {
      detail: detail ?? 'standard',
      ...(language !== null && { language: toLanguage(language, context.t) }),
      ...(focus && { focus }),
    };
    if (file !== null) {
      const isPublic = options.getBoolean('private') === false;
      const unused = [...unusedWithFile.filter(each => options.get(each)), ...(isPublic ? ['private'] : [])];
      const wanted = { file, unused: unused.map(each => `\`${each}:\``) };
      return context.summarize(context, { request: written, file: wanted, channelId: null, isPrivate: true });
    }
    if (context.interaction.guildId === null || isForUserOnly(context.interaction))
      return replyPrivately(context.interaction, context.t('bot.forUserOnly'));
    await context.summarize(context, {
      request: {
        ...written,
        ...(isCategory && { categoryId: channel.id }),
        ...(since !== null && { since }),
        ...(count !== null && { messages: count }),
      },
      channelId: isCategory ? null : (channel?.id ?? null),
      isPrivate: options.getBoolean('private') ?? true,
    });
  },
  suggest: ({ interaction }) => {
    const { name, value } = interaction.options.getFocused(true);
    return name === 'language' ? suggestLanguages(value, interaction.locale) : suggestSinceFor(interaction);
  },
} satisfies SlashCommand;
