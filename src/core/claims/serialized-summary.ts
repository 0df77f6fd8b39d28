import { z } from 'zod';
import { omissionReasons, sourceTypes } from '../conversation/message.ts';
import { storedObject, toWrapping, withWrapping } from '../stored-object.ts';
import { isZone } from '../time.ts';
import { checkNames, claimStatuses, findingEffects, type Quote, reviewDecisions } from './claim.ts';
import { storedKinds } from './kind.ts';
import { problemShape } from './problem.ts';
import { details, engineReasons, notFoundReasons, type Summary, skippedParts } from './summary.ts';

/** The version of the stored form; other versions are not read. */
const version = 3;

/** A summary as it is stored: a plain JSON value with the version of its form. */
type SerializedSummary = { readonly version: typeof version; readonly summary: Omit<Summary, symbol> };

const name = z.string().max(10_000);
const text = z.string().max(1_000_000);
const count = z.int().nonnegative();
const position = z.int().positive();
const instant = z
  .string()
  .max(40)
  .refine(time => !Number.isNaN(Date.parse(time)), 'is no instant');
const list = <Item extends z.ZodType>(item: Item) => z.array(item).max(100_000);

const quote = storedObject({ start: count, end: count, text });
const quoteOrNull = quote.nullable();

const place = storedObject({ id: name, title: name });

const cited = storedObject({
  position,
  earlier: z.literal(true).exactOptional(),
  messageId: name,
  sender: name,
  authorId: name.exactOptional(),
  time: instant,
  text,
  url: text.exactOptional(),
  channel: place.exactOptional(),
  forwarded: z.boolean(),
  edited: z.boolean(),
  editedSince: z.literal(true).exactOptional(),
});

const more = list(cited.extend({ quote: quoteOrNull }));
const reference = storedObject({ footnote: position, quote: quoteOrNull });
/** Claims of earlier versions show up to three. */
const references = z.array(reference).max(3);

const finding = storedObject({
  check: z.enum(checkNames),
  outcome: z.enum(['pass', 'fail', 'abstain']),
  problem: problemShape.exactOptional(),
  effect: z.enum(findingEffects).exactOptional(),
  was: z.enum(storedKinds).exactOptional(),
});

const reasons = list(
  storedObject({ check: z.enum(checkNames), problem: problemShape, before: z.literal(true).exactOptional() }),
);

const decided = storedObject({ by: storedObject({ id: name, name }), at: instant });
const review = decided.extend({
  decision: z.enum(reviewDecisions),
  unheld: z.literal(true).exactOptional(),
});
const attempt = storedObject({ text, owner: text.nullable(), due: text.nullable(), reasons });

const body = storedObject({
  matter: position.exactOptional(),
  kind: z.enum(storedKinds),
  topic: text.nullable(),
  text,
  speakers: list(text),
  owner: text.nullable(),
  due: text.nullable(),
  openSince: instant.exactOptional(),
  decision: z.enum(['approved', 'decided', 'declined']).nullable(),
  confidence: z.number().min(0).max(1),
  status: z.enum(claimStatuses),
  citationReplaced: z.boolean(),
  findings: list(finding),
});

const claim = body.extend({
  id: name,
  references,
  more,
  before: storedObject({ text, references, more }).nullable(),
  review: review.exactOptional(),
  attempt: attempt.exactOptional(),
});

const rejected = storedObject({
  id: name,
  text,
  reasons,
  claim: body.extend({ cited: more, before: storedObject({ text, cited: more }).nullable() }).nullable(),
  review: review.exactOptional(),
  attempt: attempt.exactOptional(),
});

const checked = storedObject({
  statements: list(
    z.union([
      storedObject({ claimId: name }),
      storedObject({ claimId: z.null(), text, reason: z.enum(notFoundReasons), findings: list(finding) }),
    ]),
  ),
  skipped: list(storedObject({ part: z.enum(skippedParts), count })),
  messageId: name.exactOptional(),
  authorId: name.exactOptional(),
});

const summary = storedObject({
  id: name,
  source: storedObject({
    type: z.enum(sourceTypes),
    title: text,
    guildId: name.exactOptional(),
    channelIds: list(name),
    threadId: name.exactOptional(),
    placeIds: list(name).exactOptional(),
  }),
  detail: z.enum(details),
  engine: storedObject({
    name,
    model: name.exactOptional(),
    reason: z.enum(engineReasons).exactOptional(),
    judge: name.exactOptional(),
  }),
  language: name,
  zone: name.refine(isZone, 'is no zone'),
  timeRange: storedObject({ start: instant, end: instant }).nullable(),
  window: storedObject({ from: instant.exactOptional(), to: instant.exactOptional() }),
  coverage: storedObject({
    read: count,
    available: count,
    cited: count,
    omitted: list(storedObject({ reason: z.enum(omissionReasons), count })),
    unsummarized: list(storedObject({ count, start: instant, end: instant })).exactOptional(),
    channels: list(place).exactOptional(),
  }),
  matters: list(
    storedObject({ title: text.nullable(), sources: list(name), topicId: name.nullable() }),
  ).exactOptional(),
  claims: list(claim),
  participants: list(storedObject({ id: name.exactOptional(), name: text, messageCount: count })),
  otherParticipants: position.exactOptional(),
  footnotes: list(cited.extend({ number: position, quotes: list(quote) })),
  rejected: list(rejected),
  rejectedSources: list(name),
  counts: storedObject({
    verified: count,
    sourcesFound: count,
    needsClarification: count,
    dropped: count,
    merged: count,
    citationsReplaced: count,
    uncited: count,
    repaired: count,
    hidden: count,
    confirmed: count,
    noted: count,
    removed: count,
  }),
  usage: storedObject({
    inputTokens: count,
    cachedTokens: count,
    outputTokens: count,
    costUsd: z.number().nonnegative().nullable(),
    durationMs: count,
    reusedVerdicts: count.exactOptional(),
  }).nullable(),
  openBefore: storedObject({ tasks: count, overdue: count }).exactOptional(),
  checked: checked.exactOptional(),
  reviewed: decided.exactOptional(),
});

const storedSummary = storedObject({
  version: z.literal(version),
  summary: summary.refine(isWhole, 'is not what renumbering makes'),
});

export function serializeSummary({ ...summary }: Summary): SerializedSummary {
  return { ...toWrapping(summary), version, summary };
}

/**
 * Reads the stored form; null for another version and for an incomplete value. The result has the guarantees of
 * renumbering: footnotes 1..k by first appearance, each quote verbatim in its message.
 */
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
  const supports = claims.flatMap(({ before, ...own }) => (before ? [own, before] : [own]));
  const unshown = rejected.flatMap(each => [each.claim?.cited ?? [], each.claim?.before?.cited ?? []].flat());
  const shown = supports.flatMap(each => each.references);
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
    supports.every(({ more }) => more.every(({ text, quote }) => standsIn(text, quote))) &&
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
  return span === null || text?.slice(span.start, span.end) === span.text;
}

/** The summary with the tasks that were open before it. */
export function withOpenBefore(summary: Summary, openBefore: NonNullable<Summary['openBefore']>): Summary {
  return openBefore.tasks === 0 ? summary : reassemble({ ...summary, openBefore });
}
