import {
  type Evidence,
  type EvidenceMessage,
  messageAt,
  toReplyPositions,
} from '../conversation/evidence.ts';
import { type Strands, toStrands } from '../conversation/strands.ts';
import { type EvidenceTokens, tokenizeEvidence } from '../conversation/tokens.ts';
import type { CueName } from '../select/cues/cue.ts';
import { type CueReading, createCueReader } from '../select/cues/index.ts';
import { rankByMatter, type TermMatrix, toTermMatrix } from '../select/ranking.ts';
import { toStopWords } from '../select/stop-words.ts';
import { scoreSurroundings } from '../select/surroundings.ts';
import { toTermIndex } from '../select/term-index.ts';
import { createResponseReader, type ResponseReader } from './agreement.ts';
import { toReportingWords } from './reporting-words.ts';

/** A conversation as the extractive engine looks at it: everything is worked out once, by position. */
export type Scene = {
  readonly evidence: Evidence;
  readonly tokens: EvidenceTokens;
  readonly matrix: TermMatrix;
  readonly strands: Strands;
  /** Positions answered, by the position that answers. */
  readonly replies: ReadonlyMap<number, number>;
  /** Positions that answer, by the position answered. */
  readonly answers: ReadonlyMap<number, readonly number[]>;
  /** Whether the languages spoken have cues; without them there are key points only. */
  readonly cued: boolean;
  readonly has: (position: number, cue: CueName) => boolean;
  readonly find: (position: number, cue: CueName) => string | null;
  /** The same of any words. */
  readonly shows: (words: string, cue: CueName) => boolean;
  /** All cues of any words. */
  readonly read: (words: string) => CueReading;
  /** How much a message says of what the conversation is about, 0..1. */
  readonly centrality: (position: number) => number;
  /** How much of the answering a message's author does, 0..1. */
  readonly authority: (position: number) => number;
  readonly responses: ResponseReader;
  /** How much of what the reader cares about a message speaks of, 0..1. */
  readonly focus: (position: number) => number;
};

export type SceneOptions = {
  readonly languages: readonly string[];
  /** What the reader cares about, in the reader's words. */
  readonly focus?: string | undefined;
  readonly tokens?: EvidenceTokens | undefined;
};

export function toScene(
  evidence: Evidence,
  { languages, focus, tokens = tokenizeEvidence(evidence) }: SceneOptions,
): Scene {
  const reader = createCueReader(languages);
  const replies = toReplyPositions(evidence);
  const answers = new Map<number, number[]>();
  for (const [from, to] of replies) {
    const known = answers.get(to);
    if (known) known.push(from);
    else answers.set(to, [from]);
  }
  const stopWords = toStopWords(languages);
  const matrix = toTermMatrix(
    evidence.messages.map(({ position }) => tokens.at(position).filter(word => !stopWords.has(word))),
  );
  const centrality = rankByMatter(matrix);
  const read = createReadings(evidence, reader.read);
  return {
    evidence,
    tokens,
    matrix,
    strands: toStrands(evidence),
    replies,
    answers,
    cued: reader.known,
    has: (position, cue) => read(position).has(cue),
    find: (position, cue) => read(position).find(cue),
    shows: (words, cue) => reader.read(words).has(cue),
    read: reader.read,
    centrality: position => centrality[position - 1] ?? 0,
    authority: toAuthority(evidence, replies),
    responses: createResponseReader(evidence, replies, read),
    focus: focus ? toFocus(focus, evidence, languages) : () => 0,
  };
}

/** What is said around a message counts so much beside what it says itself. */
const aroundShare = 3;

/** Where what the reader cares about is spoken of; where most of it is, 1. */
function toFocus(
  words: string,
  evidence: Evidence,
  languages: readonly string[],
): (position: number) => number {
  const index = toTermIndex(evidence, languages);
  const told = new Set(toReportingWords(languages).flatMap(index.read));
  const terms = new Set(index.read(words)).difference(told);
  if (terms.size === 0) return () => 0;
  const own = index.score([...terms]);
  const weights = new Map([...terms].map(term => [term, 1]));
  const around = scoreSurroundings(weights, evidence.messages.length, index);
  const score = (position: number) => (own.get(position) ?? 0) + aroundShare * (around[position] ?? 0);
  const most = evidence.messages.reduce((max, { position }) => Math.max(max, score(position)), 0) || 1;
  return position => score(position) / most;
}

/** Who answers most in a channel is who its members listen to. */
function toAuthority(evidence: Evidence, replies: ReadonlyMap<number, number>): (position: number) => number {
  const given = new Map<string, number>();
  for (const [from, to] of replies) {
    const [answer, asked] = [messageAt(evidence, from), messageAt(evidence, to)];
    if (answer && asked && isOther(answer, asked))
      given.set(answer.author.id, (given.get(answer.author.id) ?? 0) + 1);
  }
  const most = [...given.values()].reduce((max, count) => Math.max(max, count), 1);
  return position =>
    Math.log2(1 + (given.get(messageAt(evidence, position)?.author.id ?? '') ?? 0)) / Math.log2(1 + most);
}

/** No Discord message is longer; of a longer one the rest is not looked at for cues. */
export const readCharacters = 4_000;

function createReadings(evidence: Evidence, read: (text: string) => CueReading) {
  const kept: (CueReading | undefined)[] = new Array(evidence.messages.length);
  return (position: number): CueReading => {
    const known =
      kept[position - 1] ??
      read(toOwnWords(messageAt(evidence, position)?.text ?? '').slice(0, readCharacters));
    kept[position - 1] = known;
    return known;
  };
}

const carried = /^\[(?:embed:|poll:|sticker:|voice message|image:|video:|audio:|file:)/;

/** The words a person typed: cues in forwards, embeds and file names are not theirs. */
export function toOwnWords(text: string): string {
  if (!text.includes('[')) return text;
  // A forward goes on to the end of its message, whatever lines it has.
  const forwarded = /(?:^|\n)\[forwarded\] /.exec(text);
  return (forwarded ? text.slice(0, forwarded.index) : text)
    .split('\n')
    .filter(line => !carried.test(line))
    .join('\n');
}

/** Whether somebody other than the writer of `a` wrote `b`. */
export function isOther(a: EvidenceMessage, b: EvidenceMessage): boolean {
  return a.author.id !== b.author.id;
}

/** Milliseconds from one message to a later one. */
export function toGapMs(from: EvidenceMessage, to: EvidenceMessage): number {
  return Date.parse(to.time) - Date.parse(from.time);
}
