import { ChannelType } from 'discord-api-types/v10';
import { Hono } from 'hono';
import { z } from 'zod';
import { addChannel } from '../changes/guilds.ts';
import { refuse } from '../errors.ts';
import { parseForm, snowflake } from '../limits/form.ts';
import { findUser } from '../lookup.ts';
import { toChannelPayload } from '../payloads/channels.ts';
import { toUserPayload, userPayloadOf } from '../payloads/people.ts';
import type { Channel, State } from '../state.ts';
import { readBody } from './body.ts';

/** Users and direct channels, as the bot. */
export function userRoutes(state: State): Hono {
  const me = state.application.id;
  return new Hono()
    .post('/users/@me/channels', async context => {
      const { json } = await readBody(context);
      const body = parseForm(z.object({ recipient_id: snowflake() }), json);
      const user = findUser(state, body.recipient_id);
      if (user.id === me) throw refuse('cannotMessageUser');
      return context.json(toChannelPayload(state, openDirect(state, user.id)));
    })
    .get('/users/:user', context => {
      const id = context.req.param('user');
      if (id !== '@me') return context.json(toUserPayload(findUser(state, id)));
      const own = { ...userPayloadOf(state, me), bio: '', mfa_enabled: false, locale: 'en-US' };
      return context.json({ ...own, premium_type: 0, email: null, verified: true });
    });
}

/** The direct channel between the bot and this person. */
export function openDirect(state: State, userId: string): Channel {
  for (const channel of state.channels.values()) {
    if (channel.type === ChannelType.DM && channel.recipientIds.includes(userId)) return channel;
  }
  const channel: Channel = {
    id: state.nextId(),
    guildId: null,
    type: ChannelType.DM,
    name: '',
    topic: null,
    parentId: null,
    position: 0,
    overwrites: new Map(),
    recipientIds: [userId, state.application.id],
    tags: [],
    thread: null,
    lastMessageId: null,
  };
  addChannel(state, channel);
  return channel;
}
