import type { APIGuildMember, APIInteractionGuildMember, APIRole, APIUser } from 'discord-api-types/v10';
import { permissionsIn } from '../permissions.ts';
import type { Channel, Member, Role, State, User } from '../state.ts';

/** Typed as a number because the literal 0 is not in Discord's flag enums. */
export const NO_FLAGS: number = 0;

/** The API description requires more fields of a user than the type package. */
type UserPayload = APIUser & { readonly flags: number; readonly public_flags: number };

export function toUserPayload(user: User): UserPayload {
  return {
    id: user.id,
    username: user.username,
    discriminator: user.isBot ? '0001' : '0',
    global_name: user.globalName,
    avatar: null,
    avatar_decoration_data: null,
    collectibles: null,
    primary_guild: null,
    public_flags: NO_FLAGS,
    flags: NO_FLAGS,
    ...(user.isBot ? { bot: true } : {}),
  };
}

/** The user with an id; unknown people (deleted accounts) may still have written messages. */
export function userPayloadOf(state: State, id: string): UserPayload {
  const user = state.users.get(id);
  return toUserPayload(
    user ?? { id, username: 'deleted_user', globalName: null, isBot: false, locale: 'en-US' },
  );
}

type MemberWithoutUser = Omit<APIGuildMember, 'user'>;

export function toMemberWithoutUser(member: Member): MemberWithoutUser {
  return {
    avatar: null,
    banner: null,
    nick: member.nick,
    roles: [...member.roles],
    joined_at: new Date(member.joinedAtMs).toISOString(),
    premium_since: null,
    pending: false,
    deaf: false,
    mute: false,
    flags: NO_FLAGS,
    communication_disabled_until:
      member.timedOutUntilMs === null ? null : new Date(member.timedOutUntilMs).toISOString(),
  };
}

export function toMemberPayload(state: State, member: Member): APIGuildMember {
  return { ...toMemberWithoutUser(member), user: userPayloadOf(state, member.userId) };
}

/** A member in the payload of an interaction: with their permissions in the channel. */
export function toInteractionMember(
  state: State,
  member: Member,
  channel: Channel,
): APIInteractionGuildMember {
  const payload = toMemberPayload(state, member);
  return { ...payload, permissions: permissionsIn(state, member.userId, channel).toString() };
}

export function toRolePayload(role: Role): APIRole {
  return {
    id: role.id,
    name: role.name,
    permissions: role.permissions.toString(),
    position: role.position,
    color: 0,
    colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
    hoist: false,
    managed: role.botId !== null,
    mentionable: role.isMentionable,
    icon: null,
    unicode_emoji: null,
    flags: NO_FLAGS,
    ...(role.botId === null ? {} : { tags: { bot_id: role.botId } }),
  };
}
