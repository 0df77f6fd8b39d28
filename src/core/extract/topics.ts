import type { Evidence } from '../conversation/evidence.ts';
import { toParticipants } from '../conversation/evidence.ts';
import { tokenize } from '../conversation/tokens.ts';
import type { Scene } from './scene.ts';

const minMessages = 8;
/** A word names a topic when several messages say it. */
const minMentions = 3;
const termsInTitle = 3;

/** Names the strand that a message belongs to by its telling words, or null where the strand is too short for one. */
export function createTopicNamer(scene: Scene): (position: number) => string | null {
  const names = toNameWords(scene.evidence);
  const kept = new Map<number, string | null>();
  return position => {
    const index = scene.strands.of(position);
    const known = kept.get(index);
    if (known !== undefined) return known;
    const strand = scene.strands.strands[index] ?? [];
    const title = strand.length < minMessages ? null : toTitle(scene, strand, names);
    kept.set(index, title);
    return title;
  };
}

function toNameWords(evidence: Evidence): ReadonlySet<string> {
  return new Set(toParticipants(evidence).flatMap(({ name }) => [name.toLowerCase(), ...tokenize(name)]));
}

function toTitle(scene: Scene, strand: readonly number[], names: ReadonlySet<string>): string | null {
  const { starts, terms, vocabulary, idf } = scene.matrix;
  const messages = new Map<number, number>();
  for (const position of strand) {
    for (let at = starts[position - 1] ?? 0; at < (starts[position] ?? 0); at++) {
      const term = terms[at] ?? 0;
      messages.set(term, (messages.get(term) ?? 0) + 1);
    }
  }
  const telling = [...messages]
    .map(([term, count]) => ({
      word: vocabulary[term] ?? '',
      count,
      weight: Math.log2(1 + count) * (idf[term] ?? 0),
    }))
    .filter(
      ({ word, count }) =>
        count >= minMentions && /^\p{L}[\p{L}\p{N}.-]{2,24}$|^[\p{sc=Han}\p{sc=Katakana}]{2}$/u.test(word),
    )
    .filter(({ word }) => !names.has(word))
    .sort((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1));
  const title = telling.slice(0, termsInTitle).map(({ word }) => word);
  return title.length < 2 ? null : title.join(' · ');
}
