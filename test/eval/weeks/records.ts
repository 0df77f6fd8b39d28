import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Conversation, Message } from '../../../src/core/conversation/message.ts';

const quizzes = z.object({
  week: z.string(),
  id: z.string(),
  from: z.string(),
  to: z.string(),
  quiz: z.array(z.object({ q: z.string(), a: z.string(), n: z.array(z.number()), weight: z.number() })),
});
const channels = z.object({
  id: z.string(),
  channel: z.string(),
  messages: z.array(
    z.object({
      n: z.number(),
      id: z.string(),
      time: z.string(),
      author: z.string(),
      text: z.string(),
      reply_to: z.number().nullish(),
    }),
  ),
});

export type Question = {
  readonly q: string;
  readonly a: string;
  readonly weight: number;
  readonly n: readonly number[];
};

/** A real week of a channel, and what an active member had to know of it. */
export type Week = {
  readonly name: string;
  readonly conversation: Conversation;
  readonly quiz: readonly Question[];
};

function readLines<Shape extends z.ZodType>(data: string, file: string, shape: Shape): z.infer<Shape>[] {
  return readFileSync(join(data, file), 'utf8')
    .trim()
    .split('\n')
    .map(line => shape.parse(JSON.parse(line)));
}

/** As long as the ids that Discord gives, for addresses of real length. */
const guildId = '1343693475589263471';
const channelId = '1343693475589263474';

type Channel = z.infer<typeof channels>;

function toConversation(talk: Channel, from: number, to: number): Conversation {
  const ids = new Map(talk.messages.map(each => [each.n, each.id]));
  const messages = talk.messages
    .filter(({ time, text }) => Date.parse(time) >= from && Date.parse(time) < to && text.trim() !== '')
    .sort((a, b) => Date.parse(a.time) - Date.parse(b.time))
    .map(
      (each): Message => ({
        id: each.id,
        kind: 'said',
        author: { id: each.author, name: each.author, bot: false },
        time: new Date(each.time).toISOString(),
        text: each.text,
        forwarded: false,
        ...(each.reply_to && { replyTo: ids.get(each.reply_to) ?? '' }),
        attachments: [],
        reactions: [],
        url: `https://discord.com/channels/${guildId}/${channelId}/${each.id}`,
      }),
    );
  const source = { type: 'discord' as const, title: `#${talk.channel}`, guildId, channelIds: [channelId] };
  return { source, messages, unreadable: 0 };
}

export function readWeeks(data: string): readonly Week[] {
  const talks = readLines(data, 'discord_channels.jsonl', channels);
  return readLines(data, 'week_quizzes.jsonl', quizzes).map(({ week, id, from, to, quiz }) => {
    const talk = talks.find(each => each.id === id);
    if (talk === undefined) throw new Error(`there is no channel ${id}`);
    return { name: week, conversation: toConversation(talk, Date.parse(from), Date.parse(to)), quiz };
  });
}

const weekMs = 7 * 86_400_000;

/** Three weeks in a row of the channel of one week, of which that is the second. */
export function readSeries(data: string, name: string): readonly Week[] {
  const week = readLines(data, 'week_quizzes.jsonl', quizzes).find(each => each.week === name);
  const talk = readLines(data, 'discord_channels.jsonl', channels).find(({ id }) => id === week?.id);
  if (week === undefined || talk === undefined) throw new Error(`there is no week ${name}`);
  return [-1, 0, 1].map((offset, index) => {
    const from = Date.parse(week.from) + offset * weekMs;
    return {
      name: `series-${index + 1}`,
      conversation: toConversation(talk, from, from + weekMs),
      quiz: [],
    };
  });
}
