import type { Client, Guild, GuildMember } from 'discord.js';
import { orUnavailable, type Unavailable } from '../interaction/failures.ts';
import { isInBackground } from '../shared-requests.ts';

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

type Requests = {
  /** Has begun: what it answers may be older than the question of who comes now. */
  readonly running: Map<string, Promise<unknown>>;
  /** Begins when the running one has ended. */
  readonly next: Map<string, Promise<unknown>>;
};

const ofClients = new WeakMap<Client, Requests>();

/**
 * Answers everyone who asks the same of Discord at the same time with one request. It begins after each of them has asked,
 * so nobody gets an answer that is older than the question.
 */
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
