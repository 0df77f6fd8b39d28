import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { Hono } from 'hono';
import { openText, requirePermission } from '../access.ts';
import {
  addReaction,
  clearReactions,
  listReactors,
  parseEmoji,
  removeReaction,
} from '../changes/reactions.ts';
import { refuse } from '../errors.ts';
import { findMessage } from '../lookup.ts';
import { userPayloadOf } from '../payloads/people.ts';
import { compareIds } from '../snowflake.ts';
import type { State } from '../state.ts';
import { readId, readWhole } from './query.ts';

const BASE = '/channels/:channel/messages/:message/reactions';

/** Reactions, as the bot. */
export function reactionRoutes(state: State): Hono {
  const me = state.application.id;
  const open = (channelId: string, messageId: string) => {
    const access = openText(state, me, channelId);
    requirePermission(access.permissions, Flags.ReadMessageHistory);
    const message = findMessage(state, channelId, messageId);
    if (message.ephemeralTo !== null) throw refuse('unknownMessage');
    if (access.channel.thread?.isArchived) throw refuse('threadArchived');
    return { ...access, message };
  };
  return new Hono()
    .get(`${BASE}/:emoji`, context => {
      const { channel, message } = {
        channel: openText(state, me, context.req.param('channel')),
        message: findMessage(state, context.req.param('channel'), context.req.param('message')),
      };
      requirePermission(channel.permissions, Flags.ReadMessageHistory);
      const limit = readWhole('limit', context.req.query('limit'), { min: 1, max: 100, byDefault: 25 });
      const after = readId('after', context.req.query('after'));
      const ids = [...listReactors(message, context.req.param('emoji'))].sort(compareIds);
      const rest = ids.filter(id => after === null || compareIds(id, after) > 0);
      return context.json(rest.slice(0, limit).map(id => userPayloadOf(state, id)));
    })
    .put(`${BASE}/:emoji/:user`, context => {
      const { permissions, message } = open(context.req.param('channel'), context.req.param('message'));
      if (context.req.param('user') !== '@me') throw refuse('notFound');
      const emoji = context.req.param('emoji');
      if (!isEmoji(emoji)) throw refuse('unknownEmoji');
      if (listReactors(message, emoji).length === 0) requirePermission(permissions, Flags.AddReactions);
      addReaction(state, message, me, emoji);
      return context.body(null, 204);
    })
    .delete(`${BASE}/:emoji/:user`, context => {
      const { permissions, message } = open(context.req.param('channel'), context.req.param('message'));
      const user = context.req.param('user');
      if (user !== '@me') requirePermission(permissions, Flags.ManageMessages);
      removeReaction(state, message, user === '@me' ? me : user, context.req.param('emoji'));
      return context.body(null, 204);
    })
    .delete(`${BASE}/:emoji`, context => {
      const { permissions, message } = open(context.req.param('channel'), context.req.param('message'));
      requirePermission(permissions, Flags.ManageMessages);
      for (const id of listReactors(message, context.req.param('emoji'))) {
        removeReaction(state, message, id, context.req.param('emoji'));
      }
      return context.body(null, 204);
    })
    .delete(BASE, context => {
      const { permissions, message } = open(context.req.param('channel'), context.req.param('message'));
      requirePermission(permissions, Flags.ManageMessages);
      clearReactions(state, message);
      return context.body(null, 204);
    });
}

function isEmoji(text: string): boolean {
  return (
    parseEmoji(text).id !== null ||
    /\p{Extended_Pictographic}|\p{Emoji_Presentation}|[\d#*]\u{fe0f}?\u{20e3}|\p{RI}\p{RI}/u.test(text)
  );
}
