import { type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import { isOther, type Scene } from './scene.ts';

const specifics = /\d|https?:\/\/|`/;
export const dangling =
  /^(?:(?:is|was|are|were|does|did|do|could|can|would|will) )?(?:it|that|this|they|he|she|those|these|so|and|but|or|then|because|which)\b/i;

/** What a reader asked about outweighs all that makes a message weighty by itself. */
const focusShare = 4;

/**
 * What a message is worth to somebody who was away: how central its words are, how many answered it or
 * reacted, whether it announces or names something; less where it hedges, asks or cannot stand alone.
 */
export function toWorth(scene: Scene, position: number): number {
  const message = messageAt(scene.evidence, position);
  if (!message || message.context) return 0;
  const words = scene.tokens.at(position).length;
  if (words < 3) return 0;
  const answered = countAnswers(scene, message);
  const reactions = message.reactions.reduce((sum, { count }) => sum + count, 0);
  let worth = scene.centrality(position) * Math.min(1, words / 8);
  worth += 0.18 * Math.log2(1 + answered) + 0.15 * Math.log2(1 + reactions);
  const specific = specifics.test(message.text);
  if (specific) worth += 0.06;
  if (words >= 5 && message.text.includes('://')) worth += 0.12;
  // Whoever comes back asks first what happened last.
  worth += 0.12 * (position / scene.evidence.messages.length) ** 8;
  if (scene.has(position, 'announces')) worth += specific ? 0.5 : 0.3;
  if (scene.has(position, 'hedges')) worth -= 0.08;
  worth += 0.15 * scene.authority(position) * Math.min(1, words / 8);
  if (scene.has(position, 'thanks')) worth *= 0.3;
  if (dangling.test(message.text)) worth *= 0.6;
  return Math.max(0, worth) + focusShare * scene.focus(position);
}

function countAnswers(scene: Scene, message: EvidenceMessage): number {
  const answers = scene.answers.get(message.position) ?? [];
  return answers.filter(position => {
    const answer = messageAt(scene.evidence, position);
    return answer !== undefined && isOther(message, answer);
  }).length;
}

/** The mean weight of a sentence's words in the whole conversation: what is worth quoting of a long message. */
export function toSentenceWorth(scene: Scene, position: number): (words: string) => number {
  const weights = new Map<string, number>();
  const { starts, terms, weights: all, vocabulary } = scene.matrix;
  for (let at = starts[position - 1] ?? 0; at < (starts[position] ?? 0); at++) {
    weights.set(vocabulary[terms[at] ?? 0] ?? '', all[at] ?? 0);
  }
  return words => {
    const lower = words.toLowerCase();
    let sum = 0;
    for (const [term, weight] of weights) if (lower.includes(term)) sum += weight;
    return sum / Math.sqrt(4 + words.length / 12);
  };
}
