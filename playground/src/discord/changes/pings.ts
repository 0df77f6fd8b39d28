import { MessageType, PermissionFlagsBits } from 'discord-api-types/v10';
import { has, permissionsIn } from '../permissions.ts';
import type { AllowedMentions, Channel, Message, Pings, Reference, State } from '../state.ts';

/** The mentions in a message's text, before `allowed_mentions` is applied. */
type Asked = {
  readonly content: string;
  readonly authorId: string;
  readonly allowed: AllowedMentions | null;
  readonly reference: Reference | null;
  readonly type: MessageType;
};

/**
 * The pings of a message by Discord's rules for `allowed_mentions`: without it, all mentions in the text count; with
 * it, only the parsed kinds and the listed ids. @everyone also needs its author's permission.
 */
export function toPings(state: State, channel: Channel, asked: Asked): Pings {
  const allowed = asked.allowed ?? { parse: ['users', 'roles', 'everyone'], replied_user: true };
  const parse = new Set(allowed.parse ?? []);
  const mayPingUser = (id: string) => parse.has('users') || (allowed.users ?? []).includes(id);
  const mayPingRole = (id: string) => parse.has('roles') || (allowed.roles ?? []).includes(id);
  const userIds = new Set(
    idsIn(asked.content, /<@!?(\d+)>/g).filter(id => state.users.has(id) && mayPingUser(id)),
  );
  const replied = toRepliedAuthor(state, asked);
  if (replied !== null && allowed.replied_user === true) userIds.add(replied);
  const roles = state.guilds.get(channel.guildId ?? '')?.roles;
  const mayPingAll = has(permissionsIn(state, asked.authorId, channel), PermissionFlagsBits.MentionEveryone);
  const roleIds = idsIn(asked.content, /<@&(\d+)>/g).filter(id => {
    const role = roles?.get(id);
    return role !== undefined && mayPingRole(id) && (role.isMentionable || mayPingAll);
  });
  const everyone = parse.has('everyone') && mayPingAll && /@(everyone|here)\b/.test(asked.content);
  return { userIds: [...userIds], roleIds: [...new Set(roleIds)], everyone };
}

function toRepliedAuthor(state: State, asked: Asked): string | null {
  if (asked.type !== MessageType.Reply || asked.reference === null) return null;
  const target: Message | undefined = state.messages
    .get(asked.reference.channelId)
    ?.get(asked.reference.messageId ?? '');
  return target?.authorId ?? null;
}

function idsIn(content: string, pattern: RegExp): string[] {
  return [...content.matchAll(pattern)].flatMap(match => (match[1] === undefined ? [] : [match[1]]));
}
