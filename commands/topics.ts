import { ApplicationCommandOptionType, ChannelType } from 'discord.js';
import type { SlashCommand } from '../src/io/discord/interaction/routes.ts';
import { answerTopics, suggestTopics } from '../src/io/discord/topics.ts';
import { describe, inServers } from './localized.ts';

export const topicsCommand = {
  kind: 'slash',
  definition: {
    ...inServers,
    name: 'topics',
    ...describe('bot.topics.command.description'),
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'topic',
        ...describe('bot.topics.command.topic'),
        autocomplete: true,
        max_length: 200,
      },
      {
        type: ApplicationCommandOptionType.Channel,
        name: 'channel',
        ...describe('bot.topics.command.channel'),
        channel_types: [
          ChannelType.GuildText,
          ChannelType.GuildAnnouncement,
          ChannelType.GuildForum,
          ChannelType.GuildVoice,
          ChannelType.GuildStageVoice,
          ChannelType.PublicThread,
          ChannelType.PrivateThread,
          ChannelType.AnnouncementThread,
        ],
      },
      {
        type: ApplicationCommandOptionType.User,
        name: 'member',
        ...describe('bot.topics.command.member'),
      },
    ],
  },
  execute: context => {
    const { options } = context.interaction;
    return answerTopics(context, {
      topic: options.getString('topic'),
      channelId: options.getChannel('channel')?.id ?? null,
      memberId: options.getUser('member')?.id ?? null,
    });
  },
  suggest: suggestTopics,
} satisfies SlashCommand;
