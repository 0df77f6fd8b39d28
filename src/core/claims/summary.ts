import { z } from 'zod';
import { leftOutKinds, omissionReasons, placeSchema, sourceSchema } from '../conversation/message.ts';
import { instant, list, name, type Stored, storedObject, text } from '../stored.ts';
import { isZone } from '../time.ts';
import { bodySchema, deciderSchema, findingSchema, itemShape, quoteSchema, rejectionShape } from './claim.ts';

export const details = ['brief', 'standard', 'comprehensive'] as const;
export type Detail = (typeof details)[number];

/** Why the requested engine wrote none or only a part of a draft; each reason has a sentence for the reader. */
export const engineReasons = [
  'request_refused',
  'key_refused',
  'not_allowed',
  'unpaid',
  'spend_limit',
  'cap_reached',
  'model_gone',
  'too_long',
  'rate_limited',
  'timed_out',
  'service_failed',
  'overloaded',
  'unreachable',
  'broken_off',
  'stalled',
  'ended_early',
  'refused',
  'unrecorded',
  'truncated',
  'unreadable',
  'unsupported',
  'unanswered',
] as const;
export type EngineReason = (typeof engineReasons)[number];

const count = z.int().nonnegative();
const position = z.int().positive();
const range = { start: instant, end: instant };

/** Misses many wrong claims, or hurts many true ones. */
export const judgeFaults = ['misses', 'hurts'] as const;
export type JudgeFault = (typeof judgeFaults)[number];

/** Who wrote the draft. With a model, the reason says why it is incomplete; without one, why no model wrote it. */
const engine = storedObject({
  name,
  model: name.optional(),
  // Other versions have others.
  reason: z.enum(engineReasons).optional().catch(undefined),
  judge: name.optional(),
  /** What `doctor --grade` found wrong with that model. */
  judgeFault: z.enum(judgeFaults).optional(),
});
export type EngineNote = Stored<typeof engine>;

/** What a draft cost, even if none of it is shown. */
const usage = storedObject({
  /** All input, including tokens from the prompt cache. */
  inputTokens: count,
  /** The part of the input that came from the prompt cache. */
  cachedTokens: count,
  outputTokens: count,
  /** Null if unknown, never for "free". */
  costUsd: z.number().nonnegative().nullable(),
  durationMs: count,
});
export type Usage = Stored<typeof usage>;

/** A message as it was read, so that a summary can be shown without its source. */
const cited = storedObject({
  /** 1-based, among the messages that were read, or among the earlier ones if it is one. */
  position,
  /** In summaries of version 0.2.0: it was summarized before, and something in it was still open. */
  earlier: z.literal(true).exactOptional(),
  messageId: name,
  sender: name,
  /** Only for Discord, where people can opt out. */
  authorId: name.exactOptional(),
  time: instant,
  text,
  url: text.exactOptional(),
  channel: placeSchema.exactOptional(),
  forwarded: z.boolean(),
  edited: z.boolean(),
  /** It was edited later; the text is the one that was read. */
  editedSince: z.literal(true).exactOptional(),
});
export type CitedMessage = Stored<typeof cited>;

/** A cited message with its number, and every span of it that some claim quotes. */
const footnote = cited.extend({ number: position, quotes: list(quoteSchema) });
export type Footnote = Stored<typeof footnote>;

/** A message behind a claim, and the quote that supports it; null if the whole message does. */
const listed = cited.extend({ quote: quoteSchema.nullable() });
export type ListedMessage = Stored<typeof listed>;

/** A footnote of a claim, and the quote in it that supports this claim. */
const reference = storedObject({ footnote: position, quote: quoteSchema.nullable() });
export type Reference = Stored<typeof reference>;

const claim = z.preprocess(
  joinFormer,
  bodySchema.extend({
    ...itemShape,
    /** At most three of a new claim, ascending by footnote. */
    references: z.array(reference).max(6),
    /** Messages that are only listed. */
    more: list(listed),
  }),
);
export type SummaryClaim = Stored<typeof claim>;
export type Support = Pick<SummaryClaim, 'references' | 'more'>;

/** A claim without footnotes: its contents and the messages behind it, those to be shown first. */
const contents = z.preprocess(joinFormer, bodySchema.extend({ cited: list(listed) }));
export type ClaimContents = Stored<typeof contents>;

export type UnnumberedClaim = ClaimContents & Pick<SummaryClaim, 'id' | 'review' | 'disputes'>;

const former = z.looseObject({
  text: z.string(),
  before: z.looseObject({
    text: z.string(),
    references: z.array(z.looseObject({ footnote: z.number() })).exactOptional(),
    more: z.array(z.unknown()).exactOptional(),
    cited: z.array(z.unknown()).exactOptional(),
  }),
});

/** A claim of version 0.2.0 says apart what held before, with messages of its own: "18:00" and "20:00" is "18:00 → 20:00". */
function joinFormer(value: unknown): unknown {
  const { data } = former.safeParse(value);
  if (data === undefined) return value;
  const { before, ...now } = data;
  const join = (key: 'references' | 'more' | 'cited') => {
    const [own, others] = [now[key], before[key]];
    return Array.isArray(own) && others ? { [key]: [...own, ...others] } : {};
  };
  return {
    ...now,
    text: `${before.text} → ${now.text}`,
    ...join('references'),
    ...join('more'),
    ...join('cited'),
  };
}

/** A claim that is not shown, and all that restoring it needs. Its id is "r1" in the order of writing, or what a person removed had. */
const rejection = storedObject({
  ...rejectionShape,
  /** Null if it could not be read, was erased, or is beyond the number that is stored. */
  claim: contents.nullable(),
});
export type Rejection = Stored<typeof rejection>;

/** One subject of a summary. Without a title, or where it does not hold, the topic of its claims stands in its place. */
const matter = storedObject({
  title: text.nullable(),
  /** The ids of the messages that the title rests on: it goes with any of them. */
  sources: list(name),
  /** The same in all summaries that go on with the matter: the id of the first and its number there. Null for a mere collection. */
  topicId: name.nullable(),
});
export type Matter = Stored<typeof matter>;

/** The id only for Discord, where people can opt out. */
const participant = storedObject({ id: name.exactOptional(), name: text, messageCount: count });
export type SummaryParticipant = Stored<typeof participant>;

export const notFoundReasons = [
  'nothing_similar',
  'nothing_to_check',
  'not_supported',
  'unreadable',
] as const;
export type NotFoundReason = (typeof notFoundReasons)[number];

/** The parts of a text that are no statements; they are left out and counted. */
export const skippedParts = ['heading', 'table', 'code'] as const;
export type SkippedPart = (typeof skippedParts)[number];

const checked = storedObject({
  /** In the order given: the claim that a statement became, or its words and why nothing was found. */
  statements: list(
    z.union([
      storedObject({ claimId: name }),
      storedObject({
        claimId: z.null(),
        text,
        reason: z.enum(notFoundReasons),
        findings: list(findingSchema),
      }),
    ]),
  ),
  skipped: list(storedObject({ part: z.enum(skippedParts), count })),
  /** The message that contained them, if any, and its author. */
  messageId: name.optional(),
  authorId: name.optional(),
});
export type CheckedText = Stored<typeof checked>;
export type CheckedStatement = CheckedText['statements'][number];

export const summarySchema = storedObject({
  id: name,
  source: sourceSchema,
  detail: z.enum(details),
  question: text.exactOptional(),
  engine,
  /** The BCP 47 tag of the headings and of the engine's own words. */
  language: name,
  /** The IANA zone of the times if the reader's own is unknown. */
  zone: name.refine(isZone, 'is no zone'),
  /** The times of the first and last message read, as ISO instants; null if there was none. */
  timeRange: storedObject(range).nullable(),
  /** The range that was asked for, if any. */
  window: storedObject({ from: instant.exactOptional(), to: instant.exactOptional() }),
  coverage: storedObject({
    read: count,
    available: count,
    cited: count,
    omitted: list(storedObject({ reason: z.enum(omissionReasons), count })),
    /** Attached files of the messages that were read, without those whose content was. */
    attachments: list(storedObject({ kind: z.enum(leftOutKinds), count })).exactOptional(),
    /** Messages that were read but not, or only partly, summarized: their number and times. */
    unsummarized: list(storedObject({ count, ...range })).exactOptional(),
    /** The channels that were read, if each has a heading. */
    channels: list(placeSchema).exactOptional(),
  }),
  /** The most important first; `matter` of a claim is a 1-based index into it. Missing in Highlights. */
  matters: list(matter).optional(),
  claims: list(claim),
  participants: list(participant),
  /** How many more people took part; absent if all are listed. */
  otherParticipants: position.exactOptional(),
  footnotes: list(footnote),
  rejected: list(rejection),
  /** The ids of the messages behind `rejected`. If one is deleted, the words of all are erased. */
  rejectedSources: list(name),
  /** Verified claims below the minimum confidence. */
  counts: storedObject({ hidden: count }),
  usage: usage.nullable(),
  /** Of a digest: the tasks from before that its readers may see in `/decisions`, and how many of these are overdue. */
  openBefore: storedObject({ tasks: count, overdue: count }).exactOptional(),
  checked: checked.optional(),
  reviewed: deciderSchema.exactOptional(),
});

/** Whether a summary consists of quotes that code selected, without wording of its own. */
export function isHighlights({ engine, checked }: Pick<Summary, 'engine' | 'checked'>): boolean {
  return engine.name === 'extractive' && checked === undefined;
}

export const recordedModel = 'recorded-answer';

export function isRecorded({ model, judge }: EngineNote): boolean {
  return (model ?? judge) === recordedModel;
}

/** Only a type. A spread or a copy drops the protected field, and with it the brand. */
declare class Numbered {
  protected readonly numbered: true;
}

/** Verified claims in reading order with footnotes 1..k, and all that rendering needs. Only renumbering and the stored form make one. */
export type Summary = Numbered & Stored<typeof summarySchema>;

/** Adds two usages; the cost is unknown if either is. */
export function addUsage(first: Usage | null, second: Usage | null): Usage | null {
  if (first === null || second === null) return first ?? second;
  return {
    inputTokens: first.inputTokens + second.inputTokens,
    cachedTokens: first.cachedTokens + second.cachedTokens,
    outputTokens: first.outputTokens + second.outputTokens,
    costUsd: first.costUsd === null || second.costUsd === null ? null : first.costUsd + second.costUsd,
    durationMs: first.durationMs + second.durationMs,
  };
}
