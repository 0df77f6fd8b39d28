import type { Guild, GuildMember } from 'discord.js';
import { orUnavailable, type Unavailable } from '../interaction/unavailable.ts';
import { shareRequest } from './share-request.ts';

/** Fewer are asked for with REST: the gateway takes only 120 requests a minute. */
const fewestTogether = 5;
/** As many as one request to the gateway may name. */
const mostTogether = 100;
const timeoutMs = 5_000;

const waiting = new WeakMap<Guild, Set<string>>();

/**
 * A member of a server as of now. REST answers for one member of a server after the other, so those who ask meanwhile are
 * asked for together with the gateway.
 */
export async function fetchMember(guild: Guild, personId: string): Promise<GuildMember | Unavailable> {
  const ids = waiting.get(guild) ?? new Set();
  waiting.set(guild, ids.add(personId));
  const members = await shareRequest(guild.client, `members ${guild.id}`, () => {
    waiting.delete(guild);
    return fetchAll(guild, [...ids]);
  });
  return members.get(personId) ?? 'gone';
}

type Found = ReadonlyMap<string, GuildMember | Unavailable>;

async function fetchAll(guild: Guild, ids: readonly string[]): Promise<Found> {
  if (ids.length < fewestTogether) return fetchEach(guild, ids);
  const parts = Array.from({ length: Math.ceil(ids.length / mostTogether) }, (_, index) =>
    ids.slice(index * mostTogether, (index + 1) * mostTogether),
  );
  try {
    const found = await Promise.all(
      parts.map(user => guild.members.fetch({ user: [...user], time: timeoutMs })),
    );
    return new Map(found.flatMap(members => [...members]));
  } catch {
    // The gateway does not answer while it is being connected anew.
    return fetchEach(guild, ids);
  }
}

async function fetchEach(guild: Guild, ids: readonly string[]): Promise<Found> {
  const found = ids.map(
    async id => [id, await orUnavailable(guild.members.fetch({ user: id, force: true }))] as const,
  );
  return new Map(await Promise.all(found));
}
