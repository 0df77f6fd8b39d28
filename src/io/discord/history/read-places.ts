import type { GuildTextBasedChannel } from 'discord.js';
import PQueue from 'p-queue';
import { compareSnowflakes } from '../../../core/conversation/evidence.ts';
import type { Watch } from './history.ts';
import { pageSize } from './pages.ts';
import type { MessageRecord } from './record.ts';

/** A record, and the channel or thread it is in. */
export type ReadRecord = { readonly channel: GuildTextBasedChannel; readonly record: MessageRecord };

/** One channel or thread, page by page. */
export type PlacePages = {
  readonly channel: GuildTextBasedChannel;
  /** In the order in which the places are read. */
  readonly pages: AsyncGenerator<readonly MessageRecord[]>;
};

type ReadPlacesOptions = {
  readonly order: 'newest first' | 'oldest first';
  /** As many records of all places together. */
  readonly count: number;
  /** No record after this one is wanted. */
  readonly isLast?: (record: MessageRecord) => boolean;
  readonly onProgress?: Watch['onProgress'];
  readonly makeRoom?: ((read: number) => Promise<void>) | undefined;
};

type PlacesReading = {
  readonly records: readonly ReadRecord[];
  /** There may be more in a place. */
  readonly hasMore: boolean;
};

/** Each channel has a rate limit of its own; all of them together must leave room for the answers to other people. */
const atOnce = 10;
/** The share of new records after which sorting again pays. */
const sortedAgainAfter = 0.1;

/** Reads several places at once: the records that come first in their order. No place is read beyond the last of these. */
export async function readPlaces(
  places: readonly PlacePages[],
  { order, count, isLast = () => false, onProgress, makeRoom }: ReadPlacesOptions,
): Promise<PlacesReading> {
  const compareIds = (a: string, b: string) =>
    order === 'newest first' ? compareSnowflakes(b, a) : compareSnowflakes(a, b);
  const requests = new PQueue({ concurrency: atOnce });
  const reached = new Map(places.map(({ channel }) => [channel, '']));
  let found: ReadRecord[] = [];
  let hasMore = false;
  /** What comes after this id is not wanted. */
  let lastId: string | null = null;
  const isWanted = (id: string) => lastId === null || compareIds(id, lastId) <= 0;
  const cut = () => {
    found.sort((a, b) => compareIds(a.record.id, b.record.id));
    const wanted = found.slice(0, count).filter(({ record }) => isWanted(record.id));
    hasMore ||= wanted.length < found.length;
    found = wanted;
    if (found.length === count) lastId = found.at(-1)?.record.id ?? lastId;
  };
  const tell = () => {
    const [reachedId] = [...reached.values()].sort(compareIds);
    if (reachedId !== undefined && ![...reached.values()].includes(''))
      onProgress?.({ read: Math.min(found.length, count), reachedId });
  };

  const add = ({ channel }: PlacePages, page: readonly MessageRecord[]): boolean => {
    const end = page.find(isLast);
    if (end && isWanted(end.id)) lastId = end.id;
    const wanted = page.filter(({ id }) => isWanted(id));
    found.push(...wanted.map(record => ({ channel, record })));
    reached.set(channel, page.at(-1)?.id ?? '');
    if (
      found.length >= count * (1 + sortedAgainAfter) + pageSize ||
      (lastId === null && found.length >= count)
    )
      cut();
    tell();
    return isWanted(page.at(-1)?.id ?? '');
  };
  await Promise.all(
    places.map(async place => {
      for (;;) {
        const next = await requests.add(() => place.pages.next());
        if (next.done) break;
        if (add(place, next.value)) {
          await makeRoom?.(found.length);
          continue;
        }
        hasMore = true;
        break;
      }
      reached.delete(place.channel);
    }),
  );
  cut();
  return { records: found, hasMore };
}
