import type { SSEStreamingApi } from 'hono/streaming';
import type { Playground } from '../discord/server.ts';
import type { Snapshot } from './shapes.ts';
import type { ViewRequest } from './snapshot.ts';

/** Groups consecutive changes (an edit and its reactions) into one snapshot. */
const GATHER_MS = 15;
/** The bot's connection and the clock cause no events, so they are polled. */
const LOOK_EVERY_MS = 400;

/** Updates all open pages. */
type Live = {
  /** Sends snapshots until the reader disconnects. */
  readonly show: (stream: SSEStreamingApi, viewRequest: ViewRequest) => Promise<void>;
  /** Checks again at once, for changes without an event. */
  readonly refresh: () => void;
  readonly close: () => void;
};

/** Sends each reader a complete snapshot when theirs changed, so that nothing hidden can leak. */
export function createLive(
  playground: Playground,
  toPicture: (viewRequest: ViewRequest) => Snapshot | null,
): Live {
  type Reader = { readonly look: () => void; readonly leave: () => void };
  const readers = new Set<Reader>();
  let gathering: NodeJS.Timeout | null = null;
  const refresh = (): void => {
    if (gathering) clearTimeout(gathering);
    gathering = null;
    for (const reader of [...readers]) reader.look();
  };
  const unsubscribe = playground.subscribe(() => {
    gathering ??= setTimeout(refresh, GATHER_MS);
  });
  const toCondition = (): string => `${playground.countSessions()} ${playground.clock.offsetMs()}`;
  let condition = toCondition();
  const timer = setInterval(() => {
    const now = toCondition();
    if (now !== condition) refresh();
    condition = now;
  }, LOOK_EVERY_MS);
  return {
    refresh,
    show: (stream, viewRequest) =>
      new Promise(resolve => {
        let shown = '';
        const reader: Reader = {
          look: () => {
            const picture = JSON.stringify(toPicture(viewRequest));
            if (picture === shown) return;
            shown = picture;
            stream.writeSSE({ data: picture, retry: 500 }).catch(reader.leave);
          },
          leave: () => {
            readers.delete(reader);
            resolve();
          },
        };
        stream.onAbort(reader.leave);
        readers.add(reader);
        reader.look();
      }),
    close: () => {
      unsubscribe();
      clearInterval(timer);
      if (gathering) clearTimeout(gathering);
      for (const reader of [...readers]) reader.leave();
    },
  };
}
