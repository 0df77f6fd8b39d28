import { setImmediate } from 'node:timers/promises';
import {
  type Client,
  type Guild,
  type GuildBasedChannel,
  type GuildMember,
  type NonThreadGuildBasedChannel,
  PermissionFlagsBits,
} from 'discord.js';
import { createLru } from '../../../lru.ts';
import { receivesEvents } from '../client.ts';
import { orUnavailable, type Unavailable } from '../interaction/failures.ts';
import { fetchMember, shareRequest } from './fetch-member.ts';

/**
 * A server as Discord describes it at one moment, by which all checks of one request go. One is taken when somebody asks
 * or presses, and another before something is published; none is kept for the next request.
 *
 * Its objects belong to discord.js, so events that come later change them too.
 */
export type AccessSnapshot = {
  readonly guildId: string;
  readonly guild: Guild | Unavailable;
  readonly bot: GuildMember | Unavailable;
  /** Somebody as a member: one request per person. */
  readonly member: (personId: string) => Promise<GuildMember | Unavailable>;
  /** The channels of the server, also those that the bot cannot see. */
  readonly channels: readonly GuildBasedChannel[];
  /** A channel or thread of the server: one request per thread. */
  readonly find: (id: string) => Promise<GuildBasedChannel | Unavailable>;
  /** Whether somebody is in a private thread: one request each. */
  readonly isInThread: (thread: GuildBasedChannel, personId: string) => Promise<boolean>;
};

type SnapshotOptions = {
  /** Fetched together with the server. */
  readonly personId?: string | undefined;
  /** Somebody as an interaction that has just come contains them: Discord allows few requests for members. */
  readonly member?: GuildMember | undefined;
  /** Includes all active threads, with one request for all. */
  readonly withThreads?: boolean;
};

/**
 * Fetches the server with its roles, its channels, the bot and a person with a request each, because the gateway cache may
 * be outdated. Rejects if Discord does not answer.
 */
export async function takeSnapshot(
  client: Client,
  guildId: string,
  { personId, member: given, withThreads = false }: SnapshotOptions = {},
): Promise<AccessSnapshot> {
  const known = client.guilds.cache.get(guildId);
  const guild = known ?? (await fetchGuild(client, guildId));
  if (typeof guild === 'string') return toEmptySnapshot(guildId, guild);
  const members = createMemo<GuildMember | Unavailable>();
  const member: AccessSnapshot['member'] = async id =>
    id === given?.id ? given : members(id, () => fetchMember(guild, id));
  const [fresh, listed, bot, active] = await Promise.all([
    known ? fetchGuild(client, guildId) : guild,
    fetchChannels(guild),
    shareRequest(client, `bot ${guildId}`, () => orUnavailable(guild.members.fetchMe({ force: true }))),
    withThreads ? orUnavailable(guild.channels.fetchActiveThreads()) : 'gone',
    personId === undefined ? null : member(personId),
  ]);
  if (typeof fresh === 'string') return toEmptySnapshot(guildId, fresh);
  if (typeof listed === 'string') return toEmptySnapshot(guildId, listed);
  const threads = typeof active === 'string' ? [] : active.threads.values();
  const channels = new Map([...listed.values(), ...threads].flatMap(each => (each ? [[each.id, each]] : [])));
  const others = createMemo<GuildBasedChannel | Unavailable>();
  return {
    guildId,
    guild: fresh,
    bot,
    member,
    channels: [...channels.values()],
    find: async id => {
      const channel = channels.get(id);
      if (channel === undefined) return others(id, () => fetchThread(client, guildId, id));
      const permissions = typeof bot === 'string' ? null : channel.permissionsFor(bot);
      return permissions?.has(PermissionFlagsBits.ViewChannel) ? channel : 'hidden';
    },
    isInThread: createThreadCheck(),
  };
}

/** Every fifth look at a snapshot for progress asks for the person. */
const looksPerPerson = 5;

/**
 * A snapshot as it is at each later moment of the same request, for progress: events change its server and channels. No
 * event reports a person's roles, so the person is fetched the first time and every fifth time after it.
 */
export function createFollower(
  snapshot: AccessSnapshot | null,
  personId: string,
): () => Promise<AccessSnapshot | null> {
  let looks = 0;
  let person: GuildMember | Unavailable = 'gone';
  return async () => {
    if (snapshot === null || typeof snapshot.guild === 'string') return snapshot;
    if (looks % looksPerPerson === 0) person = await fetchMember(snapshot.guild, personId);
    looks += 1;
    // Events that have arrived are handled first.
    await setImmediate();
    return { ...snapshot, member: async id => (id === personId ? person : snapshot.member(id)) };
  };
}

/** The same from cached gateway data, for answers that are due within three seconds; `member` comes from the interaction. */
export function toCachedSnapshot(member: GuildMember): AccessSnapshot {
  const { guild, client } = member;
  return {
    guildId: guild.id,
    guild,
    bot: guild.members.me ?? 'gone',
    member: async id => (id === member.id ? member : 'gone'),
    channels: [...guild.channels.cache.values()],
    find: async id => toOwn(await orUnavailable(client.channels.fetch(id)), guild.id),
    isInThread: createThreadCheck(),
  };
}

/** Nothing may be read in a server that is gone or that the bot is not in. */
function toEmptySnapshot(guildId: string, reason: Unavailable): AccessSnapshot {
  const none = async () => 'gone' as const;
  const isInThread = async () => false;
  return { guildId, guild: reason, bot: 'gone', member: none, channels: [], find: none, isInThread };
}

/** A thread, which the list of channels does not have. */
async function fetchThread(
  client: Client,
  guildId: string,
  id: string,
): Promise<GuildBasedChannel | Unavailable> {
  if (client.channels.cache.get(id)?.isThread() === false) return 'gone';
  const request = () => orUnavailable(client.channels.fetch(id, { force: true }));
  return toOwn(await shareRequest(client, `channel ${id}`, request), guildId);
}

function toOwn(
  channel: Awaited<ReturnType<Client['channels']['fetch']>> | Unavailable,
  guildId: string,
): GuildBasedChannel | Unavailable {
  if (typeof channel === 'string') return channel;
  return channel === null || channel.isDMBased() || channel.guildId !== guildId ? 'gone' : channel;
}

function createThreadCheck(): AccessSnapshot['isInThread'] {
  const found = createMemo<boolean>();
  return (thread, member) =>
    found(`${thread.id} ${member}`, async () => {
      if (!thread.isThread()) return true;
      const asked = thread.members.fetch({ member, force: true, cache: false });
      return typeof (await orUnavailable(asked)) !== 'string';
    });
}

/** Asks once for each key. */
function createMemo<Answer>() {
  const answers = new Map<string, Promise<Answer>>();
  return (key: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const answer = answers.get(key) ?? ask();
    answers.set(key, answer);
    return answer;
  };
}

function fetchGuild(client: Client, guildId: string): Promise<Guild | Unavailable> {
  const request = () => orUnavailable(client.guilds.fetch({ guild: guildId, force: true }));
  return shareRequest(client, `guild ${guildId}`, request);
}

function fetchChannels({ client, id, channels }: Guild) {
  return shareRequest(client, `channels ${id}`, () => orUnavailable(channels.fetch()));
}

/** Channels that are newer are not known as parents of threads. */
const learnedMs = 60_000;
const learned = new WeakMap<Client, ReturnType<typeof createLru<Promise<unknown>>>>();

/**
 * Makes a server known to discord.js, which finds no channel of other servers. Permissions are fetched again at each
 * check. Servers whose events this process gets are known.
 */
export async function learnGuild(client: Client, guildId: string): Promise<void> {
  if (receivesEvents(client, guildId)) return;
  const known = learned.get(client) ?? createLru(10_000, { ttl: learnedMs });
  learned.set(client, known);
  const learn = async () => {
    const guild = await fetchGuild(client, guildId);
    if (typeof guild !== 'string') await fetchChannels(guild);
  };
  const learning = known.get(guildId) ?? learn();
  if (!known.has(guildId)) known.set(guildId, learning);
  await learning.catch((error: unknown) => {
    known.delete(guildId);
    throw error;
  });
}

/** The bot as a member, as events tell; fetched where this process does not get them. */
export async function toBotMember({ id, client, members }: Guild): Promise<GuildMember | Unavailable> {
  const known = receivesEvents(client, id) ? members.me : null;
  return known ?? orUnavailable(members.fetchMe({ force: true }));
}

/** What must be granted to see a channel; who may not connect to a voice channel sees nothing written in it either. */
export function toViewBits(channel: NonThreadGuildBasedChannel): bigint {
  const { ViewChannel, Connect } = PermissionFlagsBits;
  return channel.isVoiceBased() ? ViewChannel | Connect : ViewChannel;
}
