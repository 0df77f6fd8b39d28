import type { SeenPerson, Snapshot } from '../shapes.ts';

/** The server's reason for refusing a request. */
export class Refused extends Error {}

/** Sends a request to the page's server. */
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

type Watch = { readonly userId: string; readonly channelId: string | null; readonly limit: number };

/** Receives this person's snapshots, until stopped; also reports whether the server is connected. */
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
