import { hasQuestionMark } from '../conversation/text.ts';
import type { QuotedSpan } from './quote-claim.ts';
import type { Turn } from './turns.ts';

/** The words of a turn's message to quote, and what they are worth. */
export type Passage = QuotedSpan & {
  readonly turn: Turn;
  readonly worth: number;
  /** As many as a reader reads. */
  readonly words: number;
  readonly terms: ReadonlySet<string>;
  readonly isPlan: boolean;
};

/** Passages to quote together, in order: the main one, the question it answers or the answer to it. */
export type Exchange = { readonly lead: Passage; readonly passages: readonly Passage[] };

/** A claim shows at most this many citations. */
const mostMessages = 3;
/** After these, only what is worth this much is quoted. Promises and decisions are worth no less. */
const fewest = 5;
const leastWorth = 0.2;
/** Each further exchange of the same strand is multiplied by this. */
const repeatShare = 0.9;
/** Between 0, where length costs nothing, and 1, where the shortest quotes win. */
const lengthPower = 0.7;
/** Passages about the same thing share this much of the terms of one of them. */
const sharedTerms = 0.3;
/** Without a reply, an answer follows its question within this time. */
const answersWithinMs = 30 * 60_000;

type ExchangeOptions = {
  readonly leads: readonly Passage[];
  /** The words to quote beside a main passage; null if a turn cannot be quoted or should not be. */
  readonly toCompanion: (turn: Turn) => Passage | null;
  readonly words: number;
  readonly count: number;
};

/**
 * Chooses exchanges while they fit, those first that are worth most for their length, from several strands. No message is used twice.
 * Those of one strand, or about the same, come together; the most important first.
 */
export function chooseExchanges(turns: readonly Turn[], options: ExchangeOptions): readonly Exchange[] {
  const { leads, toCompanion, words, count } = options;
  const used = new Set<number>();
  const taken = new Map<number, number>();
  const groups: Exchange[][] = [];
  let left = words;
  for (let chosen = 0; chosen < count; chosen += 1) {
    let best: (Exchange & { readonly value: number; readonly words: number }) | null = null;
    for (const lead of leads) {
      if (used.has(lead.message.position)) continue;
      const passages = complete(lead, turns, turn => {
        const passage = toCompanion(turn);
        return passage && !used.has(passage.message.position) ? passage : null;
      });
      const length = passages.reduce((sum, each) => sum + each.words, 0);
      if (length > left) continue;
      const isPlan = passages.some(each => each.isPlan);
      const sum = passages.reduce((total, { worth }) => total + worth, 0);
      if (chosen >= fewest && !isPlan && sum < leastWorth) continue;
      const worth = isPlan ? Math.max(sum, leastWorth) : sum;
      const value = (worth * repeatShare ** (taken.get(lead.turn.strand) ?? 0)) / length ** lengthPower;
      if (best === null || value > best.value) best = { lead, passages, value, words: length };
    }
    if (best === null) break;
    const { lead, passages } = best;
    left -= best.words;
    taken.set(lead.turn.strand, (taken.get(lead.turn.strand) ?? 0) + 1);
    for (const { message } of passages) used.add(message.position);
    const isOf = (isRelated: (other: Passage) => boolean) =>
      groups.find(each => each.some(other => isRelated(other.lead)));
    const group =
      isOf(({ turn }) => turn.strand === lead.turn.strand) ??
      isOf(other => {
        const shared = lead.terms.intersection(other.terms).size;
        return shared > 1 && shared >= sharedTerms * Math.min(lead.terms.size, other.terms.size);
      });
    if (group) group.push({ lead, passages });
    else groups.push([{ lead, passages }]);
  }
  const toStart = ({ passages }: Exchange) => passages[0]?.message.position ?? 0;
  return groups.flatMap(group => group.toSorted((a, b) => toStart(a) - toStart(b)));
}

/** Adds the question that a passage answers, or what it replies to, and the best answer to it. */
function complete(
  lead: Passage,
  turns: readonly Turn[],
  toCompanion: (turn: Turn) => Passage | null,
): readonly Passage[] {
  const { turn } = lead;
  const before = findAnswered(turn, turns);
  const asked = before && toCompanion(before);
  const asks = hasQuestionMark(lead.message.text.slice(lead.span.start, lead.span.end));
  const answers = asks ? findAnswers(turn, turns).flatMap(each => toCompanion(each) ?? []) : [];
  const [first] = answers;
  const answer = answers.reduce((best, each) => (best && best.worth >= each.worth ? best : each), first);
  const passages = [asked ?? [], lead, answer ?? []].flat();
  return passages.slice(0, mostMessages);
}

/** What a turn replies to; without a reply, the question right before it that nobody answered otherwise. */
function findAnswered(turn: Turn, turns: readonly Turn[]): Turn | null {
  if (turn.parent !== null) {
    const parent = turns[turn.parent];
    return parent && parent.author !== turn.author ? parent : null;
  }
  const before = turns[turn.index - 1];
  return before && !turn.isQuestion && isAnsweredBy(before, turn) ? before : null;
}

/** The turns of others that reply to a question; without a reply, what somebody else says right after it. */
export function findAnswers(turn: Turn, turns: readonly Turn[]): readonly Turn[] {
  if (turn.answers.length > 0) return turn.answers.flatMap(index => turns[index] ?? []);
  const after = turns[turn.index + 1];
  return after && isAnsweredBy(turn, after) ? [after] : [];
}

/** Only what stands right after a question answers it without a reply: further on, it may answer somebody else. */
function isAnsweredBy(question: Turn, turn: Turn): boolean {
  return (
    question.isQuestion &&
    question.answers.length === 0 &&
    !turn.isQuestion &&
    turn.parent === null &&
    turn.author !== question.author &&
    turn.place === question.place &&
    Date.parse(turn.messages[0]?.time ?? '') - Date.parse(question.messages.at(-1)?.time ?? '') <=
      answersWithinMs
  );
}
