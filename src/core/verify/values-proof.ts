import type { Citation, Finding } from '../claims/claim.ts';
import { type EvidenceMessage, messageAt } from '../conversation/evidence.ts';
import { type ProofContext, toNeighbours } from './context.ts';
import { findExactQuote } from './find-quote.ts';
import type { Candidate, Proof } from './proof.ts';
import { findQuotations } from './quotations.ts';
import { holdsValue, isOfMessage, toNumbers } from './values/message-values.ts';
import { readValues, type Value } from './values/read-values.ts';

/**
 * Every value of a claim's own words and of its due date comes from the evidence. One that no cited message gives, but
 * one beside them or exactly one message of the evidence, gets that citation added; the claim fails where no message
 * gives it and it is no sum or difference of two cited numbers. A topic with a value that nobody gives is removed, and so
 * is a due date in words that no message says.
 */
export const proveValues: Proof = (candidate, context) => {
  const { evidence, languages } = context;
  const findings: Finding[] = [];
  const added: Citation[] = [];
  const values = toOwnValues(candidate, context);
  const cited = candidate.citations.flatMap(({ position }) => messageAt(evidence, position) ?? []);
  for (const value of values) {
    const source = findSource(
      value,
      [...cited, ...added.flatMap(each => messageAt(evidence, each.position) ?? [])],
      context,
    );
    if (source === null)
      return { ok: false, check: 'values', problems: [{ code: 'value_not_found', value: value.written }] };
    if (source === 'known') continue;
    added.push({ position: source.position, quote: null });
    findings.push({
      check: 'values',
      outcome: 'pass',
      problem: { code: 'value_in_message', value: value.written, position: source.position },
      effect: 'cite',
    });
  }
  let { topic, due } = candidate;
  const isGiven = (value: Value) => evidence.messages.some(message => holdsValue(message, value, context));
  if (topic !== null && !readValues(maskNames(topic, context), languages).every(isGiven)) topic = null;
  if (due !== null && !isSaid(due, cited, context)) {
    const dates = readValues(due, languages);
    const [missing] = dates.filter(value => !isGiven(value));
    if (missing)
      return { ok: false, check: 'values', problems: [{ code: 'value_not_found', value: missing.written }] };
    if (dates.length === 0) {
      due = null;
      findings.push({
        check: 'values',
        outcome: 'fail',
        problem: { code: 'due_not_found' },
        effect: 'repair',
      });
    }
  }
  return {
    ok: true,
    candidate: { ...candidate, topic, due, citations: [...candidate.citations, ...added] },
    findings,
  };
};

/** Where a value comes from: known where the cited messages give it or several others do, a message to cite, or nowhere. */
function findSource(
  value: Value,
  cited: readonly EvidenceMessage[],
  context: ProofContext,
): EvidenceMessage | 'known' | null {
  const holds = (message: EvidenceMessage) => holdsValue(message, value, context);
  if (cited.some(message => holds(message) || isOfMessage(message, value, context))) return 'known';
  const beside = cited.flatMap(({ position }) => toNeighbours(position, context)).find(holds);
  if (beside) return beside;
  const [only, ...others] = context.evidence.messages.filter(holds);
  if (only) return others.length === 0 ? only : 'known';
  return value.kind === 'number' && isComputed(value.amount, toNumbers(cited, context)) ? 'known' : null;
}

function isComputed(amount: number, numbers: readonly number[]): boolean {
  const isSame = (a: number) => Math.abs(a - amount) < 1e-9 * Math.max(1, Math.abs(amount));
  return numbers.some((a, index) =>
    numbers.slice(index + 1).some(b => isSame(a + b) || isSame(Math.abs(a - b))),
  );
}

/** The values of the claim's own words: names and what it quotes from cited messages are masked. */
function toOwnValues({ text, citations }: Candidate, context: ProofContext): readonly Value[] {
  let prose = text;
  const isQuoted = (words: string) =>
    citations.some(({ position }) => {
      const message = messageAt(context.evidence, position);
      return message && findExactQuote(message.text, words, () => context.normalised(message));
    });
  for (const { start, end, words } of findQuotations(text).toReversed()) {
    if (isQuoted(words)) prose = prose.slice(0, start) + ' '.repeat(end - start) + prose.slice(end);
  }
  return readValues(maskNames(prose, context), context.languages);
}

/** Digits and dots in a participant's name ("bob42") are no value. */
function maskNames(text: string, { people }: ProofContext): string {
  return people
    .findNames(text)
    .reduceRight(
      (rest, { name, at }) => rest.slice(0, at) + ' '.repeat(name.length) + rest.slice(at + name.length),
      text,
    );
}

/** Whether a cited message, or one beside it, says these very words. */
function isSaid(words: string, cited: readonly EvidenceMessage[], context: ProofContext): boolean {
  return [...cited, ...cited.flatMap(({ position }) => toNeighbours(position, context))].some(
    message => findExactQuote(message.text, words, () => context.normalised(message)) !== null,
  );
}
