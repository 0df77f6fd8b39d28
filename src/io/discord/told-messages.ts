import { prepareEvidence } from '../../app/prepare-evidence.ts';
import type { Message } from '../../core/conversation/message.ts';
import { compare } from '../../core/order.ts';
import { rankMessages } from '../../core/select/rank.ts';
import { toLoggedError } from '../../log.ts';
import type { Everywhere } from './access/open-channels.ts';
import type { MessageRecord } from './history/message.ts';
import type { RequestContext } from './interaction/context.ts';
import { findTopics } from './topics.ts';

/** The latest summaries and log entries that are looked through, each. */
const mostSummaries = 400;
const mostEntries = 2_000;
/** How many of the claims nearest to a question point to messages, and to how many. */
const mostClaims = 20;
export const mostTold = 24;

/** What was told, and the messages behind it. */
type Told = {
  readonly text: string;
  readonly time: string;
  readonly cited: readonly Pick<MessageRecord, 'id' | 'channel_id'>[];
};

/**
 * The messages behind what summaries, decisions and tasks of these channels say of a question, the likeliest first, to be read again.
 * None if the store fails: an answer does not need it.
 */
export async function findToldMessages(
  context: RequestContext,
  { channels }: Pick<Everywhere, 'channels'>,
  guildId: string,
  questions: string,
): Promise<Told['cited']> {
  try {
    const readable = new Set(channels.map(({ id }) => id));
    const all = [
      ...(await findClaims(context, guildId, readable)),
      ...(await findEntries(context, guildId, readable)),
    ];
    const messages = all.map(toMessage);
    const source = { type: 'discord' as const, title: '', channelIds: [] };
    const { evidence, spoken } = await prepareEvidence(
      { source, messages, unreadable: 0 },
      {},
      context.engine.workers,
      context.signal,
      { terms: true },
    );
    const ranked = rankMessages(evidence, spoken, questions).slice(0, mostClaims);
    const cited = ranked.flatMap(position => all[Number(evidence.messages[position - 1]?.id)]?.cited ?? []);
    return [...new Map(cited.map(each => [each.id, each])).values()].slice(0, mostTold);
  } catch (error) {
    context.signal.throwIfAborted();
    context.log.warn(toLoggedError(error), 'told-messages-unavailable');
    return [];
  }
}

async function findClaims(
  context: RequestContext,
  guildId: string,
  readable: ReadonlySet<string>,
): Promise<readonly Told[]> {
  const topics = await findTopics(context, {
    guildId,
    placeIds: [...readable],
    findReadable: async () => readable,
    most: mostSummaries,
  });
  return topics.flatMap(({ title, lines }) =>
    lines.map(({ claim, cited, last, toPlaceId }) => ({
      text: `${title}: ${claim.text}`,
      time: last,
      cited: cited.map(({ messageId }) => ({ id: messageId, channel_id: toPlaceId(messageId) })),
    })),
  );
}

async function findEntries(
  { decisionLog, privacy }: RequestContext,
  guildId: string,
  readable: ReadonlySet<string>,
): Promise<readonly Told[]> {
  const all = (await decisionLog.list(guildId))
    .filter(({ places }) => places.every(id => readable.has(id)))
    .sort((one, other) => compare(other.at, one.at))
    .slice(0, mostEntries);
  const authors = all.flatMap(({ sources }) => sources.flatMap(({ authorId }) => authorId ?? []));
  const optedOut = await privacy.optedOut([...new Set(authors)]);
  return all.flatMap(({ statements, sources, at }) => {
    const [statement] = statements;
    if (statement === undefined || sources.some(({ authorId = '' }) => optedOut.has(authorId))) return [];
    return [
      {
        text: `${statement.topic ?? ''}: ${statement.text}`,
        time: at,
        cited: sources.map(({ messageId, placeId }) => ({ id: messageId, channel_id: placeId })),
      },
    ];
  });
}

/** In the shape in which words are looked for. */
function toMessage({ text, time }: Told, index: number): Message {
  return {
    id: String(index),
    kind: 'said',
    author: { id: '', name: '', bot: false },
    time,
    text,
    forwarded: false,
    attachments: [],
    reactions: [],
  };
}
