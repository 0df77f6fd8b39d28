import type { Conversation } from '../../../src/core/conversation/message.ts';
import { readRecords, toMessage } from '../material.ts';

export type Question = {
  readonly q: string;
  readonly a: string;
  /** The positions of the messages that carry the answer. */
  readonly n: readonly number[];
  readonly weight: 1 | 2 | 3;
};

/** A real week of a channel, and what an active member had to know of it. */
export type Week = {
  readonly name: string;
  /** The id of the channel. */
  readonly channel: string;
  readonly conversation: Conversation;
  readonly quiz: readonly Question[];
};

type WeekRecord = {
  readonly week: string;
  /** Of the channel. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly messages: number;
  readonly quiz: readonly Question[];
};

export type ChannelRecord = {
  readonly id: string;
  readonly channel: string;
  readonly messages: readonly {
    readonly n: number;
    readonly id: string;
    readonly time: string;
    readonly author: string;
    readonly text: string;
    readonly reply_to?: number | null;
  }[];
};

/** As long as the ids that Discord gives, for addresses of real length. */
const guildId = '1343693475589263471';
const channelId = '1343693475589263474';

function toConversation(talk: ChannelRecord, from: number, to: number): Conversation {
  const ids = new Map(talk.messages.map(({ n, id }) => [n, id]));
  const messages = talk.messages
    .filter(({ time, text }) => Date.parse(time) >= from && Date.parse(time) < to && text.trim() !== '')
    .sort((a, b) => Date.parse(a.time) - Date.parse(b.time))
    .map(({ id, author, time, text, reply_to }) =>
      toMessage({
        id,
        author,
        time,
        text,
        replyTo: ids.get(reply_to ?? Number.NaN),
        url: `https://discord.com/channels/${guildId}/${channelId}/${id}`,
      }),
    );
  const source = { type: 'discord' as const, title: `#${talk.channel}`, guildId, channelIds: [channelId] };
  return { source, messages, unreadable: 0 };
}

/** None if `week_quizzes.jsonl` or `discord_channels.jsonl` is missing. */
function readPairs(data: string) {
  const weeks = readRecords(data, 'week_quizzes.jsonl') as readonly WeekRecord[];
  if (weeks.length === 0) return [];
  const talks = readRecords(data, 'discord_channels.jsonl') as readonly ChannelRecord[];
  return weeks.flatMap(record => {
    const talk = talks.find(({ id }) => id === record.id);
    return talk ? [{ record, talk }] : [];
  });
}

export function readWeeks(data: string): readonly Week[] {
  return readPairs(data).map(({ record: { week, id, from, to, messages: count, quiz }, talk }) => {
    const conversation = toConversation(talk, Date.parse(from), Date.parse(to));
    const { length } = conversation.messages;
    if (length !== count) throw new Error(`${week} has ${length} messages with text, not ${count}`);
    return { name: week, channel: id, conversation, quiz };
  });
}

const weekMs = 7 * 86_400_000;

/** Three weeks in a row of the channel of one week, of which that is the second. */
export function readSeries(data: string, name: string): readonly Week[] {
  const found = readPairs(data).find(({ record }) => record.week === name);
  if (found === undefined) throw new Error(`there is no week ${name}`);
  const { record, talk } = found;
  return [-1, 0, 1].map((offset, index) => {
    const from = Date.parse(record.from) + offset * weekMs;
    const conversation = toConversation(talk, from, from + weekMs);
    return { name: `series-${index + 1}`, channel: record.id, conversation, quiz: [] };
  });
}
