import type { SeenPerson, Snapshot } from '../shapes.ts';

/** What the server refused, in its words. */
export class Refused extends Error {}

/** Asks the page's server to do something. */
export async function request<T>(name: string, body: object): Promise<T> {
  const response = await fetch(`/do/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Refused(String(answer.message));
  return answer;
}

export async function fetchPeople(): Promise<readonly SeenPerson[]> {
  return (await fetch('/people')).json();
}

export type Watch = { readonly userId: string; readonly channelId: string | null; readonly limit: number };

/** Watches what this person sees, until it is told to stop; tells also when the server is away. */
export function watch(
  { userId, channelId, limit }: Watch,
  onPicture: (snapshot: Snapshot) => void,
  onConnection: (isConnected: boolean) => void,
): () => void {
  const query = new URLSearchParams({ user: userId, limit: String(limit) });
  if (channelId) query.set('channel', channelId);
  const source = new EventSource(`/live?${query}`);
  source.addEventListener('message', event => {
    const snapshot: Snapshot | null = JSON.parse(event.data);
    if (snapshot) onPicture(snapshot);
  });
  source.addEventListener('open', () => onConnection(true));
  source.addEventListener('error', () => onConnection(false));
  return () => source.close();
}
