import type { Conversation, Message } from '../../../src/core/conversation/message.ts';
import { readRecords } from '../qmsum.ts';
import { type Exchange, type PlantedDecision, plantedDecisions } from './decisions.ts';

type Recorded = {
  readonly id: string;
  readonly messages: readonly {
    readonly n: number;
    readonly time: string;
    readonly author: string;
    readonly text: string;
    readonly reply_to?: number;
  }[];
};

/** The decision is in English; a room in another language would give it away. */
const otherLanguages = new Set(['regional-channels--polska']);
const longestSilenceMs = 6 * 3_600_000;
const discordEpoch = Date.UTC(2015, 0, 1);
const begin = Date.UTC(2026, 0, 5, 9);

/** A decision with the ids of the messages that settle it, and of those that settled it before. */
export type Planted = PlantedDecision & { readonly key: string; readonly firstKey: string | null };

/** Recorded rooms one after the other as one channel of so many messages, with all decisions planted in it; null without the data. */
export function plantDecisions(
  data: string,
  size: number,
): { readonly conversation: Conversation; readonly planted: readonly Planted[] } | null {
  const records = ['discord_channels.jsonl', 'discord_threads.jsonl'].flatMap(
    name => readRecords(data, name) as readonly Recorded[],
  );
  const recorded = toChannel(records.filter(({ id }) => !otherLanguages.has(id))).slice(0, size);
  if (recorded.length === 0) return null;
  const after = new Map<number, Message[]>();
  const plant = (name: string, { at, lines, keyAt = lines.length - 1 }: Exchange): string => {
    const index = Math.floor(at * recorded.length);
    const messages = toMessages(name, lines, recorded, index);
    after.set(index, messages);
    return messages[keyAt]?.id ?? '';
  };
  const planted = plantedDecisions.map(decision => ({
    ...decision,
    key: plant(decision.id, decision.last),
    firstKey: decision.first ? plant(`${decision.id}, first`, decision.first) : null,
  }));
  const messages = recorded.flatMap((message, index) => [message, ...(after.get(index) ?? [])]);
  const source = { type: 'discord', title: '#radio', guildId: '1', channelIds: ['2'] } as const;
  return { conversation: { source, messages, unreadable: 0 }, planted };
}

/** Silences are shortened and rooms follow each other, so that all is one channel of about a year. */
function toChannel(records: readonly Recorded[]): readonly Message[] {
  let ms = begin;
  const seen = new Set<string>();
  return records.flatMap(({ messages }) => {
    const ids = new Map<number, string>();
    let before: number | null = null;
    ms += longestSilenceMs;
    return messages.flatMap(({ n, time, author, text, reply_to }): readonly Message[] => {
      const key = `${time} ${author} ${text}`;
      if (text.trim() === '' || seen.has(key)) return [];
      seen.add(key);
      const at = Date.parse(time);
      ms += Math.max(2_000, Math.min(longestSilenceMs, at - (before ?? at)));
      before = at;
      const id = toId(ms);
      ids.set(n, id);
      const parent = reply_to === undefined ? undefined : ids.get(reply_to);
      return [toMessage(id, ms, author, text, parent)];
    });
  });
}

/** Said by people who wrote just before, in the silence after the message at `index`. */
function toMessages(
  name: string,
  lines: Exchange['lines'],
  recorded: readonly Message[],
  index: number,
): Message[] {
  const near = recorded.slice(Math.max(0, index - 40), index).map(({ author }) => author.name);
  const [a, b] = [...new Set(near.reverse())];
  const before = recorded[index];
  if (a === undefined || b === undefined || before === undefined)
    throw new Error(`nobody is there to say "${name}"`);
  const from = Date.parse(before.time);
  const next = recorded[index + 1];
  const step = Math.min(
    60_000,
    (next === undefined ? 60_000 : Date.parse(next.time) - from) / (lines.length + 1),
  );
  return lines.map(({ by, text }, at) => {
    const ms = Math.round(from + step * (at + 1));
    return toMessage(toId(ms), ms, by === 'a' ? a : b, text);
  });
}

function toMessage(id: string, ms: number, author: string, text: string, replyTo?: string): Message {
  return {
    id,
    kind: 'said',
    author: { id: author, name: author, bot: false },
    time: new Date(ms).toISOString(),
    text,
    forwarded: false,
    ...(replyTo !== undefined && { replyTo }),
    attachments: [],
    reactions: [],
  };
}

function toId(ms: number): string {
  return String(BigInt(ms - discordEpoch) << 22n);
}
