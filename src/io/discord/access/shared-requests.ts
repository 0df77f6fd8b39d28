import type { Client } from 'discord.js';

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
  const { running, next } = ofClients.get(client) ?? { running: new Map(), next: new Map() };
  ofClients.set(client, { running, next });
  const begin = () => {
    next.delete(key);
    const begun = request().finally(() => running.delete(key));
    running.set(key, begun);
    return begun;
  };
  // A key belongs to one kind of answer.
  const waited = next.get(key) as Promise<Answer> | undefined;
  if (waited) return waited;
  const current = running.get(key);
  if (current === undefined) return begin();
  const following = current.then(begin, begin);
  next.set(key, following);
  return following;
}
