import {
  type APIChannel,
  type APIDMChannel,
  type APIThreadChannel,
  type APIThreadMember,
  ChannelFlags,
  ChannelType,
} from 'discord-api-types/v10';
import { listHistory } from '../lookup.ts';
import { permissionsIn } from '../permissions.ts';
import type { Channel, State, Thread } from '../state.ts';
import { NO_FLAGS, toMemberPayload, userPayloadOf } from './people.ts';

/** Any channel as in REST and gateway payloads. */
export function toChannelPayload(state: State, channel: Channel): APIChannel {
  if (channel.guildId === null) return toDirectChannel(state, channel);
  if (channel.thread) return toThreadPayload(state, channel, channel.thread);
  return toGuildChannel(channel);
}

/** A channel as in the `resolved` part of an interaction: with its invoker's permissions. */
export function toResolvedChannel(state: State, channel: Channel, userId: string): object {
  return {
    ...toChannelPayload(state, channel),
    permissions: permissionsIn(state, userId, channel).toString(),
  };
}

function toDirectChannel(state: State, channel: Channel): APIDMChannel {
  return {
    id: channel.id,
    type: ChannelType.DM,
    name: null,
    flags: NO_FLAGS,
    last_message_id: channel.lastMessageId,
    recipients: channel.recipientIds
      .filter(id => id !== state.application.id)
      .map(id => userPayloadOf(state, id)),
  };
}

function toGuildChannel(channel: Channel): APIChannel {
  const isVoice = channel.type === ChannelType.GuildVoice || channel.type === ChannelType.GuildStageVoice;
  const isForum = channel.type === ChannelType.GuildForum || channel.type === ChannelType.GuildMedia;
  const payload = {
    id: channel.id,
    type: channel.type,
    guild_id: channel.guildId,
    name: channel.name,
    position: channel.position,
    parent_id: channel.parentId,
    topic: channel.topic,
    nsfw: channel.isAgeRestricted ?? false,
    flags: channel.isTagRequired ? ChannelFlags.RequireTag : NO_FLAGS,
    rate_limit_per_user: 0,
    last_message_id: channel.lastMessageId,
    permission_overwrites: [...channel.overwrites.values()].map(overwrite => ({
      id: overwrite.id,
      type: overwrite.kind === 'role' ? 0 : 1,
      allow: overwrite.allow.toString(),
      deny: overwrite.deny.toString(),
    })),
    ...(isVoice ? { bitrate: 64_000, user_limit: 0, rtc_region: null } : {}),
    ...(isForum
      ? {
          available_tags: channel.tags.map(tag => ({
            id: tag.id,
            name: tag.name,
            moderated: tag.isModerated,
            emoji_id: null,
            emoji_name: null,
          })),
          default_reaction_emoji: null,
          default_sort_order: null,
          default_forum_layout: 0,
        }
      : {}),
  };
  return payload as APIChannel; // one literal for nine channel types; the description's schema checks each
}

export function toThreadPayload(state: State, channel: Channel, thread: Thread): APIThreadChannel {
  const own = thread.memberIds.get(state.application.id);
  // The count of a thread does not include the message it was started from.
  const startedWith = state.messages.get(channel.id)?.has(channel.id) ? 1 : 0;
  const kept = listHistory(state, channel.id).length - startedWith;
  const parent = state.channels.get(channel.parentId ?? '');
  const payload = {
    id: channel.id,
    type: channel.type,
    guild_id: channel.guildId,
    parent_id: channel.parentId,
    owner_id: thread.ownerId,
    name: channel.name,
    flags: NO_FLAGS,
    last_message_id: channel.lastMessageId,
    rate_limit_per_user: 0,
    message_count: Math.max(0, kept),
    total_message_sent: thread.sentCount,
    member_count: Math.min(50, thread.memberIds.size),
    thread_metadata: {
      archived: thread.isArchived,
      locked: thread.isLocked,
      auto_archive_duration: thread.autoArchiveMinutes,
      archive_timestamp: new Date(thread.archiveChangedAtMs).toISOString(),
      create_timestamp: new Date(thread.createdAtMs).toISOString(),
      ...(thread.isPrivate ? { invitable: true } : {}),
    },
    ...(parent?.type === ChannelType.GuildForum ? { applied_tags: [...thread.appliedTags] } : {}),
    ...(own === undefined ? {} : { member: toThreadMember(state, channel, thread, state.application.id) }),
  };
  return payload as APIThreadChannel;
}

export function toThreadMember(
  state: State,
  channel: Channel,
  thread: Thread,
  userId: string,
  withMember = false,
): APIThreadMember {
  const member = state.guilds.get(channel.guildId ?? '')?.members.get(userId);
  return {
    id: channel.id,
    user_id: userId,
    join_timestamp: new Date(thread.memberIds.get(userId) ?? thread.createdAtMs).toISOString(),
    flags: NO_FLAGS,
    ...(withMember && member ? { member: toMemberPayload(state, member) } : {}),
  };
}
