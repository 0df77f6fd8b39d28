import { compareSnowflakes } from '../conversation/evidence.ts';
import { hasQuestionMark } from '../conversation/text.ts';

export type ChannelMessage = {
  readonly id: string;
  readonly authorId: string;
  /** Written by a person, rather than by a bot or by Discord. */
  readonly isByPerson: boolean;
  readonly text: string;
  /** By name or role; @everyone does not count. */
  readonly mentionsReader: boolean;
  readonly replyToId: string | null;
  readonly repliesToReader: boolean;
};

export type WaitingKind = 'question' | 'reply' | 'mention';
export type WaitingMessage = { readonly id: string; readonly kind: WaitingKind };

export type ChannelNews = {
  readonly channelId: string;
  readonly afterId: string;
  /** Unanswered questions in messages that mention the person or reply to them. */
  readonly questions: number;
  readonly replies: number;
  /** Without the replies. */
  readonly mentions: number;
  readonly messages: number;
  readonly people: number;
  readonly hasMore: boolean;
  readonly newestId: string;
  /** Nobody but its author has replied to these. */
  readonly waiting: readonly WaitingMessage[];
};

export type ReadChannel = {
  readonly channelId: string;
  readonly afterId: string;
  /** In any order, repeated ones included. */
  readonly messages: readonly ChannelMessage[];
  readonly hasMore: boolean;
};

/** Counts what others wrote after `afterId`; null if nobody did. */
export function toChannelNews(
  { channelId, afterId, messages, hasMore }: ReadChannel,
  personId: string,
): ChannelNews | null {
  const all = new Map(
    messages.filter(({ id }) => compareSnowflakes(id, afterId) > 0).map(message => [message.id, message]),
  );
  const byPeople = [...all.values()].filter(({ isByPerson }) => isByPerson);
  const byOthers = byPeople
    .filter(({ authorId }) => authorId !== personId)
    .sort((a, b) => compareSnowflakes(a.id, b.id));
  const newest = byOthers.at(-1);
  if (newest === undefined) return null;
  const answered = new Set(
    byPeople.flatMap(({ replyToId, authorId }) =>
      replyToId !== null && all.get(replyToId)?.authorId !== authorId ? [replyToId] : [],
    ),
  );
  const count = (has: (message: ChannelMessage) => boolean) => byOthers.filter(has).length;
  const waiting = byOthers
    .filter(
      ({ id, mentionsReader, repliesToReader }) => (mentionsReader || repliesToReader) && !answered.has(id),
    )
    .map(({ id, text, repliesToReader }): WaitingMessage => {
      if (hasQuestionMark(text)) return { id, kind: 'question' };
      return { id, kind: repliesToReader ? 'reply' : 'mention' };
    });
  return {
    channelId,
    afterId,
    waiting,
    questions: waiting.filter(({ kind }) => kind === 'question').length,
    replies: count(({ repliesToReader }) => repliesToReader),
    mentions: count(({ mentionsReader, repliesToReader }) => mentionsReader && !repliesToReader),
    messages: byOthers.length,
    people: new Set(byOthers.map(({ authorId }) => authorId)).size,
    hasMore,
    newestId: newest.id,
  };
}

const waitingKinds: readonly WaitingKind[] = ['question', 'reply', 'mention'];

/** What waits for a person in any channel: questions first, then replies, then mentions; the newest first. */
export function rankWaiting<Message extends WaitingMessage>(
  messages: readonly Message[],
): readonly Message[] {
  return messages.toSorted(
    (a, b) => waitingKinds.indexOf(a.kind) - waitingKinds.indexOf(b.kind) || compareSnowflakes(b.id, a.id),
  );
}

/**
 * Orders channels by relevance: open questions weigh more than replies, and these more than mentions, which beat everything else.
 * Then by messages, and the newest message.
 */
export function rankNews<News extends Omit<ChannelNews, 'waiting'>>(news: readonly News[]): readonly News[] {
  return [...news].sort(
    (a, b) =>
      toConcern(b) - toConcern(a) ||
      b.messages - a.messages ||
      compareSnowflakes(b.newestId, a.newestId) ||
      compareSnowflakes(a.channelId, b.channelId),
  );
}

/** A question is also a reply or a mention. */
function toConcern({ questions, replies, mentions }: Omit<ChannelNews, 'waiting'>): number {
  return 3 * questions + 2 * replies + mentions;
}
