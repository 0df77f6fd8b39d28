import { ApplicationCommandOptionType, ChannelType } from 'discord.js';
import { details } from '../src/core/claims/summary.ts';
import { maxMessagesSetting } from '../src/core/settings.ts';
import type { SlashCommand } from '../src/io/discord/bot.ts';
import { maxFocus } from '../src/io/discord/interaction/context.ts';
import { allTexts } from '../src/render/texts.ts';
import { describe, inServers, name } from './localized.ts';
import { suggestSinceFor, toSinceWords } from './since.ts';

/** A file is read as a whole, and from nowhere else. */
const unusedWithFile = ['messages', 'since', 'channel'];

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

export const summarizeCommand = {
  kind: 'slash',
  definition: {
    ...inServers,
    name: 'summarize',
    ...describe('bot.commands.summarize.description'),
    options: [
      {
        type: ApplicationCommandOptionType.Integer,
        name: 'messages',
        ...describe('bot.commands.summarize.messages'),
        min_value: 1,
        max_value: maxMessagesSetting.max,
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'since',
        ...describe('bot.commands.summarize.since'),
        autocomplete: true,
        max_length: 200,
      },
      {
        type: ApplicationCommandOptionType.Channel,
        name: 'channel',
        ...describe('bot.commands.summarize.channel'),
        channel_types: [
          ChannelType.GuildText,
          ChannelType.GuildAnnouncement,
          ChannelType.PublicThread,
          ChannelType.PrivateThread,
          ChannelType.AnnouncementThread,
          ChannelType.GuildVoice,
          ChannelType.GuildStageVoice,
          ChannelType.GuildCategory,
        ],
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'detail',
        ...describe('bot.commands.summarize.detail'),
        choices: details.map(detail => ({
          ...name(`bot.commands.summarize.details.${detail}`),
          value: detail,
        })),
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'language',
        ...describe('bot.commands.summarize.language'),
        choices: allTexts.map(t => ({ name: languageNames.of(t.tag) ?? t.tag, value: t.tag })),
      },
      {
        type: ApplicationCommandOptionType.Boolean,
        name: 'private',
        ...describe('bot.commands.summarize.private'),
      },
      {
        type: ApplicationCommandOptionType.String,
        name: 'focus',
        ...describe('bot.commands.summarize.focus'),
        max_length: maxFocus,
      },
      {
        type: ApplicationCommandOptionType.Attachment,
        name: 'file',
        ...describe('bot.commands.summarize.file'),
      },
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
      ...(language !== null && { language }),
      ...(focus && { focus }),
    };
    if (file !== null) {
      const isPublic = options.getBoolean('private') === false;
      const unused = [...unusedWithFile.filter(each => options.get(each)), ...(isPublic ? ['private'] : [])];
      const wanted = { file, unused: unused.map(each => `\`${each}:\``) };
      return context.summarize(context, { request: written, file: wanted, channelId: null, isPrivate: true });
    }
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
  suggest: ({ interaction }) => suggestSinceFor(interaction),
} satisfies SlashCommand;
