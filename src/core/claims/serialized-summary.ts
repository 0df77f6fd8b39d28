import { z } from 'zod';
import { storedObject, toWrapping, withWrapping } from '../stored.ts';
import type { Quote } from './claim.ts';
import { type Summary, summarySchema } from './summary.ts';

const version = 3;

const storedSummary = storedObject({
  version: z.literal(version),
  summary: summarySchema.refine(isWhole, 'is not what renumbering makes'),
});

/** A summary as it is stored: a plain JSON value with the version of its form. */
export function serializeSummary({ ...summary }: Summary) {
  return { ...toWrapping(summary), version, summary: summary as Omit<Summary, symbol> };
}

/** Reads the stored form, with the guarantees of renumbering; null for another version and for an incomplete value. */
export function parseSerializedSummary(value: unknown): Summary | null {
  const read = storedSummary.safeParse(value);
  if (!read.success) return null;
  const { version: _, summary: stored, ...others } = read.data;
  // Version 0.2.0 stored the words of topics. They would outlive the messages behind them.
  const { topics: __, ...own }: typeof stored & { topics?: unknown } = stored;
  const whole: Omit<Summary, symbol> = withWrapping(own, others);
  return whole as Summary;
}

/** A summary made of changed parts. Throws if they break the guarantees of renumbering. */
export function reassemble(parts: Omit<Summary, symbol>): Summary {
  if (!isWhole(parts)) throw new Error('the parts of a summary do not make one');
  return parts as Summary;
}

/** Whether all numbers, quotes and ids of a summary refer to something in it. */
function isWhole(summary: Omit<Summary, symbol>): boolean {
  const { claims, rejected, footnotes, checked } = summary;
  const unshown = rejected.flatMap(each => each.claim?.cited ?? []);
  const shown = claims.flatMap(each => each.references);
  const firstAppearances = [...new Set(shown.map(({ footnote }) => footnote))];
  const matters = summary.matters?.length ?? 0;
  const stated = checked?.statements.flatMap(({ claimId }) => claimId ?? []);
  return (
    isEachOne([...claims, ...rejected]) &&
    claims.every(({ matter = 0 }) => matter <= matters) &&
    claims.every(({ references, review }) => references.length > 0 || review?.decision === 'noted') &&
    (stated === undefined || stated.join() === claims.map(({ id }) => id).join()) &&
    footnotes.every(({ number }, index) => number === index + 1) &&
    firstAppearances.length === footnotes.length &&
    firstAppearances.every((footnote, index) => footnote === index + 1) &&
    footnotes.every(({ text, quotes }) => quotes.every(each => standsIn(text, each))) &&
    shown.every(({ footnote, quote }) => standsIn(footnotes[footnote - 1]?.text, quote)) &&
    claims.every(({ more }) => more.every(({ text, quote }) => standsIn(text, quote))) &&
    unshown.every(({ text, quote }) => standsIn(text, quote))
  );
}

/** Whether the ids are "c1"… or "r1"… and unique: review decisions refer to them. */
function isEachOne(list: readonly { readonly id: string }[]): boolean {
  return (
    list.every(({ id }) => /^[cr][1-9]\d{0,5}$/.test(id)) &&
    new Set(list.map(({ id }) => id)).size === list.length
  );
}

function standsIn(text: string | undefined, span: Quote | null): boolean {
  return span === null || span.file !== undefined || text?.slice(span.start, span.end) === span.text;
}

export function withOpenBefore(summary: Summary, openBefore: NonNullable<Summary['openBefore']>): Summary {
  return openBefore.tasks === 0 ? summary : reassemble({ ...summary, openBefore });
}
