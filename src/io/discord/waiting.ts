import { rankWaiting, type WaitingMessage } from '../../core/digests/channel-news.ts';
import { truncate } from '../../render/cut.ts';
import { toStrong, truncateEscaped } from '../../render/embed/discord-markup.ts';
import { toLink, toMaskedText } from '../../render/view/shown.ts';
import type { AccessSnapshot } from './access/check-access.ts';
import { toBoxRow } from './decisions/entry-message.ts';
import { findOwnTasks } from './decisions/readable-log.ts';
import type { ReadNews } from './find-news.ts';
import { readMessages } from './history/history.ts';
import type { ReadRecord } from './history/pages.ts';
import type { PersonContext } from './interaction/context.ts';

/** The most lines of a card about what waits for the person. */
export const mostWaiting = 4;
/** How many messages come before the third task. */
const fewestMessages = 2;
const longestName = 40;
const longestWords = 100;

export type WaitingRecord = WaitingMessage & ReadRecord;

export function toWaiting(news: readonly ReadNews[]): readonly WaitingRecord[] {
  const found = news.flatMap(({ channel, records, waiting }) =>
    waiting.flatMap(each => {
      const record = records.find(({ id }) => id === each.id);
      return record ? [{ ...each, channel, record }] : [];
    }),
  );
  return rankWaiting(found);
}

/** The lines, how many are items, and the messages behind them. Forwards keep their text only from places of `openIds`. */
export async function renderWaiting(
  context: PersonContext,
  waiting: readonly WaitingRecord[],
  openIds: ReadonlySet<string>,
  snapshot: AccessSnapshot | null,
) {
  const { t, privacy, signal } = context;
  const chosen = waiting.slice(0, mostWaiting);
  const { messages } = await readMessages(chosen, { signal, privacy }, openIds);
  const { lines, tasks, count, sources } = await findOwnTasks(context, mostWaiting, snapshot);
  const own = lines.slice(0, mostWaiting - Math.min(messages.length, fewestMessages));
  const items = [
    ...own.map(line => `- ${line}`),
    ...chosen.flatMap(({ id, kind, channel }) => {
      const message = messages.find(each => each.id === id);
      if (message === undefined) return [];
      const name = toStrong(truncate(message.author.name, longestName));
      const words = truncateEscaped(toMaskedText(message.text), longestWords);
      const said = t(`bot.catchup.waits.${kind}`, { name, words });
      return [`- ${said}\u00a0${toLink('↗', message.url)} · ${channel.toString()}`];
    }),
  ].slice(0, mostWaiting);
  const more = count - own.length;
  return {
    lines: [
      ...(items.length > 0 ? [`**${t('bot.catchup.waiting')}**`, ...items] : []),
      ...(more > 0 ? [`-# ${t('bot.catchup.moreTasks', { count: more })}`] : []),
    ],
    items: items.length,
    /** A button that ticks each task. */
    rows: own.length > 0 ? [toBoxRow(tasks.slice(0, own.length), t)] : [],
    sources: [
      ...sources,
      // Without messages that these link to, of which nothing is shown.
      ...messages.flatMap(({ id, author }) => {
        const placeId = chosen.find(each => each.id === id)?.channel.id;
        return placeId === undefined ? [] : [{ messageId: id, placeId, authorId: author.id }];
      }),
    ].map(({ messageId, placeId, authorId }) => ({ messageId, placeId, ...(authorId && { authorId }) })),
  };
}
