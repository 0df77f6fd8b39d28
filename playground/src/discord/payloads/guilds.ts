import type { APIGuild, APIUnavailableGuild } from 'discord-api-types/v10';
import { channelsOf, threadsOf } from '../lookup.ts';
import { canView } from '../permissions.ts';
import type { Guild, State } from '../state.ts';
import { toChannelPayload } from './channels.ts';
import { toMemberPayload, toRolePayload } from './people.ts';

export function toGuildPayload(guild: Guild): APIGuild {
  const payload = {
    id: guild.id,
    name: guild.name,
    icon: null,
    description: null,
    home_header: null,
    splash: null,
    discovery_splash: null,
    features: [],
    banner: null,
    owner_id: guild.ownerId,
    application_id: null,
    region: 'deprecated',
    afk_channel_id: null,
    afk_timeout: 300,
    system_channel_id: null,
    system_channel_flags: 0,
    widget_enabled: false,
    widget_channel_id: null,
    verification_level: 0,
    roles: [...guild.roles.values()].map(toRolePayload),
    default_message_notifications: 0,
    mfa_level: 0,
    explicit_content_filter: 0,
    max_presences: null,
    max_members: 500_000,
    max_stage_video_channel_users: 50,
    max_video_channel_users: 25,
    vanity_url_code: null,
    premium_tier: 0,
    premium_subscription_count: 0,
    preferred_locale: guild.locale,
    rules_channel_id: null,
    safety_alerts_channel_id: null,
    public_updates_channel_id: null,
    premium_progress_bar_enabled: false,
    nsfw: false,
    nsfw_level: 0,
    emojis: [],
    stickers: [],
    incidents_data: null,
    hub_type: null,
    approximate_member_count: guild.members.size,
    approximate_presence_count: guild.members.size,
  };
  return payload as unknown as APIGuild; // `nsfw` is in the description, not in the type
}

/**
 * A server in the payload of GUILD_CREATE. Without the presences intent, it contains only the bot as a member, so a bot
 * must request the others, as on Discord.
 */
export function toGuildCreate(state: State, guild: Guild): object {
  const { approximate_member_count, approximate_presence_count, ...payload } = toGuildPayload(guild);
  const me = guild.members.get(state.application.id);
  return {
    ...payload,
    joined_at: new Date(me?.joinedAtMs ?? guild.createdAtMs).toISOString(),
    large: guild.members.size > 50,
    unavailable: false,
    member_count: guild.members.size,
    members: me ? [toMemberPayload(state, me)] : [],
    channels: channelsOf(state, guild.id).map(channel => toChannelPayload(state, channel)),
    threads: threadsOf(state, guild.id)
      .filter(channel => !channel.thread?.isArchived && canView(state, state.application.id, channel))
      .map(channel => toChannelPayload(state, channel)),
    presences: [],
    voice_states: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
}

export function toUnavailable(guild: Guild): APIUnavailableGuild {
  return { id: guild.id, unavailable: true };
}
