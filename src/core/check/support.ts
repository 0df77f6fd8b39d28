import { type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import { toSentences } from '../select/sentences.ts';
import { toCreditedNames } from '../verify/attribution.ts';
import type { CheckContext } from '../verify/check.ts';
import { measureHeld, toNeighbours, toTellingTerms } from '../verify/coverage.ts';
import { rankSources } from '../verify/sources.ts';
import { saysDecided } from './decided.ts';

/** A message and the words of it that count, cut out of it. */
export type Source = { readonly position: number; readonly quote: string };

/** Messages that a statement may rest on, and the share of what it says that they hold, 0..1. */
export type Support = { readonly sources: readonly Source[]; readonly covered: number };

const looked = 16;
const mostSources = 3;
/** Another message is cited where it adds this share. */
const worthCiting = 0.12;
const longestQuote = 240;

/**
 * What a statement may rest on, likeliest first: the messages that together hold most of it with a word by whoever it
 * credits; where it says that something was decided, also with the yes or no that settled it. Empty where no message says any of it.
 */
export function findSupport(text: string, context: CheckContext): readonly Support[] {
  const telling = toTellingTerms(text, context);
  const ranked = rankSources({ text }, context)
    .slice(0, looked)
    .flatMap(({ position }) => messageAt(context.evidence, position) ?? [])
    .filter(message => !message.context);
  const covering = chooseCovering(telling, ranked, context);
  const peopled = withPeople(text, covering, ranked, context);
  const choices = saysDecided(text) ? [peopled, withAnswers(peopled, context)] : [peopled];
  return choices
    .filter(chosen => chosen.length > 0)
    .map(chosen =>
      toSupport(
        telling,
        chosen.toSorted((a, b) => a.position - b.position),
        context,
      ),
    );
}

/** Given positions as support; of what is no message nothing is quoted. */
export function toGivenSupport(text: string, positions: readonly number[], context: CheckContext): Support {
  const telling = toTellingTerms(text, context);
  const messages = positions.flatMap(position => messageAt(context.evidence, position) ?? []);
  const { covered } = toSupport(telling, messages, context);
  const quotes = new Map(
    messages.map(message => [message.position, quoteOf(message, telling, context)] as const),
  );
  return {
    sources: positions.map(position => ({ position, quote: quotes.get(position) ?? '' })),
    covered,
  };
}

function toSupport(
  telling: readonly string[],
  messages: readonly EvidenceMessage[],
  context: CheckContext,
): Support {
  const positions = messages.map(({ position }) => position);
  return {
    sources: messages.map(message => ({
      position: message.position,
      quote: quoteOf(message, telling, context),
    })),
    covered: measureHeld(telling, positions, context),
  };
}

/** One message after another, each time the one that adds most; near equals in the order of their rank. */
function chooseCovering(
  telling: readonly string[],
  ranked: readonly EvidenceMessage[],
  context: CheckContext,
): readonly EvidenceMessage[] {
  const chosen: EvidenceMessage[] = [];
  let covered = 0;
  while (chosen.length < mostSources) {
    let best: EvidenceMessage | null = null;
    let most = covered + (chosen.length === 0 ? 0 : worthCiting);
    for (const message of ranked) {
      if (chosen.includes(message)) continue;
      const positions = [...chosen, message].map(({ position }) => position);
      const held = measureHeld(telling, positions, context);
      if (held > most) {
        best = message;
        most = held;
      }
    }
    if (!best) break;
    chosen.push(best);
    covered = most;
  }
  return chosen;
}

/**
 * With a message by everybody the statement credits: what they answered to one
 * chosen, else their best, else what stands beside. What was chosen for its words makes room from its end.
 */
function withPeople(
  text: string,
  chosen: readonly EvidenceMessage[],
  ranked: readonly EvidenceMessage[],
  context: CheckContext,
): readonly EvidenceMessage[] {
  const beside = chosen.flatMap(message => toBeside(message, context)).filter(message => !message.context);
  const isAnswer = ({ position, text: said }: EvidenceMessage) => {
    const answered = context.replies.get(position);
    const reading = context.cues.read(said);
    return (
      chosen.some(each => each.position === answered) && (reading.has('approves') || reading.has('commits'))
    );
  };
  const answers = [...chosen.flatMap(message => toAnswers(message, context)), ...beside.filter(isAnswer)];
  const added: EvidenceMessage[] = [];
  for (const name of toCreditedNames(text, each => context.toAuthorIds(each).size > 0)) {
    const ids = context.toAuthorIds(name);
    if ([...chosen, ...added].some(({ author }) => ids.has(author.id))) continue;
    const theirs = [...answers, ...ranked, ...beside].find(({ author }) => ids.has(author.id));
    if (theirs) added.push(theirs);
  }
  return [...chosen.slice(0, Math.max(1, mostSources - added.length)), ...added].slice(0, mostSources);
}

function toBeside({ position }: EvidenceMessage, context: CheckContext): readonly EvidenceMessage[] {
  return toNeighbours(position, context).flatMap(each => messageAt(context.evidence, each) ?? []);
}

/** With the first yes or no to one of them, which settles it. */
function withAnswers(chosen: readonly EvidenceMessage[], context: CheckContext): readonly EvidenceMessage[] {
  const answer = chosen.flatMap(message => toAnswers(message, context)).find(each => !chosen.includes(each));
  return answer ? [...chosen.slice(0, mostSources - 1), answer] : [];
}

function toAnswers(message: EvidenceMessage, { responses }: CheckContext): readonly EvidenceMessage[] {
  const { approvals, refusals } = responses(message);
  return [...approvals, ...refusals];
}

/** The sentence that shares most with the statement; of a long one the words around what it shares. */
function quoteOf(message: EvidenceMessage, telling: readonly string[], { terms }: CheckContext): string {
  const wanted = new Set(telling);
  const share = (words: string) => new Set(terms.read(words).filter(term => wanted.has(term))).size;
  let best = '';
  let most = -1;
  for (const { start, end } of toSentences(message.text)) {
    const words = message.text.slice(start, end);
    const shared = share(words);
    if (shared > most) {
      best = words;
      most = shared;
    }
  }
  if (best.length <= longestQuote) return best;
  return toBestStretch(best, share);
}

/** The stretch of so many characters, ended at spaces, that shares most; looked for at every quarter of it. */
function toBestStretch(words: string, share: (words: string) => number): string {
  let best = '';
  let most = -1;
  for (let from = 0; from < words.length; from += longestQuote / 4) {
    const start = from === 0 ? 0 : words.indexOf(' ', from) + 1;
    if (start === 0 && from > 0) break;
    const rest = words.slice(start, start + longestQuote);
    const stretch = start + longestQuote >= words.length ? rest : rest.replace(/\s\S*$/u, '');
    const shared = share(stretch);
    if (shared > most) {
      best = stretch;
      most = shared;
    }
  }
  return best.trim().toWellFormed();
}
