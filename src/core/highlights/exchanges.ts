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

export type Choice = {
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
export function chooseExchanges(turns: readonly Turn[], choice: Choice): readonly Exchange[] {
  const { worth, isQuotable, canLead, count } = choice;
  const neighbors = turns.map(turn => findNeighbors(turn, turns));
  const used = new Set<Turn>();
  const toExchange = (lead: Turn) => complete(lead, neighbors[lead.index] ?? [], worth, used);
  const exchanges = new Map(turns.map(turn => [turn, toExchange(turn)]));
  const use = (spent: readonly Turn[]) => {
    for (const turn of spent) {
      used.add(turn);
      exchanges.delete(turn);
    }
    for (const [lead, exchange] of exchanges) {
      if (exchange.turns.some(turn => used.has(turn))) exchanges.set(lead, toExchange(lead));
    }
  };
  const chosen: Exchange[] = [];
  const counts: Counts = { strands: new Map(), places: new Map(), parts: new Map() };
  const parts = Math.max(1, Math.min(mostParts, Math.floor(turns.length / turnsInPart)));
  const partOf = ({ index }: Turn) => Math.floor((index * parts) / turns.length);
  while (chosen.length < count && exchanges.size > 0) {
    const spent: Turn[] = [];
    for (const exchange of rank([...exchanges.values()], worth, counts, partOf)) {
      const { lead, turns: own } = exchange;
      if (!canLead(lead)) {
        exchanges.delete(lead);
        continue;
      }
      const unquotable = own.filter(turn => !isQuotable(turn));
      spent.push(...(unquotable.length > 0 ? unquotable : own));
      if (unquotable.length > 0) continue;
      chosen.push(exchange);
      counts.strands.set(lead.strand, (counts.strands.get(lead.strand) ?? 0) + 1);
      counts.places.set(lead.place, (counts.places.get(lead.place) ?? 0) + 1);
      counts.parts.set(partOf(lead), (counts.parts.get(partOf(lead)) ?? 0) + 1);
      break;
    }
    use(spent);
  }
  return chosen.sort((a, b) => (a.turns[0]?.index ?? 0) - (b.turns[0]?.index ?? 0));
}

/** The number of exchanges chosen from each strand, place and part. */
type Counts = {
  readonly strands: Map<number, number>;
  readonly places: Map<string, number>;
  readonly parts: Map<number, number>;
};

/** Highest score first, then the earlier one. */
function rank(
  exchanges: readonly Exchange[],
  worth: (turn: Turn) => number,
  { strands, places, parts }: Counts,
  partOf: (turn: Turn) => number,
): readonly Exchange[] {
  const valued = exchanges.map(exchange => {
    const { lead, turns } = exchange;
    const rest = turns.reduce((sum, turn) => sum + (turn === lead ? 0 : worth(turn)), 0);
    const share =
      strandShare ** (strands.get(lead.strand) ?? 0) *
      placeShare ** (places.get(lead.place) ?? 0) *
      partShare ** (parts.get(partOf(lead)) ?? 0);
    return { exchange, value: (worth(lead) + restShare * rest) * share };
  });
  return valued.sort((a, b) => b.value - a.value).map(({ exchange }) => exchange);
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
