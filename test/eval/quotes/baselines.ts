import type { EvidenceMessage } from '../../../src/core/conversation/evidence.ts';
import { toSpeakerName } from '../../../src/core/conversation/text.ts';
import { tokenize } from '../../../src/core/conversation/tokens.ts';
import type { Random } from '../random.ts';
import type { ReadQuote } from './score.ts';
import type { HumanTalk } from './talks.ts';

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
