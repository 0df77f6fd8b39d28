import { type Refusal, refuse } from './errors.ts';
import type { Channel, Guild, Interaction, Member, Message, State, User } from './state.ts';

/** An object or its id. */
export type Ref = string | { readonly id: string };

export function idOf(ref: Ref): string {
  return typeof ref === 'string' ? ref : ref.id;
}

function found<T>(value: T | undefined, otherwise: Refusal): T {
  if (value === undefined) throw refuse(otherwise);
  return value;
}

export function findUser(state: State, id: string): User {
  return found(state.users.get(id), 'unknownUser');
}

export function findGuild(state: State, id: string): Guild {
  return found(state.guilds.get(id), 'unknownGuild');
}

export function findMember(guild: Guild, userId: string): Member {
  return found(guild.members.get(userId), 'unknownMember');
}

export function findChannel(state: State, id: string): Channel {
  return found(state.channels.get(id), 'unknownChannel');
}

export function findMessage(state: State, channelId: string, id: string): Message {
  return found(state.messages.get(channelId)?.get(id), 'unknownMessage');
}

export function findMessageAnywhere(state: State, id: string): Message | null {
  for (const messages of state.messages.values()) {
    const message = messages.get(id);
    if (message) return message;
  }
  return null;
}

/** An interaction by the secret token in the URL, which is the only way to it. */
export function findInteractionByToken(state: State, token: string): Interaction | null {
  for (const interaction of state.interactions.values()) if (interaction.token === token) return interaction;
  return null;
}

/** A channel's messages, oldest first, without ephemeral ones, which are never in the history. */
export function listHistory(state: State, channelId: string): Message[] {
  const messages = [...(state.messages.get(channelId)?.values() ?? [])];
  return messages.filter(message => message.ephemeralTo === null);
}

export function threadsOf(state: State, guildId: string): Channel[] {
  return state.channels.ofGuild(guildId).filter(channel => channel.thread);
}

export function channelsOf(state: State, guildId: string): Channel[] {
  return state.channels.ofGuild(guildId).filter(channel => !channel.thread);
}
