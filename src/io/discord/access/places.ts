import {
  type AnyThreadChannel,
  type BaseInteraction,
  ChannelType,
  type Client,
  type DMChannel,
  type ForumChannel,
  type Guild,
  type GuildBasedChannel,
  type GuildMember,
  type GuildTextBasedChannel,
  type MediaChannel,
  type NonThreadGuildBasedChannel,
  type PartialDMChannel,
} from 'discord.js';
import type { Place, Source } from '../../../core/conversation/message.ts';
import { toOneLine } from '../../../core/conversation/text.ts';
import { createLru } from '../../../lru.ts';
import { receivesEvents } from '../client.ts';
import { orUnavailable, type Unavailable } from '../interaction/failures.ts';
import { isInBackground } from '../send-request.ts';

/** Where an answer can be shown: text, announcement and voice channels, threads and forum posts, direct messages. */
export type ReadableChannel = GuildTextBasedChannel | DMChannel | PartialDMChannel;

/** Whether a summary can be made of the channel. This includes forums and media channels, whose posts are threads. */
export type SourceChannel = GuildTextBasedChannel | ForumChannel | MediaChannel;

export function isSourceChannel(channel: GuildBasedChannel): channel is SourceChannel {
  return channel.isTextBased() || channel.isThreadOnly();
}

export function toAnswerChannel({ channel }: Pick<BaseInteraction, 'channel'>): ReadableChannel | undefined {
  return channel === null || channel.type === ChannelType.GroupDM ? undefined : channel;
}

/** A channel or thread of a server, archived or not, from the gateway cache or else from Discord. */
export async function findSource(client: Client, id: string): Promise<SourceChannel | Unavailable> {
  const channel = await orUnavailable(client.channels.fetch(id));
  // The server is unknown to this process; another process may serve it.
  if (channel === null) return 'hidden';
  if (typeof channel === 'string') return channel;
  return !channel.isDMBased() && isSourceChannel(channel) ? channel : 'gone';
}

/** The same; null if there is none with messages. */
export async function findChannel(client: Client, id: string): Promise<GuildTextBasedChannel | null> {
  const source = await findSource(client, id);
  return typeof source !== 'string' && source.isTextBased() ? source : null;
}

/** The channel and thread of a conversation, as in its messages. */
export type Placing = {
  readonly source: Source;
  readonly channel?: Place;
  readonly thread?: Place;
};

export function toPlacing(channel: SourceChannel): Placing {
  const { id, guildId } = channel;
  const name = toOneLine(channel.name);
  if (!channel.isThread()) {
    const title = `#${name}`;
    return { source: { type: 'discord', title, guildId, channelIds: [id] }, channel: { id, title } };
  }
  const { parentId, parent } = channel;
  const channelIds = parentId ? [parentId] : [];
  const tags = toTags(channel);
  const title = tags.length === 0 ? name : `${name} (${tags.join(', ')})`;
  return {
    source: { type: 'discord', title, guildId, channelIds, threadId: id },
    thread: { id, title },
    ...(parentId && {
      channel: { id: parentId, title: `#${toOneLine(parent?.name ?? '') || 'unknown-channel'}` },
    }),
  };
}

/** The tags of a forum post, by the names that its server gave them, such as the one for solved questions. */
export function toTags({ appliedTags, parent }: AnyThreadChannel): readonly string[] {
  if (!parent?.isThreadOnly()) return [];
  return appliedTags.flatMap(
    id => toOneLine(parent.availableTags.find(tag => tag.id === id)?.name ?? '') || [],
  );
}

/** The channel with the permissions of this one: for a thread its parent, if the bot knows it. */
export function toPermissionChannel(channel: GuildBasedChannel): NonThreadGuildBasedChannel | null {
  return channel.isThread() ? channel.parent : channel;
}

/** A member as of now. */
export function fetchMember(guild: Guild, personId: string): Promise<GuildMember | Unavailable> {
  return shareRequest(guild.client, `member ${guild.id} ${personId}`, () =>
    orUnavailable(guild.members.fetch({ user: personId, force: true })),
  );
}

type Requests = {
  /** Has begun: what it answers may be older than the question of who comes now. */
  readonly running: Map<string, Promise<unknown>>;
  /** Begins when the running one has ended. */
  readonly next: Map<string, Promise<unknown>>;
};

const ofClients = new WeakMap<Client, Requests>();

/** Answers all who ask the same of Discord at once with one request, which begins after each asked: no answer is older than its question. */
export function shareRequest<Answer>(
  client: Client,
  key: string,
  request: () => Promise<Answer>,
): Promise<Answer> {
  // A person does not wait for a digest's request, which goes after those of people.
  const own = isInBackground() ? `${key} in the background` : key;
  const { running, next } = ofClients.get(client) ?? { running: new Map(), next: new Map() };
  ofClients.set(client, { running, next });
  const begin = () => {
    next.delete(own);
    const begun = request().finally(() => running.delete(own));
    running.set(own, begun);
    return begun;
  };
  // A key belongs to one kind of answer.
  const waited = next.get(own) as Promise<Answer> | undefined;
  if (waited) return waited;
  const current = running.get(own);
  if (current === undefined) return begin();
  const following = current.then(begin, begin);
  next.set(own, following);
  return following;
}

export function fetchGuild(client: Client, guildId: string): Promise<Guild | Unavailable> {
  const request = () => orUnavailable(client.guilds.fetch({ guild: guildId, force: true }));
  return shareRequest(client, `guild ${guildId}`, request);
}

export function fetchChannels({ client, id, channels }: Guild) {
  return shareRequest(client, `channels ${id}`, () => orUnavailable(channels.fetch()));
}

/** Channels that are newer are not known as parents of threads. */
const learnedMs = 60_000;
const learned = new WeakMap<Client, ReturnType<typeof createLru<Promise<unknown>>>>();

/** Makes a server known to discord.js, which finds no channel of others. Permissions are fetched again at each check. */
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
