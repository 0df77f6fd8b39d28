import type { Evidence, EvidenceMessage } from '../../src/core/conversation/evidence.ts';
import { tokenize } from '../../src/core/conversation/tokens.ts';
import { toStopWords } from '../../src/core/select/languages.ts';
import { toSentences } from '../../src/core/select/sentences.ts';
import {
  type GoodClaim,
  type PlainLine,
  readRecords,
  type Scene,
  toDraft,
  toPlainEvidence,
  toScene,
} from './material.ts';

type Meeting = {
  readonly id: string;
  readonly messages: readonly PlainLine[];
  readonly queries: readonly {
    readonly answer: string;
    readonly spans: readonly (readonly [number, number])[];
  }[];
};

/** A sentence that a person wrote about a meeting, and the positions of the turns that this person says it rests on. */
type Answer = {
  readonly scene: Scene;
  readonly text: string;
  readonly span: ReadonlySet<number>;
};

const minWords = 6;

export function readAnswers(folder: string): readonly Answer[] {
  return (readRecords(folder, 'qmsum.jsonl') as readonly Meeting[]).flatMap(meeting => {
    const scene = toScene(meeting.id, toPlainEvidence(meeting.id, meeting.messages), ['en']);
    const positions = new Map(scene.evidence.messages.map(({ id, position }) => [Number(id), position]));
    return meeting.queries.flatMap(({ answer, spans }) => {
      const span = new Set<number>();
      for (const [from, to] of spans) {
        for (let n = from; n <= to; n++) {
          const position = positions.get(n);
          if (position !== undefined) span.add(position);
        }
      }
      return toSentences(answer)
        .map(({ start, end }) => answer.slice(start, end))
        .filter(text => span.size > 0 && tokenize(text).length >= minWords)
        .map((text): Answer => ({ scene, text, span }));
    });
  });
}

const stop = toStopWords(['en']);

/** Idf of the words of one conversation, a turn being a document. */
function toWeights(evidence: Evidence): (word: string) => number {
  const df = new Map<string, number>();
  for (const { text } of evidence.messages) {
    for (const word of new Set(tokenize(text))) df.set(word, (df.get(word) ?? 0) + 1);
  }
  return word => Math.log(1 + evidence.messages.length / (df.get(word) ?? 1));
}

const wellShared = 0.3;
const maxQuote = 220;

/**
 * The sentences as a careful writer would cite them: one or two turns of the human span that share most with the
 * sentence, one by each person it names, and those that give its numbers. A sentence that shares too little with them is
 * left out: the span is long and the sentence sums it up.
 */
export function toCitedClaims(answers: readonly Answer[]): readonly GoodClaim[] {
  const weights = new Map<Scene, (word: string) => number>();
  return answers.flatMap(({ scene, text, span }, index): GoodClaim[] => {
    const weigh = weights.get(scene) ?? toWeights(scene.evidence);
    weights.set(scene, weigh);
    const names = scene.people.filter(name => text.toLowerCase().includes(name.toLowerCase()));
    const nameWords = new Set(names.flatMap(name => tokenize(name)));
    const words = [...new Set(tokenize(text))].filter(word => !stop.has(word) && !nameWords.has(word));
    const total = words.reduce((sum, word) => sum + weigh(word), 0);
    const share = (of: ReadonlySet<string>) =>
      words.reduce((sum, word) => sum + (of.has(word) ? weigh(word) : 0), 0) / (total || 1);
    const ranked = [...span]
      .flatMap(position => scene.evidence.messages[position - 1] ?? [])
      .map(message => {
        const own = new Set(tokenize(message.text));
        return { message, own, worth: share(own) / Math.sqrt(4 + own.size / 20) };
      })
      .sort((a, b) => b.worth - a.worth);
    const chosen = names.slice(0, 2).flatMap(name => {
      const first = ranked.find(({ message, worth }) => message.author.name === name && worth > 0);
      return first ? [first] : [];
    });
    const numbers = readNumbers(text);
    for (const number of numbers) {
      const given = ({ message }: (typeof ranked)[number]) => readNumbers(message.text).has(number);
      const first = chosen.some(given) ? undefined : ranked.find(given);
      if (first && chosen.length < 3) chosen.push(first);
    }
    const wanted = Math.max(chosen.length, 1 + (index % 2));
    for (const each of ranked) {
      if (chosen.length >= wanted) break;
      if (!chosen.includes(each) && each.worth > 0) chosen.push(each);
    }
    if (chosen.length < Math.max(1, Math.min(2, names.length)) || !isWellShared(chosen, share)) return [];
    const evidence = chosen.map(({ message }) => ({
      position: message.position,
      quote: cut(message, share),
    }));
    return [{ scene, draft: toDraft({ text, evidence }) }];
  });
}

function readNumbers(text: string): ReadonlySet<string> {
  return new Set(text.match(/\d+(?:\.\d+)?/g));
}

function isWellShared(
  chosen: readonly { readonly own: ReadonlySet<string> }[],
  share: (of: ReadonlySet<string>) => number,
): boolean {
  return share(new Set(chosen.flatMap(({ own }) => [...own]))) >= wellShared;
}

/** The sentence of a turn that shares most, cut at a word. */
function cut({ text }: EvidenceMessage, share: (of: ReadonlySet<string>) => number): string {
  const [best] = toSentences(text)
    .map(({ start, end }) => text.slice(start, end))
    .map(words => ({ words, worth: share(new Set(tokenize(words))) }))
    .sort((a, b) => b.worth - a.worth);
  const words = best?.words ?? text;
  return words.length <= maxQuote ? words : words.slice(0, maxQuote).replace(/\s\S*$/, '');
}
