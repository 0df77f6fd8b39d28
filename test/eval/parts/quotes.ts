import { extractiveEngine } from '../../../src/app/extractive.ts';
import { summarize } from '../../../src/app/summarize.ts';
import type { Summary } from '../../../src/core/claims/summary.ts';
import type { EvidenceMessage } from '../../../src/core/conversation/evidence.ts';
import type { Conversation } from '../../../src/core/conversation/message.ts';
import { toSpeakerName } from '../../../src/core/conversation/text.ts';
import { tokenize } from '../../../src/core/conversation/tokens.ts';
import { createTermReader } from '../../../src/core/select/languages.ts';
import { toConversation } from '../../core/talk.ts';
import type { Scene } from '../material.ts';
import { ownTalks, toClaims } from '../own/own.ts';
import { readMeetings } from '../qmsum.ts';
import { createRandom, printTable, type Random, toPercent } from '../table.ts';

const never = new AbortController().signal;

/** The quotes that code chooses. */
export async function quoteByCode({ conversation }: HumanTalk): Promise<readonly ReadQuote[]> {
  const request = { detail: 'standard', zone: 'UTC', window: {} } as const;
  const ports = { engine: extractiveEngine, newId: () => 'measured' };
  return toReadQuotes(await summarize(conversation, request, ports, never));
}

/** The own set is small: chance is the mean of this many draws there. */
const draws = 20;

/** How much of what people wrote is quoted, by code and by baselines of as many words. */
export async function measureReach(talks: readonly HumanTalk[]): Promise<ReadonlyMap<string, Reach>> {
  const random = createRandom(7);
  const baselines: readonly (readonly [string, Baseline])[] = [
    ['first messages', takeLead],
    ['random messages', takeRandom],
    ['one message again and again', repeatBest],
  ];
  const reaches = new Map<string, Reach>(
    ['quotes chosen by code', ...baselines.map(([name]) => name)].map(name => [
      name,
      { quotes: 0, sentences: 0, touched: 0, reached: 0, words: 0 },
    ]),
  );
  const add = (name: string, talk: HumanTalk, quotes: readonly ReadQuote[]) => {
    const reach = reaches.get(name);
    if (reach) addReach(reach, talk, quotes);
  };
  for (const talk of talks) {
    const quotes = await quoteByCode(talk);
    const words = quotes
      .flatMap(({ cites }) => cites)
      .reduce((sum, { quote }) => sum + tokenize(quote ?? '').length, 0);
    add('quotes chosen by code', talk, quotes);
    for (const [name, make] of baselines) {
      const times = make === takeRandom && talk.set === 'own' ? draws : 1;
      for (let draw = 0; draw < times; draw++) add(name, talk, make(talk, words, random));
    }
  }
  return reaches;
}

/** Prints how much of what people write about a conversation the quotes hold. */
export async function printQuotes(data: string): Promise<void> {
  const sets: readonly (readonly [string, readonly HumanTalk[]])[] = [
    ['own', toOwnTalks()],
    ['qmsum', readHumanTalks(data)],
  ];
  for (const [name, talks] of sets) {
    if (talks.length === 0) continue;
    printTable(
      `Quotes of the ${talks.length} conversations of ${name}: sentences of people, %`,
      ['', 'reached', 'only touched', 'content words told'],
      [...(await measureReach(talks))].map(([way, { sentences, touched, reached, words }]) => [
        way,
        toPercent(reached, sentences),
        toPercent(touched - reached, sentences),
        toPercent(words, sentences),
      ]),
    );
  }
}

/** Summaries that anybody could make, of whole messages and about as many words as another has. */
export type Baseline = (talk: HumanTalk, words: number, random: Random) => readonly ReadQuote[];

/** No baseline quotes shorter messages: "yeah" would only harm it. */
const minWords = 5;

/** The first messages. */
export const takeLead: Baseline = (talk, words) => take(toLongEnough(talk), words);

/** Any messages. */
export const takeRandom: Baseline = (talk, words, random) =>
  take(
    toLongEnough(talk)
      .map(message => ({ message, at: random.next() }))
      .sort((a, b) => a.at - b.at)
      .map(({ message }) => message),
    words,
  );

/** Over and over the one message that has most of the human text's words, chosen with that text at hand. */
export const repeatBest: Baseline = (talk, words) => {
  const wanted = new Set(tokenize(talk.reference));
  const share = ({ text }: EvidenceMessage) => new Set(tokenize(text)).intersection(wanted).size;
  const [best] = [...toLongEnough(talk)].sort((a, b) => share(b) - share(a));
  if (!best) return [];
  const copies = Math.max(1, Math.round(words / tokenize(best.text).length));
  return Array.from({ length: copies }, () => toClaim(best));
};

function toLongEnough({ scene }: HumanTalk): readonly EvidenceMessage[] {
  return scene.evidence.messages.filter(({ text, context }) => !context && tokenize(text).length >= minWords);
}

function take(messages: readonly EvidenceMessage[], words: number): readonly ReadQuote[] {
  const taken: ReadQuote[] = [];
  let left = words;
  for (const message of messages) {
    const length = tokenize(message.text).length;
    if (length / 2 > left) break;
    left -= length;
    taken.push(toClaim(message));
  }
  return taken;
}

function toClaim({ position, author, text }: EvidenceMessage): ReadQuote {
  return {
    text: `${toSpeakerName(author.name)}: “${text}”`,
    cites: [{ position, quote: text }],
  };
}

/** A quote as somebody reads it: its line, and the messages it cites. */
export type ReadQuote = {
  readonly text: string;
  readonly cites: readonly { readonly position: number; readonly quote: string | null }[];
};

export function toReadQuotes({ claims, footnotes }: Summary): readonly ReadQuote[] {
  const positions = new Map(footnotes.map(({ number, position }) => [number, position]));
  return claims.map(({ text, references, more }) => ({
    text,
    cites: [
      ...references.map(({ footnote, quote }) => ({ position: positions.get(footnote) ?? 0, quote })),
      ...more,
    ].map(({ position, quote }) => ({ position, quote: quote?.text ?? null })),
  }));
}

/** Sums over the sentences that people wrote: how many are touched and reached, and how much of them is told. */
export type Reach = {
  quotes: number;
  sentences: number;
  touched: number;
  reached: number;
  /** The share of their content words that is told, 0..1 each. */
  words: number;
};

/** A sentence is reached by quotes out of its messages that tell this share of its content words. */
const reachedFrom = 0.3;

export function addReach(reach: Reach, talk: HumanTalk, quotes: readonly ReadQuote[]): void {
  const reader = createReader(talk);
  const read = quotes.flatMap(quote => {
    const positions = findQuoted(talk, quote);
    return positions === null ? [] : [{ positions, terms: reader.read(quote.text) }];
  });
  reach.quotes += quotes.length;
  for (const { text, span } of talk.sentences) {
    const near = read.filter(({ positions }) => !positions.isDisjointFrom(span));
    const told = reader.share(reader.read(text), new Set(near.flatMap(({ terms }) => [...terms])));
    reach.sentences += 1;
    if (near.length > 0) reach.touched += 1;
    if (near.length > 0 && told >= reachedFrom) reach.reached += 1;
    reach.words += told;
  }
}

function toPlain(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}

/** The messages quoted, where a line says only who wrote what and that is so; asks none of our own checks. */
export function findQuoted({ scene }: HumanTalk, { text, cites }: ReadQuote): ReadonlySet<number> | null {
  let rest = toPlain(text);
  const quoted = new Set<number>();
  let last: string | null = null;
  for (const { position, quote } of cites) {
    const message = scene.evidence.messages[position - 1];
    if (!message || quote === null || !toPlain(message.text).includes(toPlain(quote))) continue;
    const words = toPlain(quote);
    const said = `${toPlain(toSpeakerName(message.author.name))}: `;
    // Who goes on is not named again.
    const leads = last === message.author.id ? [said, ''] : [said];
    const whole = leads.flatMap(lead =>
      ['', '… '].flatMap(before => ['', '…', ' …'].map(after => `${lead}“${before}${words}${after}”`)),
    );
    const found = whole.find(each => rest.includes(each));
    if (found === undefined) continue;
    rest = rest.replace(found, () => '');
    quoted.add(position);
    last = message.author.id;
  }
  return quoted.size > 0 && rest.replaceAll('→', '').trim() === '' ? quoted : null;
}

type TermShares = {
  readonly read: (text: string) => ReadonlySet<string>;
  /** How much of the first the second holds, 0..1, rare words counting more. */
  readonly share: (wanted: ReadonlySet<string>, told: ReadonlySet<string>) => number;
};

const readers = new WeakMap<HumanTalk, TermShares>();

/** Reads the content words of texts about a conversation, the names of those who wrote in it aside. */
function createReader(talk: HumanTalk): TermShares {
  const known = readers.get(talk);
  if (known) return known;
  const { evidence, languages, people } = talk.scene;
  const terms = createTermReader(languages);
  const names = new Set(people.flatMap(terms));
  const counts = new Map<string, number>();
  for (const { text } of evidence.messages) {
    for (const term of new Set(terms(text))) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const weigh = (set: ReadonlySet<string>) =>
    [...set].reduce((sum, term) => sum + Math.log(1 + evidence.messages.length / (counts.get(term) ?? 1)), 0);
  const made: TermShares = {
    read: text => new Set(terms(text).filter(term => !names.has(term))),
    share: (wanted, told) => weigh(wanted.intersection(told)) / (weigh(wanted) || 1),
  };
  readers.set(talk, made);
  return made;
}

/** A sentence that a person wrote about a conversation, and the positions of all messages that may support it. */
export type HumanSentence = { readonly text: string; readonly span: ReadonlySet<number> };

/** A conversation and what people wrote about it. */
export type HumanTalk = {
  readonly set: 'own' | 'qmsum';
  readonly scene: Scene;
  readonly conversation: Conversation;
  readonly sentences: readonly HumanSentence[];
  /** All that people wrote about it. */
  readonly reference: string;
};

export function toOwnTalks(): readonly HumanTalk[] {
  return ownTalks.flatMap(talk => {
    const claims = toClaims(talk);
    const scene = claims[0]?.scene;
    if (!scene) return [];
    const sentences = claims.map(({ draft: { text, evidence } }) => ({
      text,
      span: new Set(evidence.map(({ position }) => position)),
    }));
    const reference = sentences.map(({ text }) => text).join('\n');
    return [{ set: 'own', scene, conversation: toConversation(...talk.lines), sentences, reference }];
  });
}

export function readHumanTalks(folder: string): readonly HumanTalk[] {
  return readMeetings(folder).map(({ scene, conversation, answers, questions }) => ({
    set: 'qmsum',
    scene,
    conversation,
    sentences: answers,
    reference: questions.map(({ answer }) => answer).join('\n'),
  }));
}
