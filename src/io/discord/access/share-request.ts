import type { Client } from 'discord.js';
import { isInBackground } from '../shared-requests.ts';

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
