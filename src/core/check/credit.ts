import { messageAt } from '../conversation/evidence.ts';
import { readCredits } from '../verify/attribution.ts';
import type { CheckContext } from '../verify/check.ts';
import { toTellingTerms } from '../verify/coverage.ts';

/** Of what others say of it, the words of whoever is credited hold at least this share. */
const ownShare = 0.5;
const fewTerms = 2;

/**
 * Whoever a statement credits with something that the messages show another to say, or null. A word of theirs beside it
 * is not enough, unless it is their yes or their promise to what the other said.
 */
export function findMiscredited(
  text: string,
  positions: readonly number[],
  context: CheckContext,
): string | null {
  const cited = positions.flatMap(position => messageAt(context.evidence, position) ?? []);
  for (const { name, words } of readCredits(text, context)) {
    const ids = context.toAuthorIds(name);
    const own = cited.filter(({ author }) => ids.has(author.id));
    const others = cited.filter(({ author }) => !ids.has(author.id));
    const [first] = own;
    if (!first || others.length === 0) continue;
    const telling = toTellingTerms(words, context);
    const held = toWeight(
      telling,
      own.map(({ position }) => position),
      context,
    );
    const heldByOthers = toWeight(
      telling,
      others.map(({ position }) => position),
      context,
    );
    if (held >= ownShare * heldByOthers) continue;
    const answers = own.some(({ position, text: said }) => {
      const reading = context.cues.read(said);
      const isAnswer = others.some(
        other => context.replies.get(position) === other.position || isSoonAfter(position, other.position),
      );
      const isReply = others.some(other => context.replies.get(position) === other.position);
      const isHeard = telling.some(term => context.terms.termsAt(position).has(term));
      if (isReply && isHeard && reading.has('commits')) return true;
      // With words of their own they may speak of something else.
      if (!isAnswer || toTellingTerms(said, context).length > fewTerms) return false;
      return reading.has('approves') || reading.has('commits') || reading.has('declines');
    });
    if (!answers) return first.author.name;
  }
  return null;
}

const soon = 5;

function isSoonAfter(position: number, other: number): boolean {
  return position > other && position <= other + soon;
}

function toWeight(telling: readonly string[], positions: readonly number[], { terms }: CheckContext): number {
  const held = telling.filter(term => positions.some(position => terms.termsAt(position).has(term)));
  return held.reduce((sum, term) => sum + terms.weigh(term), 0);
}
