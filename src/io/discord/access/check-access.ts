import { setImmediate } from 'node:timers/promises';
import {
  ChannelType,
  type Client,
  type Guild,
  type GuildBasedChannel,
  type GuildMember,
  type NonThreadGuildBasedChannel,
  PermissionFlagsBits,
} from 'discord.js';
import type { PrivacyStore } from '../../../app/store-ports.ts';
import { evaluateRules, type PersonFacts } from '../../../core/access-rules.ts';
import { findAudienceGap } from '../../../core/audience.ts';
import { orUnavailable, type Unavailable } from '../interaction/failures.ts';
import { type Denial, findPermissions, toGuildPermissions, toViewBits } from './permissions.ts';
import {
  fetchChannels,
  fetchGuild,
  fetchMember,
  type ReadableChannel,
  type SourceChannel,
  shareRequest,
  toPermissionChannel,
} from './places.ts';

export type AccessOptions = {
  readonly privacy: PrivacyStore;
  /** Where the person alone sees it. */
  readonly shownIn?: ReadableChannel | undefined;
  /** Where everyone who can read there sees it; null if nobody knows who that is. */
  readonly postedIn?: GuildBasedChannel | ReadableChannel | null | undefined;
  /** What the other checks of the same request go by; without it, one is taken. */
  readonly snapshot?: AccessSnapshot | null | undefined;
};

/**
 * Whether this person, everyone who can read `postedIn` and the bot may read a channel as fetched now; null if so. The person's missing
 * permissions come before the bot's and the server's rules, so that people learn no more about a channel. Rejects if Discord does not
 * answer. Null for `personId` asks only about the others.
 */
export async function checkAccess(
  channel: SourceChannel,
  personId: string | null,
  { privacy, shownIn, postedIn, snapshot: given }: AccessOptions,
): Promise<Denial | null> {
  const { client, guildId } = channel;
  const snapshot = given?.guildId === guildId ? given : await takeSnapshot(client, guildId, { personId });
  return (
    (personId === null ? null : await checkPerson(channel, personId, { privacy, shownIn }, snapshot)) ??
    (postedIn === undefined ? null : await checkAudience(channel, postedIn, snapshot))
  );
}

async function checkPerson(
  channel: SourceChannel,
  personId: string,
  { privacy, shownIn }: Pick<AccessOptions, 'privacy' | 'shownIn'>,
  snapshot: AccessSnapshot,
): Promise<Denial | null> {
  const { guild, bot } = snapshot;
  const parentId = channel.isThread() ? channel.parentId : null;
  const [fresh, parent, person] = await Promise.all([
    snapshot.find(channel.id),
    parentId === null ? null : snapshot.find(parentId),
    snapshot.member(personId),
  ]);
  const deny = (reason: Denial['reason'], channelId = channel.id): Denial => ({ reason, channelId });
  const found = parent ?? fresh;
  if (typeof guild === 'string' || typeof bot === 'string' || fresh === 'gone' || found === 'gone')
    return deny('gone');
  if (typeof person === 'string') return deny('not_a_member');
  // The server's list has the permissions of channels that the bot cannot see.
  const kept = toPermissionChannel(found === 'hidden' ? channel : found);
  if (kept === null) return deny(found === 'hidden' ? 'bot_view' : 'gone');
  const lacks = findMissing(kept, person);
  if (lacks) return deny(`person_${lacks}`, kept.id);
  const botLacks = found === 'hidden' ? 'view' : findMissing(kept, bot);
  if (botLacks) return deny(`bot_${botLacks}`, kept.id);
  const isPrivate = channel.type === ChannelType.PrivateThread;
  if (fresh === 'hidden') return isPrivate ? { ...deny('private_thread'), who: 'bot' } : deny('bot_view');
  if (isPrivate) {
    const isIn = (member: GuildMember) =>
      kept.permissionsFor(member).has(PermissionFlagsBits.ManageThreads) ||
      snapshot.isInThread(channel, member.id);
    const [isPersonIn, isBotIn] = await Promise.all([isIn(person), isIn(bot)]);
    if (!isPersonIn || !isBotIn) return { ...deny('private_thread'), who: isPersonIn ? 'bot' : 'person' };
  }
  const place = { id: kept.id, categoryId: kept.parentId };
  const forbidden = evaluateRules(await privacy.access(channel.guildId), place, toRuledPerson(person));
  if (forbidden) return deny(forbidden, kept.id);
  return shownIn && isAgeRestricted(channel) && !isAgeRestricted(shownIn) ? deny('age_restricted') : null;
}

/** One request each. With more readers whose roles could be a gap, there counts as being one. */
const mostLookups = 10;

async function checkAudience(
  channel: SourceChannel,
  postedIn: GuildBasedChannel | ReadableChannel | null,
  snapshot: AccessSnapshot,
): Promise<Denial | null> {
  if (channel.id === postedIn?.id) return null;
  const denial: Denial = { reason: 'audience', channelId: channel.id };
  if (postedIn === null || postedIn.isDMBased() || channel.guildId !== postedIn.guildId) return denial;
  const { guild } = snapshot;
  const from = await findPermissions(channel, snapshot);
  const to = await findPermissions(postedIn, snapshot);
  if (typeof guild === 'string' || from === null || to === null) return denial;
  const permissions = toGuildPermissions(guild);
  const known = new Map<string, readonly string[]>();
  for (;;) {
    const gap = findAudienceGap(from, to, permissions, known);
    if (gap === null) return null;
    if (gap.reason !== 'permission')
      return gap.reason === 'age_restricted' ? { ...denial, reason: gap.reason } : denial;
    const { memberId } = gap;
    if (memberId === null || known.has(memberId) || known.size === mostLookups) return denial;
    const member = await snapshot.member(memberId);
    // Somebody who is not a member now may come back, without roles.
    if (typeof member === 'string') return denial;
    known.set(memberId, [...member.roles.cache.keys()]);
  }
}

export function toRuledPerson(person: GuildMember | Unavailable): PersonFacts {
  if (typeof person === 'string') return null;
  return {
    roleIds: [...person.roles.cache.keys()],
    isManager: person.permissions.has(PermissionFlagsBits.ManageGuild),
  };
}

/** Whether a member cannot see a channel, or only its history. */
function findMissing(channel: NonThreadGuildBasedChannel, member: GuildMember): 'view' | 'history' | null {
  const permissions = channel.permissionsFor(member);
  if (!permissions.has(toViewBits(channel))) return 'view';
  return permissions.has(PermissionFlagsBits.ReadMessageHistory) ? null : 'history';
}

/** A thread is age-restricted if its parent is; a direct message never is. */
function isAgeRestricted(channel: ReadableChannel | SourceChannel): boolean {
  const kept = channel.isDMBased() ? null : toPermissionChannel(channel);
  return kept !== null && 'nsfw' in kept && kept.nsfw;
}

/**
 * A server as Discord describes it at one moment, by which one request goes; another is taken before something is published.
 * Its objects belong to discord.js, so events that come later change them too.
 */
export type AccessSnapshot = {
  readonly guildId: string;
  readonly guild: Guild | Unavailable;
  readonly bot: GuildMember | Unavailable;
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
  readonly personId?: string | null | undefined;
  /** Somebody as an interaction that has just come contains them: Discord allows few requests for members. */
  readonly member?: GuildMember | undefined;
  /** Includes all active threads, with one request for all. */
  readonly withThreads?: boolean | undefined;
};

/** Fetches the server, its channels, the bot and a person, because the gateway cache may be outdated. Rejects if Discord is away. */
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
    personId ? member(personId) : null,
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

/** A snapshot at later moments of a request, for progress: events change it, but not roles, so the person is fetched every fifth time. */
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
