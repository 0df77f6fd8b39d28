import {
  InteractionContextType as Context,
  type InteractionType,
  GatewayDispatchEvents as Names,
} from 'discord-api-types/v10';
import { findChannel } from '../lookup.ts';
import { toChannelPayload } from '../payloads/channels.ts';
import { PERSON, toMessagePayload } from '../payloads/messages.ts';
import { toInteractionMember, userPayloadOf } from '../payloads/people.ts';
import { permissionsIn } from '../permissions.ts';
import type { Interaction, Message, State } from '../state.ts';

/** An interaction before it has an id and a token. */
type InteractionDraft = {
  readonly type: InteractionType;
  readonly userId: string;
  readonly channelId: string;
  readonly data: object;
  readonly source?: Message | null;
  readonly commandName?: string | null;
  readonly targetId?: string | null;
};

const ATTACHMENT_SIZE_LIMIT = 10 * 1024 * 1024;

/** Sends an interaction to the bot, even from a channel that the bot cannot view. */
export function createInteraction(state: State, draft: InteractionDraft): Interaction {
  const channel = findChannel(state, draft.channelId);
  const id = state.nextId();
  const interaction: Interaction = {
    id,
    token: Buffer.from(`interaction:${id}:${draft.userId}`).toString('base64url'),
    type: draft.type,
    createdAtMs: state.clock.steadyNow(),
    userId: draft.userId,
    channelId: channel.id,
    guildId: channel.guildId,
    sourceMessageId: draft.source?.id ?? null,
    commandName: draft.commandName ?? null,
    targetId: draft.targetId ?? null,
    answer: { kind: 'none' },
    lastProblem: null,
    originalId: null,
    followUpIds: [],
  };
  state.interactions.set(id, interaction);
  const payload = toInteractionPayload(state, interaction, draft);
  state.events.publish({
    name: Names.InteractionCreate,
    intents: 0,
    guildId: channel.guildId,
    isForBot: true,
    toPayload: () => payload,
  });
  return interaction;
}

function toInteractionPayload(state: State, interaction: Interaction, draft: InteractionDraft): object {
  const channel = findChannel(state, interaction.channelId);
  const guild = state.guilds.get(channel.guildId ?? '');
  const member = guild?.members.get(interaction.userId);
  const isMember = guild
    ? guild.members.has(state.application.id)
    : channel.recipientIds.includes(state.application.id);
  const locale = state.users.get(interaction.userId)?.locale ?? 'en-US';
  return {
    id: interaction.id,
    application_id: state.application.id,
    type: interaction.type,
    token: interaction.token,
    version: 1,
    data: draft.data,
    channel_id: channel.id,
    channel: {
      ...toChannelPayload(state, channel),
      permissions: permissionsIn(state, interaction.userId, channel).toString(),
    },
    locale,
    app_permissions: permissionsIn(state, state.application.id, channel).toString(),
    entitlements: [],
    authorizing_integration_owners: {
      ...(isMember && { 0: guild?.id ?? '0' }),
      ...(state.installedFor.has(interaction.userId) && { 1: interaction.userId }),
    },
    context: guild ? Context.Guild : isMember ? Context.BotDM : Context.PrivateChannel,
    attachment_size_limit: ATTACHMENT_SIZE_LIMIT,
    ...(guild
      ? {
          guild_id: guild.id,
          guild: { id: guild.id, locale: guild.locale, features: [] },
          guild_locale: guild.locale,
        }
      : {}),
    ...(member
      ? { member: toInteractionMember(state, member, channel) }
      : { user: userPayloadOf(state, interaction.userId) }),
    ...(draft.source ? { message: toMessagePayload(state, draft.source, PERSON) } : {}),
  };
}
