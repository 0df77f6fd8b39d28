import type { Evidence } from '../../../src/core/conversation/evidence.ts';
import { toEvidence } from '../../../src/core/conversation/evidence.ts';
import type { Message } from '../../../src/core/conversation/message.ts';
import { toHighlights } from '../../../src/core/highlights/highlights.ts';
import type { Weights } from '../../../src/core/highlights/score.ts';
import { toLanguages } from '../../../src/core/select/languages.ts';
import { createTermReader } from '../../../src/core/select/stems.ts';
import { readRecords } from '../qmsum.ts';
import type { Lesson } from './learn.ts';
import { countShownWords } from './measure.ts';

type Question = {
  readonly q: string;
  readonly a: string;
  /** The positions of the messages that carry the answer. */
  readonly n: readonly number[];
  readonly weight: 1 | 2 | 3;
};

/** A week of a channel, and what a member had to know of it. */
export type QuizWeek = Lesson & {
  readonly id: string;
  readonly channel: string;
  readonly quiz: readonly Question[];
};

type WeekRecord = {
  readonly week: string;
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly messages: number;
  readonly quiz: readonly Question[];
};

type ChannelRecord = {
  readonly id: string;
  readonly messages: readonly {
    readonly n: number;
    readonly id: string;
    readonly time: string;
    readonly author: string;
    readonly text: string;
    readonly reply_to?: number;
    readonly edited?: boolean;
  }[];
};

/** The weeks of `week_quizzes.jsonl` with their messages of `discord_channels.jsonl`; none if one of them is missing. */
export function readQuizWeeks(folder: string): readonly QuizWeek[] {
  const weeks = readRecords(folder, 'week_quizzes.jsonl') as readonly WeekRecord[];
  if (weeks.length === 0) return [];
  const channels = readRecords(folder, 'discord_channels.jsonl') as readonly ChannelRecord[];
  const byId = new Map(channels.map(channel => [channel.id, channel]));
  return weeks.flatMap(record => {
    const channel = byId.get(record.id);
    return channel ? [toQuizWeek(record, channel)] : [];
  });
}

function toQuizWeek({ week, from, to, messages: count, quiz }: WeekRecord, channel: ChannelRecord): QuizWeek {
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const own = channel.messages.filter(({ time }) => Date.parse(time) >= start && Date.parse(time) < end);
  const ids = new Map(channel.messages.map(({ n, id }) => [n, id]));
  const evidence = toEvidence({
    source: { type: 'json_lines', title: channel.id, channelIds: ['1'] },
    messages: own.map(({ id, author, time, text, reply_to, edited }): Message => {
      const replyTo = reply_to === undefined ? undefined : ids.get(reply_to);
      return {
        id,
        kind: 'said',
        author: { id: author, name: author, bot: false },
        time,
        ...(edited && { editedTime: time }),
        text,
        forwarded: false,
        ...(replyTo !== undefined && { replyTo }),
        attachments: [],
        reactions: [],
      };
    }),
    unreadable: 0,
  });
  if (evidence.messages.length !== count)
    throw new Error(`${week} has ${evidence.messages.length} messages with text, not ${count}`);
  const languages = toLanguages(evidence);
  const read = createTermReader(languages);
  const answers = quiz.map(({ q, a, n, weight }) => {
    const asked = new Set(read(q));
    return { n, weight, terms: new Set(read(a).filter(term => !asked.has(term))) };
  });
  const toWorth = (position: number, sentence: string) => {
    const said = new Set(read(sentence));
    const worths = answers.map(({ n, weight, terms }) => {
      if (!n.includes(position)) return 0;
      const shared = [...terms].filter(term => said.has(term)).length;
      return Math.min(1, (2 * shared) / Math.min(longAnswer, Math.max(1, terms.size))) * worthOf[weight];
    });
    return Math.max(0, ...worths);
  };
  return { id: week, channel: channel.id, evidence, languages, quiz, toWorth };
}

/** A sentence with half of this many words of an answer is worth as much as one can be. */
const longAnswer = 8;
const worthOf = { 3: 1, 2: 0.8, 1: 0.5 } as const;

/** What the highlights of a week tell of its quiz, by weight. */
export type QuizScore = {
  readonly id: string;
  readonly messages: number;
  readonly words: number;
  readonly bullets: number;
  readonly weight: number;
  /** Of the questions that have a cited message. */
  readonly cited: number;
  readonly told: number;
  readonly mustAll: number;
  readonly mustTold: number;
};

/**
 * A question is answered where the quotes of its messages hold this share of the answer's words. With it, the
 * highlights of before this measure (789 words a week) answer 20 % by weight, where readers answered 23 %.
 */
const answeredShare = 0.5;

/** What is shown is counted as a reader sees it: names, quotes and links, without the markers. */
export function measureWeek(week: QuizWeek, weights?: Weights): QuizScore {
  const { id, evidence, languages, quiz } = week;
  const claims = toHighlights(evidence, { detail: 'standard', languages, ...(weights && { weights }) });
  const read = createTermReader(languages);
  const quoted = new Map<number, Set<string>>();
  for (const { position, quote } of claims.flatMap(claim => claim.evidence)) {
    const terms = quoted.get(position) ?? new Set<string>();
    for (const term of read(quote)) terms.add(term);
    quoted.set(position, terms);
  }
  let [weight, cited, told, mustAll, mustTold] = [0, 0, 0, 0, 0];
  for (const question of quiz) {
    const isTold = isAnswered(question, evidence, quoted, read);
    weight += question.weight;
    if (question.n.some(position => quoted.has(position))) cited += question.weight;
    if (isTold) told += question.weight;
    if (question.weight === 3) mustAll += 1;
    if (question.weight === 3 && isTold) mustTold += 1;
  }
  return {
    id,
    messages: evidence.messages.length,
    words: countShownWords(claims.map(({ text }) => text)),
    bullets: claims.length,
    weight,
    cited,
    told,
    mustAll,
    mustTold,
  };
}

/** The answer's words that the question does not give away and that one of its messages says, against those quoted. */
function isAnswered(
  { q, a, n }: Question,
  evidence: Evidence,
  quoted: ReadonlyMap<number, ReadonlySet<string>>,
  read: (text: string) => readonly string[],
): boolean {
  const asked = new Set(read(q));
  const said = new Set(n.flatMap(position => read(evidence.messages[position - 1]?.text ?? '')));
  const answer = [...new Set(read(a))].filter(term => !asked.has(term) && said.has(term));
  const shown = new Set(n.flatMap(position => [...(quoted.get(position) ?? [])]));
  const held = answer.filter(term => shown.has(term)).length;
  return answer.length > 0 && held >= answeredShare * answer.length;
}

export function addQuizScores(scores: readonly QuizScore[]): QuizScore {
  const sum = (toCount: (score: QuizScore) => number) =>
    scores.reduce((total, score) => total + toCount(score), 0);
  return {
    id: 'all',
    messages: sum(({ messages }) => messages),
    words: Math.round(sum(({ words }) => words) / Math.max(1, scores.length)),
    bullets: sum(({ bullets }) => bullets),
    weight: sum(({ weight }) => weight),
    cited: sum(({ cited }) => cited),
    told: sum(({ told }) => told),
    mustAll: sum(({ mustAll }) => mustAll),
    mustTold: sum(({ mustTold }) => mustTold),
  };
}
