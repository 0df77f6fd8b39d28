import type { Exchange, Playground } from '@footnote/playground/discord';
import { isUncounted } from '../../../src/io/discord/send-request.ts';
import type { Server } from './community.ts';

/** When a digest's requests came: the longest pause between two of them is Claude's. */
type Track = { firstMs: number; lastMs: number; pause: { fromMs: number; toMs: number }; requests: number };

const lookEveryMs = 250;

/** Follows what a bot asks of Discord, and what of it belongs to the digests of these servers. */
export function watchRequests({ exchanges }: Playground, digested: readonly Server[]) {
  const owners = new Map<string, Server>();
  for (const server of digested)
    for (const id of [server.guildId, server.news.id, ...server.open.map(channel => channel.id)])
      owners.set(id, server);
  const tracks = new Map<Server, Track>();
  /** The ids of the posts of each server, and when the first came. */
  const posts = new Map<Server, { readonly ids: Set<string>; readonly atMs: number }>();
  const perSecond = new Map<number, number>();
  const totals = { counted: 0, refused: 0, refusedGlobally: 0 };
  let last: Exchange | undefined = exchanges.at(-1);

  const note = ({ method, path, status, cameAtMs, response }: Exchange) => {
    if (status === 429) {
      totals.refused += 1;
      if (JSON.stringify(response).includes('"global":true')) totals.refusedGlobally += 1;
    }
    if (isUncounted(path)) return;
    totals.counted += 1;
    const second = Math.floor(cameAtMs / 1_000);
    perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
    const [, id = ''] = /^\/(?:guilds|channels)\/(\d+)/.exec(path) ?? [];
    const server = owners.get(id);
    if (server === undefined) return;
    const track = tracks.get(server) ?? {
      firstMs: cameAtMs,
      lastMs: cameAtMs,
      pause: { fromMs: cameAtMs, toMs: cameAtMs },
      requests: 0,
    };
    tracks.set(server, track);
    if (cameAtMs - track.lastMs > track.pause.toMs - track.pause.fromMs)
      track.pause = { fromMs: track.lastMs, toMs: cameAtMs };
    track.lastMs = cameAtMs;
    track.requests += 1;
    if (method !== 'POST' || status >= 300 || !path.endsWith('/messages')) return;
    const post = posts.get(server) ?? { ids: new Set(), atMs: cameAtMs };
    posts.set(server, post);
    post.ids.add((response as { readonly id: string }).id);
  };
  const look = () => {
    const from = last === undefined ? 0 : exchanges.lastIndexOf(last) + 1;
    for (const exchange of exchanges.slice(from)) note(exchange);
    last = exchanges.at(-1);
  };
  const timer = setInterval(look, lookEveryMs);
  return {
    totals,
    posts,
    tracks,
    mostPerSecond: () => Math.max(0, ...perSecond.values()),
    countPosts: () => [...posts.values()].reduce((sum, { ids }) => sum + ids.size, 0),
    stop: () => {
      clearInterval(timer);
      look();
    },
  };
}

export type Watch = ReturnType<typeof watchRequests>;
