import { eachInSlices, mapInSlices, type Sliced } from '../slices.ts';
import type { Turn } from './turns.ts';

/** Turns to quote together, in order: the main turn, its continuation, the question it answers and the answer to it. */
export type Exchange = { readonly lead: Turn; readonly turns: readonly Turn[] };

/** More would be too long for one quote; a claim also shows at most this many citations. */
const mostMessages = 3;
/** A turn with a lower score is not added, unless it answers a question. */
const leastWorth = 0.1;
/** How much the other turns of an exchange add to the score of the main one. */
const restShare = 0.35;
/** Each further exchange of the same strand, or the same channel or thread, is multiplied by this. */
const strandShare = 0.92;
const placeShare = 0.9;
/** Each further exchange of the same part of a long conversation is multiplied by this. */
const partShare = 0.75;
const turnsInPart = 500;
const mostParts = 12;
/** Without a reply, turns belong together only within this distance. */
const nearTurns = 3;
/** The longest pause before a person's continuation, or before an answer. */
const continuesWithinMs = 10 * 60_000;
const answersWithinMs = 30 * 60_000;

type ExchangeOptions = {
  readonly worth: (turn: Turn) => number;
  /** Whether a turn can be quoted; only computed for candidates. */
  readonly isQuotable: (turn: Turn) => boolean;
  /** Whether a turn can be the main one of an exchange. */
  readonly canLead: (turn: Turn) => boolean;
  /** The most exchanges to choose. */
  readonly count: number;
};

/**
 * Chooses the exchanges with the highest scores, spread over the strands of the conversation and, if it is long, over
 * time. No turn is used twice. Returned in the order of the conversation.
 */
export function* chooseExchanges(
  turns: readonly Turn[],
  choice: ExchangeOptions,
): Sliced<readonly Exchange[]> {
  const { worth, isQuotable, canLead, count } = choice;
  const neighbors = yield* mapInSlices(turns, turn => findNeighbors(turn, turns));
  const used = new Set<Turn>();
  const toValued = (lead: Turn): Valued => {
    const exchange = complete(lead, neighbors[lead.index] ?? [], worth, used);
    const rest = exchange.turns.reduce((sum, turn) => sum + (turn === lead ? 0 : worth(turn)), 0);
    return { ...exchange, value: worth(lead) + restShare * rest };
  };
  // By the index of their lead; null is out of the question.
  const exchanges: (Valued | null)[] = yield* mapInSlices(turns, toValued);
  const parts = Math.max(1, Math.min(mostParts, Math.floor(turns.length / turnsInPart)));
  const counts = createCounts(({ index }) => Math.floor((index * parts) / turns.length));
  const values = new Float64Array(turns.length);
  const chosen: Exchange[] = [];
  while (chosen.length < count) {
    yield* eachInSlices(exchanges, (each, index) => {
      values[index] = each === null ? out : each.value * counts.toShare(each.lead);
    });
    const spent: Turn[] = [];
    for (let best = findBest(values, exchanges); best !== null; best = findBest(values, exchanges)) {
      yield;
      const { lead, turns: own } = best;
      values[lead.index] = out;
      if (!canLead(lead)) {
        exchanges[lead.index] = null;
        continue;
      }
      const unquotable = own.filter(turn => !isQuotable(turn));
      spent.push(...(unquotable.length > 0 ? unquotable : own));
      if (unquotable.length > 0) continue;
      chosen.push({ lead, turns: own });
      counts.add(lead);
      break;
    }
    if (spent.length === 0) break;
    for (const turn of spent) {
      used.add(turn);
      exchanges[turn.index] = null;
    }
    yield* eachInSlices(exchanges, each => {
      if (each?.turns.some(turn => used.has(turn))) exchanges[each.lead.index] = toValued(each.lead);
    });
  }
  return chosen.sort((a, b) => (a.turns[0]?.index ?? 0) - (b.turns[0]?.index ?? 0));
}

/** An exchange and what it is worth by itself. */
type Valued = Exchange & { readonly value: number };

/** The value of what cannot be chosen. */
const out = -1;

/** The exchange of the greatest value; of equal ones the earliest. */
function findBest(values: Float64Array, exchanges: readonly (Valued | null)[]): Valued | null {
  let best = 0;
  for (let index = 1; index < values.length; index += 1)
    if ((values[index] ?? out) > (values[best] ?? out)) best = index;
  return values[best] === out ? null : (exchanges[best] ?? null);
}

/** Counts the chosen exchanges of each strand, place and part: a further one counts less. */
function createCounts(partOf: (turn: Turn) => number) {
  const strands = new Map<number, number>();
  const places = new Map<string, number>();
  const parts = new Map<number, number>();
  return {
    toShare: (turn: Turn) =>
      strandShare ** (strands.get(turn.strand) ?? 0) *
      placeShare ** (places.get(turn.place) ?? 0) *
      partShare ** (parts.get(partOf(turn)) ?? 0),
    add: (turn: Turn) => {
      strands.set(turn.strand, (strands.get(turn.strand) ?? 0) + 1);
      places.set(turn.place, (places.get(turn.place) ?? 0) + 1);
      parts.set(partOf(turn), (parts.get(partOf(turn)) ?? 0) + 1);
    },
  };
}

/** Adds the turn that this one replies to and its best answer, then the best of its other neighbors, while they fit. */
function complete(
  lead: Turn,
  neighbors: readonly Turn[],
  worth: (turn: Turn) => number,
  used: ReadonlySet<Turn>,
): Exchange {
  const turns = [lead];
  const add = (candidates: readonly Turn[]): boolean => {
    const messages = turns.reduce((sum, turn) => sum + turn.messages.length, 0);
    let best: Turn | null = null;
    for (const turn of candidates) {
      if (turns.includes(turn) || used.has(turn) || messages + turn.messages.length > mostMessages) continue;
      const isNeeded =
        turn.index === lead.parent || (turns.length === 1 && (lead.isQuestion || turn.isQuestion));
      if (!isNeeded && worth(turn) < leastWorth) continue;
      if (best === null || worth(turn) > worth(best)) best = turn;
    }
    if (best !== null) turns.push(best);
    return best !== null;
  };
  add(neighbors.filter(({ index }) => index === lead.parent));
  add(neighbors.filter(({ author }) => author !== lead.author));
  while (add(neighbors));
  return { lead, turns: turns.sort((a, b) => a.index - b.index) };
}

/** The turns that a turn replies to or that reply to it; without a reply, its answer, its question and its continuation. */
function findNeighbors(turn: Turn, turns: readonly Turn[]): readonly Turn[] {
  const { index, author, place } = turn;
  const before = turns.slice(Math.max(0, index - nearTurns), index).filter(each => each.place === place);
  const after = turns.slice(index + 1, index + 1 + nearTurns).filter(each => each.place === place);
  const found = new Set(turn.answers.flatMap(answer => turns[answer] ?? []));
  const parent = turns[turn.parent ?? -1];
  if (parent && parent.author !== author) found.add(parent);
  if (isUnanswered(turn)) {
    const answer = after.find(each => each.author !== author && each.parent === null && !each.isQuestion);
    if (answer && toGapMs(turn, answer) <= answersWithinMs) found.add(answer);
  } else if (parent === undefined && !turn.isQuestion) {
    const question = before.findLast(each => each.author !== author);
    if (question && isUnanswered(question) && toGapMs(question, turn) <= answersWithinMs) found.add(question);
  }
  // A question needs its own answer, and a reply the message that it replies to.
  for (const each of before)
    if (!each.isQuestion && each.parent === null && continues(each, turn)) found.add(each);
  for (const each of after) if (!each.isQuestion && continues(turn, each)) found.add(each);
  return [...found];
}

function continues(earlier: Turn, later: Turn): boolean {
  const isOwn = earlier.author === later.author && toGapMs(earlier, later) <= continuesWithinMs;
  return isOwn && (later.parent === null || later.parent === earlier.index);
}

function isUnanswered({ isQuestion, answers }: Turn): boolean {
  return isQuestion && answers.length === 0;
}

function toGapMs(earlier: Turn, later: Turn): number {
  return Date.parse(later.messages[0]?.time ?? '') - Date.parse(earlier.messages.at(-1)?.time ?? '');
}
