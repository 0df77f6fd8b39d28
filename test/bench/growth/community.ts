import { randomUUID } from 'node:crypto';
import type { Channel, Playground, User } from '@footnote/playground/discord';
import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { createDigest } from '../../../src/core/digests/run.ts';
import { openStore } from '../../../src/io/keyv/open-store.ts';
import { createLogger } from '../../../src/log.ts';
import { makeConversation } from '../conversation.ts';
import { digestsPerServer, serverSizes } from './day.ts';

const channelsEach = 50;
const categoriesEach = 5;
/** Of the channels under a category, these are closed to most members. */
const closedShare = 5;
const roles = ['Muted', 'Helpers', 'Team', 'Events', 'Announcements', 'Regulars', 'Guests', 'Players'];

/** How many messages are new in each channel of a digest, by the size of its server. */
const newMessages = { small: 50, medium: 40, large: 12 };

export type Server = {
  readonly guildId: string;
  readonly owner: User;
  readonly open: readonly Channel[];
  /** Where the digest of this server is posted; everyone may read it. */
  readonly news: Channel;
};

/** Servers with categories, roles and overwrites; some channels are closed to all but two roles. */
export function addServers({ world }: Playground, count: number): readonly Server[] {
  return Array.from({ length: count }, (_, index) => {
    const owner = world.addUser({ name: `owner-${index}` });
    const guild = world.addGuild({ name: `Server ${index}`, owner });
    const [muted, helpers, team] = roles.map(name => world.addRole(guild, { name }));
    const usual = [
      ...(muted ? [{ role: muted, deny: Flags.SendMessages }] : []),
      ...(helpers ? [{ role: helpers, allow: Flags.ManageMessages }] : []),
    ];
    const closed = [
      { role: guild, deny: Flags.ViewChannel },
      ...(team ? [{ role: team, allow: Flags.ViewChannel }] : []),
      ...(helpers ? [{ role: helpers, allow: Flags.ViewChannel }] : []),
    ];
    const categories = Array.from({ length: categoriesEach }, (_, at) =>
      world.addChannel(guild, { name: `category-${at}`, kind: 'category', overwrites: usual }),
    );
    const open: Channel[] = [];
    for (let at = 0; at < channelsEach - categoriesEach; at += 1) {
      const isClosed = at % closedShare === closedShare - 1;
      const parent = categories[at % categoriesEach];
      const overwrites = isClosed ? closed : usual;
      const channel = world.addChannel(guild, {
        name: `channel-${at}`,
        overwrites,
        ...(parent && { parent }),
      });
      if (!isClosed) open.push(channel);
    }
    const [news, ...rest] = open;
    if (news === undefined) throw new Error('a server without channels');
    return { guildId: guild.id, owner, open: rest, news };
  });
}

/** Writes messages into a channel, between two times. */
export function talk(
  { world }: Playground,
  { owner }: Server,
  channel: Channel,
  texts: readonly string[],
  [fromMs, toMs]: readonly [number, number],
): void {
  for (const [index, content] of texts.entries())
    world.addMessage(channel, {
      by: owner,
      content,
      atMs: fromMs + ((toMs - fromMs) * (index + 1)) / (texts.length + 1),
    });
}

type Period = { readonly sinceMs: number; readonly dueMs: number };

/** What was said in the sources of a digest in each of these servers, since the last run; the sources of each. */
export function fillSources(playground: Playground, servers: readonly Server[], { sinceMs, dueMs }: Period) {
  const texts = makeConversation(5_000).messages.map(({ text }) => text);
  const sources = new Map<Server, readonly Channel[]>();
  let messages = 0;
  let before = 0;
  for (const { name, share, digests, channels } of serverSizes) {
    const upTo = before + ((share * digests) / digestsPerServer) * servers.length;
    for (const server of servers.slice(Math.round(before), Math.round(upTo))) {
      const read = server.open.slice(0, channels);
      sources.set(server, read);
      for (const channel of read) {
        const start = (messages * 7) % (texts.length - newMessages[name]);
        talk(playground, server, channel, texts.slice(start, start + newMessages[name]), [sinceMs, dueMs]);
        messages += newMessages[name];
      }
    }
    before = upTo;
  }
  return { sources, messages };
}

/** Stores a digest for each of these servers, all due at one minute. */
export async function addDigests(
  storeUrl: string,
  sources: ReadonlyMap<Server, readonly Channel[]>,
  { sinceMs, dueMs }: Period,
): Promise<void> {
  const store = await openStore(storeUrl, { log: createLogger('silent') });
  const since = new Date(sinceMs).toISOString();
  for (const [{ guildId, owner, news }, read] of sources) {
    const digest = createDigest(
      {
        id: randomUUID(),
        guildId,
        creatorId: owner.id,
        locale: 'en-US',
        sources: { kind: 'channels', channelIds: read.map(({ id }) => id) },
        destination: { kind: 'channel', channelId: news.id },
        schedule: { kind: 'daily', time: new Date(dueMs).toISOString().slice(11, 16), zone: 'UTC' },
        detail: 'standard',
        review: false,
      },
      since,
    );
    await store.digests.create({ ...digest, since });
  }
  await store.close();
}
