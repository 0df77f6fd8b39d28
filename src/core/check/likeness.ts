import { type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import type { CheckContext } from '../verify/check.ts';
import {
  isTellable,
  type ToldSentence,
  type ToldWord,
  tellMessage,
  tellStatement,
  toForm,
} from './third-person.ts';

/** How a statement stands to the place of a conversation that is most like it, both told in the third person. */
export type Likeness = {
  /** The share of its pairs of words that stand there in the same order, close together, 0..1. */
  readonly alike: number;
  /** The share of its pairs of a person and a word that stand there with another person, 0..1. */
  readonly misplaced: number;
  /** The name of whom it puts where most of these stand with another; null where none is misplaced. */
  readonly wrongly: string | null;
};

/** A place is a message and those right beside it. */
const beside = 1;
/** Words of a statement make a pair over so many words; messages take their time. */
const reach = { statement: 3, message: 6 };
/** What a person counts beside a word, a word that nobody says, and a word too common to be weighed. */
const weights = { person: 1.25, unheard: 0.3, common: 0.5 };

type Pair = {
  readonly first: ToldWord;
  readonly second: ToldWord;
  readonly weight: number;
  /** Who of it is named, where the other is a word; a pronoun may mean somebody else. */
  readonly named: ToldWord | null;
};

/** Compares who does what with the places of these messages; null where pronouns are of a language unknown here, or the statement has no two words. */
export function measureLikeness(
  text: string,
  positions: readonly number[],
  context: CheckContext,
): Likeness | null {
  if (!isTellable(context)) return null;
  const pairs = tellStatement(text, context).flatMap(sentence => toPairs(sentence, context));
  const sum = (list: readonly Pair[]) => list.reduce((total, { weight }) => total + weight, 0);
  const total = sum(pairs);
  if (total === 0) return null;
  const ofPeople = sum(pairs.filter(({ named }) => named !== null)) || 1;
  let best: Likeness = { alike: 0, misplaced: 0, wrongly: null };
  let most = 0;
  for (const position of positions) {
    const place = readPlace(position, context);
    const held: Pair[] = [];
    const misplaced: Pair[] = [];
    for (const pair of pairs) {
      if (stands(pair, place)) held.push(pair);
      else if (pair.named && place.people.some(id => stands(withOther(pair, id), place)))
        misplaced.push(pair);
    }
    const worth = sum(held) + sum(misplaced) / 2;
    if (worth <= most) continue;
    most = worth;
    best = {
      alike: sum(held) / total,
      misplaced: sum(misplaced) / ofPeople,
      wrongly: toName(misplaced, context),
    };
  }
  return best;
}

/** Who is named in the weightiest of the pairs. */
function toName(pairs: readonly Pair[], { evidence }: CheckContext): string | null {
  const [weightiest] = pairs.toSorted((a, b) => b.weight - a.weight);
  const ids = weightiest?.named?.forms ?? [];
  return evidence.messages.find(({ author }) => ids.includes(toForm(author.id)))?.author.name ?? null;
}

function toPairs(sentence: ToldSentence, context: CheckContext): readonly Pair[] {
  return sentence.flatMap((first, at) =>
    sentence.slice(at + 1, at + 1 + reach.statement).flatMap((second): Pair[] => {
      if (first.isPerson && first.forms[0] === second.forms[0]) return [];
      const weight = weigh(first, context) * weigh(second, context);
      const person = first.isPerson ? first : second;
      const named = first.isPerson !== second.isPerson && person.isNamed ? person : null;
      return [{ first, second, weight, named }];
    }),
  );
}

function weigh({ forms: [form = ''], isPerson }: ToldWord, { terms }: CheckContext): number {
  if (isPerson) return weights.person;
  if (terms.read(form).length === 0) return weights.common;
  return Math.sqrt(terms.weigh(form)) * (terms.count(form) === 0 ? weights.unheard : 1);
}

/** The pair with another person in the place of the one it names. */
function withOther(pair: Pair, other: ToldWord): Pair {
  return pair.first === pair.named ? { ...pair, first: other } : { ...pair, second: other };
}

/** Where the words of one message stand, by form; sentences lie out of each other's reach. */
type Places = ReadonlyMap<string, readonly number[]>;
type Told = { readonly places: Places; readonly people: readonly ToldWord[] };

const kept = new WeakMap<CheckContext, Map<number, Told>>();

/** A message as it is told, worked out once. */
function readMessage(message: EvidenceMessage, context: CheckContext): Told {
  const known = kept.get(context)?.get(message.position);
  if (known) return known;
  const places = new Map<string, number[]>();
  const people = new Map<string, ToldWord>();
  let at = 0;
  for (const sentence of tellMessage(message, context)) {
    for (const { forms, isPerson, isNamed } of sentence) {
      for (const form of forms) {
        const list = places.get(form);
        if (list) list.push(at);
        else places.set(form, [at]);
        if (isPerson) people.set(form, { forms: [form], isPerson, isNamed });
      }
      at += 1;
    }
    at += reach.message;
  }
  const own = kept.get(context) ?? new Map<number, Told>();
  own.set(message.position, { places, people: [...people.values()] });
  kept.set(context, own);
  return { places, people: [...people.values()] };
}

type Place = { readonly messages: readonly Told[]; readonly people: readonly ToldWord[] };

/** A message and those right beside it, and whoever is meant there. */
function readPlace(position: number, context: CheckContext): Place {
  const messages: Told[] = [];
  for (let at = position - beside; at <= position + beside; at++) {
    const message = messageAt(context.evidence, at);
    if (message) messages.push(readMessage(message, context));
  }
  const people = new Map(messages.flatMap(each => each.people.map(one => [one.forms[0], one] as const)));
  return { messages, people: [...people.values()] };
}

function stands({ first, second }: Pair, { messages }: Place): boolean {
  return messages.some(({ places }) =>
    first.forms.some(one =>
      places
        .get(one)
        ?.some(at =>
          second.forms.some(other =>
            places.get(other)?.some(each => each > at && each <= at + reach.message),
          ),
        ),
    ),
  );
}
