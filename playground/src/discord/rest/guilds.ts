import { AuditLogEvent, PermissionFlagsBits } from 'discord-api-types/v10';
import { Hono } from 'hono';
import { requirePermission } from '../access.ts';
import { removeMember } from '../changes/guilds.ts';
import { refuse } from '../errors.ts';
import { channelsOf, findGuild, findMember } from '../lookup.ts';
import { toChannelPayload } from '../payloads/channels.ts';
import { toGuildPayload } from '../payloads/guilds.ts';
import { toMemberPayload, toRolePayload, userPayloadOf } from '../payloads/people.ts';
import { toBasePermissions } from '../permissions.ts';
import { compareIds } from '../snowflake.ts';
import type { Guild, State } from '../state.ts';
import { readId, readWhole } from './query.ts';

/** Servers, their channels, roles and members, as the bot. */
export function guildRoutes(state: State): Hono {
  const me = state.application.id;
  const open = (id: string): Guild => {
    const guild = findGuild(state, id);
    if (!guild.members.has(me)) throw refuse('missingAccess');
    return guild;
  };
  const membersOf = (guild: Guild) =>
    [...guild.members.values()].sort((a, b) => compareIds(a.userId, b.userId));

  return new Hono()
    .get('/guilds/:guild', context => {
      const { approximate_member_count, approximate_presence_count, ...guild } = toGuildPayload(
        open(context.req.param('guild')),
      );
      const counts = { approximate_member_count, approximate_presence_count };
      return context.json(context.req.query('with_counts') === 'true' ? { ...guild, ...counts } : guild);
    })
    .get('/guilds/:guild/channels', context => {
      const guild = open(context.req.param('guild'));
      return context.json(channelsOf(state, guild.id).map(channel => toChannelPayload(state, channel)));
    })
    .get('/guilds/:guild/roles', context => {
      const guild = open(context.req.param('guild'));
      return context.json([...guild.roles.values()].map(toRolePayload));
    })
    .get('/guilds/:guild/roles/:role', context => {
      const role = open(context.req.param('guild')).roles.get(context.req.param('role'));
      if (!role) throw refuse('unknownRole');
      return context.json(toRolePayload(role));
    })
    .get('/guilds/:guild/audit-logs', context => {
      // The log has one kind of entry: who added the bot.
      const guild = open(context.req.param('guild'));
      requirePermission(toBasePermissions(guild, findMember(guild, me)), PermissionFlagsBits.ViewAuditLog);
      const type = context.req.query('action_type') ?? `${AuditLogEvent.BotAdd}`;
      const limit = readWhole('limit', context.req.query('limit'), { min: 1, max: 100, byDefault: 50 });
      const added = type === `${AuditLogEvent.BotAdd}` ? [...guild.botAdded].reverse().slice(0, limit) : [];
      return context.json({
        audit_log_entries: added.map(([id, inviterId]) => ({
          id,
          action_type: AuditLogEvent.BotAdd,
          user_id: inviterId,
          target_id: me,
        })),
        users: [...new Set(added.map(([, inviterId]) => inviterId))].map(id => userPayloadOf(state, id)),
        integrations: [],
        webhooks: [],
        guild_scheduled_events: [],
        threads: [],
        application_commands: [],
        auto_moderation_rules: [],
      });
    })
    .get('/guilds/:guild/members', context => {
      const guild = open(context.req.param('guild'));
      if (!state.application.approved.members) throw refuse('missingAccess');
      const limit = readWhole('limit', context.req.query('limit'), { min: 1, max: 1000, byDefault: 1 });
      const after = readId('after', context.req.query('after'));
      const rest = membersOf(guild).filter(one => after === null || compareIds(one.userId, after) > 0);
      return context.json(rest.slice(0, limit).map(member => toMemberPayload(state, member)));
    })
    .get('/guilds/:guild/members/search', context => {
      const guild = open(context.req.param('guild'));
      const query = (context.req.query('query') ?? '').toLowerCase();
      const limit = readWhole('limit', context.req.query('limit'), { min: 1, max: 1000, byDefault: 1 });
      const found = membersOf(guild).filter(member => {
        const user = state.users.get(member.userId);
        return [user?.username, member.nick].some(name => name?.toLowerCase().startsWith(query));
      });
      return context.json(found.slice(0, limit).map(member => toMemberPayload(state, member)));
    })
    .get('/guilds/:guild/members/:user', context => {
      const guild = open(context.req.param('guild'));
      return context.json(toMemberPayload(state, findMember(guild, context.req.param('user'))));
    })
    .get('/users/@me/guilds', context => {
      const limit = readWhole('limit', context.req.query('limit'), { min: 1, max: 200, byDefault: 200 });
      const after = BigInt(context.req.query('after') ?? 0);
      const withCounts = context.req.query('with_counts') === 'true';
      const mine = [...state.guilds.values()]
        .sort((a, b) => compareIds(a.id, b.id))
        .flatMap(guild => {
          const member = BigInt(guild.id) > after ? guild.members.get(me) : undefined;
          return member ? [{ guild, member }] : [];
        });
      return context.json(
        mine.slice(0, limit).map(({ guild, member }) => ({
          ...(withCounts && { approximate_member_count: guild.members.size }),
          id: guild.id,
          name: guild.name,
          icon: null,
          banner: null,
          owner: guild.ownerId === me,
          permissions: toBasePermissions(guild, member).toString(),
          features: [],
        })),
      );
    })
    .delete('/users/@me/guilds/:guild', context => {
      removeMember(state, open(context.req.param('guild')), me);
      return context.body(null, 204);
    });
}
