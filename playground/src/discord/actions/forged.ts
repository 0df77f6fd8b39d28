import type { APIMessage, InteractionType } from 'discord-api-types/v10';
import { createInteraction } from '../interactions/create.ts';
import { firstAnswer, type InteractionView } from '../interactions/view.ts';
import { findChannel, findMessage, idOf, type Ref } from '../lookup.ts';
import { toResolvedChannel } from '../payloads/channels.ts';
import { toRolePayload } from '../payloads/people.ts';
import type { Channel, State } from '../state.ts';
import { type Resolved, resolveUser } from './options.ts';

type ForgeOptions = {
  readonly user: Ref;
  readonly channel: Ref;
  readonly type: InteractionType;
  readonly data: Readonly<Record<string, unknown>>;
  /** The message with the component. */
  readonly on?: Pick<APIMessage, 'id' | 'channel_id'>;
};

/** What a modified client sends: no check of the usual client, and none of Discord. */
export function createForgedActions(state: State) {
  return {
    forge: ({ user, channel: where, type, data, on }: ForgeOptions): Promise<InteractionView> => {
      const [userId, channel] = [idOf(user), findChannel(state, idOf(where))];
      const resolved = resolveAll(state, userId, channel, data);
      const source = on ? findMessage(state, on.channel_id, on.id) : null;
      const draft = {
        type,
        userId,
        channelId: channel.id,
        source,
        commandName: typeof data['name'] === 'string' ? data['name'] : null,
      };
      return firstAnswer(state, createInteraction(state, { ...draft, data: { ...data, resolved } }));
    },
  };
}

/** All people, roles and channels whose ids are in it. */
function resolveAll(state: State, userId: string, channel: Channel, data: object): Resolved {
  const resolved: Resolved = {};
  for (const [id] of JSON.stringify(data).matchAll(/\d{15,20}/g)) {
    const role = state.guilds.get(channel.guildId ?? '')?.roles.get(id);
    const named = state.channels.get(id);
    if (role) resolved.roles = { ...resolved.roles, [id]: toRolePayload(role) };
    if (state.users.has(id)) resolveUser({ state, userId, channel }, id, resolved);
    if (named) resolved.channels = { ...resolved.channels, [id]: toResolvedChannel(state, named, userId) };
  }
  return resolved;
}
