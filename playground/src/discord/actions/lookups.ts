import { idOf, type Ref } from '../lookup.ts';
import { canView } from '../permissions.ts';
import type { Guild, State, User } from '../state.ts';

/** A person as others in a server see them. */
export type SeenPerson = {
  readonly id: string;
  readonly username: string;
  /** The name in this server. */
  readonly name: string;
  readonly isBot: boolean;
  readonly locale: string;
};

/** A server as its members see it. */
export type SeenGuild = {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string;
  readonly members: readonly SeenPerson[];
  readonly roles: readonly { readonly id: string; readonly name: string }[];
};

/** The target of a link to a message for one person; `newer` counts the messages below it. */
export type Found =
  | { readonly kind: 'here'; readonly newer: number }
  | { readonly kind: 'hidden' }
  | { readonly kind: 'gone' };

/** Lookups as a person: servers, their members, and the place of a message. */
export function createLookupActions(state: State) {
  return {
    guilds: (user: Ref): SeenGuild[] =>
      [...state.guilds.values()]
        .filter(guild => guild.members.has(idOf(user)))
        .map(guild => toSeenGuild(state, guild)),
    /** A channel hidden from this person looks the same as one that does not exist. */
    find: (user: Ref, channelId: string, messageId: string): Found => {
      const userId = idOf(user);
      const channel = state.channels.get(channelId);
      if (!channel || !canView(state, userId, channel)) return { kind: 'hidden' };
      const seen = [...(state.messages.get(channelId)?.values() ?? [])].filter(
        one => one.ephemeralTo === null || one.ephemeralTo === userId,
      );
      if (!seen.some(one => one.id === messageId)) return { kind: 'gone' };
      return { kind: 'here', newer: seen.filter(one => BigInt(one.id) > BigInt(messageId)).length };
    },
  };
}

function toSeenGuild(state: State, guild: Guild): SeenGuild {
  return {
    id: guild.id,
    name: guild.name,
    ownerId: guild.ownerId,
    members: [...guild.members.values()].flatMap(member => {
      const user = state.users.get(member.userId);
      return user ? [{ ...toSeenPerson(user), name: member.nick ?? toSeenPerson(user).name }] : [];
    }),
    roles: [...guild.roles.values()].map(({ id, name }) => ({ id, name })),
  };
}

function toSeenPerson({ id, username, globalName, isBot, locale }: User): SeenPerson {
  return { id, username, name: globalName ?? username, isBot, locale };
}
