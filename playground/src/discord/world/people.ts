import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { addMember, addRole, changeMember, deleteGuild, removeMember } from '../changes/guilds.ts';
import { findGuild, findMember, idOf, type Ref } from '../lookup.ts';
import type { Guild, Member, Role, State, User } from '../state.ts';

/** The default permissions of everyone in a new server. */
const EVERYONE_MAY: bigint =
  Flags.ViewChannel |
  Flags.SendMessages |
  Flags.SendMessagesInThreads |
  Flags.CreatePublicThreads |
  Flags.CreatePrivateThreads |
  Flags.ReadMessageHistory |
  Flags.AddReactions |
  Flags.EmbedLinks |
  Flags.AttachFiles |
  Flags.UseExternalEmojis |
  Flags.UseApplicationCommands |
  Flags.SendPolls |
  Flags.Connect |
  Flags.Speak;

type UserOptions = {
  readonly name: string;
  readonly displayName?: string;
  readonly locale?: string;
  readonly isBot?: boolean;
};

type GuildOptions = {
  readonly name: string;
  readonly owner: Ref;
  readonly members?: readonly Ref[];
  readonly locale?: string;
  /** Whether the bot is a member; default true. */
  readonly hasBot?: boolean;
  /** The permissions of the bot's own role, in addition to everyone's. */
  readonly botPermissions?: bigint;
  readonly everyoneMay?: bigint;
};

type MemberOptions = {
  readonly nick?: string;
  readonly roles?: readonly Ref[];
  readonly joinedAtMs?: number;
};

type RoleOptions = {
  readonly name: string;
  readonly permissions?: bigint;
  readonly isMentionable?: boolean;
};

/** Creates people and their servers. */
export function createPeople(state: State) {
  const toMember = (userId: string, options: MemberOptions = {}): Member => ({
    userId,
    nick: options.nick ?? null,
    roles: new Set((options.roles ?? []).map(idOf)),
    joinedAtMs: options.joinedAtMs ?? state.now(),
    timedOutUntilMs: null,
  });

  const makeRole = (guild: Guild, options: RoleOptions, botId: string | null = null): Role => {
    const role: Role = {
      id: state.nextId(),
      name: options.name,
      permissions: options.permissions ?? 0n,
      position: guild.roles.size,
      isMentionable: options.isMentionable ?? false,
      botId,
    };
    addRole(state, guild, role);
    return role;
  };

  const inviteBot = (guild: Guild, permissions = 0n, inviterId = guild.ownerId): void => {
    guild.botAdded.set(state.nextId(), inviterId);
    const role = makeRole(guild, { name: state.application.name, permissions }, state.application.id);
    addMember(state, guild, toMember(state.application.id, { roles: [role] }));
  };

  return {
    /** The bot's own user. */
    bot: findBot(state),
    addUser: ({ name, displayName, locale = 'en-US', isBot = false }: UserOptions): User => {
      const user = { id: state.nextId(), username: name, globalName: displayName ?? null, isBot, locale };
      state.users.set(user.id, user);
      return user;
    },
    addGuild: (options: GuildOptions): Guild => {
      const id = state.nextId();
      const ownerId = idOf(options.owner);
      const guild: Guild = {
        id,
        name: options.name,
        ownerId,
        locale: options.locale ?? 'en-US',
        roles: new Map(),
        members: new Map(),
        createdAtMs: state.now(),
        botAdded: new Map(),
      };
      const permissions = options.everyoneMay ?? EVERYONE_MAY;
      const everyone = { id, name: '@everyone', permissions, position: 0, isMentionable: false, botId: null };
      guild.roles.set(id, everyone);
      for (const user of [ownerId, ...(options.members ?? []).map(idOf)])
        guild.members.set(user, toMember(user));
      state.guilds.set(id, guild);
      if (options.hasBot ?? true) inviteBot(guild, options.botPermissions);
      return guild;
    },
    /** Sets whether this person's privacy settings refuse direct messages from bots. */
    refuseDirect: (user: Ref, isRefused = true): void => {
      if (isRefused) state.closedTo.add(idOf(user));
      else state.closedTo.delete(idOf(user));
    },
    removeGuild: (guild: Ref): void => deleteGuild(state, findGuild(state, idOf(guild))),
    /** The inviter is the owner unless it is given. */
    inviteBot: (guild: Ref, permissions = 0n, inviter?: Ref): void =>
      inviteBot(findGuild(state, idOf(guild)), permissions, inviter && idOf(inviter)),
    /** Lets a person use the application's commands where it is not a member. */
    installForUser: (user: Ref): void => void state.installedFor.add(idOf(user)),
    /** Removing the bot is a kick: the server is gone for it. */
    removeMember: (guild: Ref, user: Ref): void =>
      removeMember(state, findGuild(state, idOf(guild)), idOf(user)),
    addMember: (guild: Ref, user: Ref, options?: MemberOptions): void =>
      addMember(state, findGuild(state, idOf(guild)), toMember(idOf(user), options)),
    addRole: (guild: Ref, options: RoleOptions): Role => makeRole(findGuild(state, idOf(guild)), options),
    giveRole: (guild: Ref, user: Ref, role: Ref): void =>
      change(state, guild, user, member => member.roles.add(idOf(role))),
    takeRole: (guild: Ref, user: Ref, role: Ref): void =>
      change(state, guild, user, member => member.roles.delete(idOf(role))),
    rename: (guild: Ref, user: Ref, nick: string | null): void =>
      change(state, guild, user, member => {
        member.nick = nick;
      }),
    timeOut: (guild: Ref, user: Ref, untilMs: number | null): void =>
      change(state, guild, user, member => {
        member.timedOutUntilMs = untilMs;
      }),
  };
}

function findBot(state: State): User {
  const bot = state.users.get(state.application.id);
  if (!bot) throw new Error('a playground always has its bot');
  return bot;
}

function change(state: State, guildRef: Ref, user: Ref, how: (member: Member) => unknown): void {
  const guild = findGuild(state, idOf(guildRef));
  const member = findMember(guild, idOf(user));
  how(member);
  changeMember(state, guild, member);
}
