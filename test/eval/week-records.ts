import type { Conversation } from '../../src/core/conversation/message.ts';
import { readRecords, toMessage } from './material.ts';

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
  /** Instants; `to` is the end. */
  readonly from: string;
  readonly to: string;
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

type ChannelRecord = {
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

const weekMs = 7 * 86_400_000;

/**
 * One server whose channels had these weeks at the same time, as the card of `/catchup` reads it.
 */
export function joinWeeks(weeks: readonly Week[]): Week {
  const startOf = ({ conversation }: Week) => Date.parse(conversation.messages[0]?.time ?? '');
  const begin = Math.max(...weeks.map(startOf));
  const messages = weeks.flatMap((week, index) => {
    const shiftMs = Math.round((begin - startOf(week)) / weekMs) * weekMs;
    const channel = { id: String(BigInt(channelId) + BigInt(index)), title: week.conversation.source.title };
    return week.conversation.messages.map(message => ({
      ...message,
      channel,
      time: new Date(Date.parse(message.time) + shiftMs).toISOString(),
      url: `https://discord.com/channels/${guildId}/${channel.id}/${message.id}`,
    }));
  });
  messages.sort((a, b) => Date.parse(a.time) - Date.parse(b.time));
  const source = {
    type: 'discord' as const,
    title: 'the server',
    guildId,
    channelIds: weeks.map((_, index) => String(BigInt(channelId) + BigInt(index))),
  };
  return {
    name: weeks.map(({ name }) => name).join('-'),
    channel: '',
    from: new Date(begin).toISOString(),
    to: new Date(begin + weekMs).toISOString(),
    conversation: { source, messages, unreadable: 0 },
    quiz: weeks.flatMap(({ quiz }) => quiz.map(question => ({ ...question, n: [] }))),
  };
}

/** All messages of a channel, whenever they were written. */
export function readChannel(data: string, id: string): Conversation {
  const talks = readRecords(data, 'discord_channels.jsonl') as readonly ChannelRecord[];
  const talk = talks.find(each => each.id === id);
  if (talk === undefined) throw new Error(`there is no channel ${id}`);
  return toConversation(talk, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
}

/** None if `week_quizzes.jsonl` or `discord_channels.jsonl` is missing. */
export function readWeeks(data: string): readonly Week[] {
  const weeks = readRecords(data, 'week_quizzes.jsonl') as readonly WeekRecord[];
  if (weeks.length === 0) return [];
  const talks = readRecords(data, 'discord_channels.jsonl') as readonly ChannelRecord[];
  return weeks.flatMap(({ week, id, from, to, messages: count, quiz }): readonly Week[] => {
    const talk = talks.find(each => each.id === id);
    if (talk === undefined) return [];
    const conversation = toConversation(talk, Date.parse(from), Date.parse(to));
    const { length } = conversation.messages;
    if (length !== count) throw new Error(`${week} has ${length} messages with text, not ${count}`);
    return [{ name: week, channel: id, from, to, conversation, quiz }];
  });
}
