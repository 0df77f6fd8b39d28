import { z } from 'zod';
import { checkNames, claimStatuses, findingEffects, reviewDecisions } from '../../core/claims/claim.ts';
import { allKinds } from '../../core/claims/kind.ts';
import {
  details,
  engineReasons,
  judgeFaults,
  notFoundReasons,
  skippedParts,
} from '../../core/claims/summary.ts';
import { leftOutKinds, omissionReasons, sourceTypes } from '../../core/conversation/message.ts';

// The schemas of the public JSON, for the formats, the HTTP API and MCP. An `id` is the name in the API description.

/** In place of `nullable()`, which the generator of the description gets wrong for schemas with a name. */
const orNull = <Schema extends z.ZodType>(schema: Schema) => z.union([schema, z.null()]);

const instant = z.string().meta({ format: 'date-time' });
const count = z.number().int().min(0);

/** UTF-16 offsets into the message's text, or into that of an attached file, with its lines. */
const quote = z
  .object({
    start: count,
    end: count,
    text: z.string(),
    file: z.object({ name: z.string(), from: count, to: count }).optional(),
  })
  .meta({ id: 'Quote' });

/** A cited message without a number: one of the "+K more". */
const listedReference = z
  .object({
    type: z.enum(sourceTypes),
    message_id: z.string(),
    sender: z.string(),
    timestamp: instant.nullable().meta({ description: 'Null if the source has no dates.' }),
    snippet: z.string().meta({ description: 'At most 200 UTF-16 code units.' }),
    position: count.meta({ description: 'The number of the message among those read, from 1.' }),
    // It was summarized before; its position counts only such messages.
    is_earlier: z.boolean().optional(),
    url: z.string().optional(),
    channel: z.string().optional(),
    title: z.string().optional(),
    quote: quote.optional(),
    is_edited: z.boolean(),
    is_forwarded: z.boolean(),
  })
  .meta({ id: 'ListedReference' });

const reference = listedReference.extend({ footnote: count }).meta({ id: 'Reference' });

/** A footnote with every span that a claim quotes; `quote` is the first of them. */
const indexedReference = reference.extend({ quotes: z.array(quote) }).meta({ id: 'IndexedReference' });

/** The result of one check of one claim; `words` says it in English. */
const finding = z
  .object({
    check: z.enum(checkNames),
    outcome: z.enum(['pass', 'fail', 'abstain']),
    words: z.string().optional(),
    effect: z.enum(findingEffects).optional(),
  })
  .meta({ id: 'Finding' });

const review = z.object({ by: z.string(), at: instant }).meta({ id: 'Review' });

const claim = z
  .object({
    id: z.string(),
    text: z.string().meta({ description: 'Of an unclear claim, what its first message says.' }),
    claimed: z
      .string()
      .optional()
      .meta({ description: 'The words of an unclear claim: a part may be false.' }),
    references: z.array(reference),
    more: z.array(listedReference),
    confidence: z.number().min(0).max(1),
    status: z.enum(claimStatuses),
    recited: z.boolean().meta({ description: 'The citation was replaced and checked again.' }),
    disputes: z
      .array(review.extend({ text: z.string() }))
      .optional()
      .meta({ description: 'What people whom the claim cites say against it.' }),
    review: review.extend({ decision: z.enum(reviewDecisions) }).optional(),
    findings: z.array(finding),
  })
  .meta({ id: 'Claim' });

const entry = z.union([claim, z.string()]);
const withMore = <Shape extends z.ZodRawShape>(shape: Shape) => z.union([claim.extend(shape), z.string()]);

const engine = z
  .object({
    name: z.string(),
    model: z.string().optional(),
    reason: z.enum(engineReasons).optional(),
    judge: z.string().optional(),
    judge_fault: z.enum(judgeFaults).optional(),
  })
  .meta({ id: 'Engine' });

const usage = z
  .object({
    input_tokens: count,
    cached_tokens: count,
    output_tokens: count,
    cost_usd: z.number().nullable().meta({ description: 'Null if a price is unknown.' }),
    seconds: z.number(),
  })
  .meta({ id: 'Usage' });

const source = z
  .object({
    guild_id: z.string().optional(),
    channel_ids: z.array(z.string()),
    thread_id: z.string().optional(),
    title: z.string(),
  })
  .meta({ id: 'Source' });

const coverage = z
  .object({
    read: count,
    available: count,
    cited: count,
    omitted: z.array(z.object({ reason: z.enum(omissionReasons), count })),
    // What of the files of these messages was not read.
    attachments: z.array(z.object({ kind: z.enum(leftOutKinds), count })).optional(),
    // Messages that were read but not, or only partly, summarized.
    unsummarized: z.array(z.object({ count, start: instant, end: instant })).optional(),
  })
  .meta({ id: 'Coverage' });

const topic = z
  .object({
    topic_id: z.string(),
    title: z.string(),
    status: z.enum(['active', 'inactive']),
    reason: z.string().optional(),
    last_updated: instant,
    claim_ids: z.array(z.string()),
    // Message ids.
    sources: z.array(z.string()),
  })
  .meta({ id: 'Topic' });

/** A summary. Footnotes are numbered along its matters, or channel by channel. */
export const summarySchema = z
  .object({
    summary_id: z.string(),
    source_type: z.enum(sourceTypes),
    source,
    summary_type: z.enum([...details, 'highlights']),
    question: z.string().optional(),
    engine,
    language: z.string(),
    message_count: count,
    // Of the first and last message read; null if there was none.
    time_range_start: instant.nullable(),
    time_range_end: instant.nullable(),
    coverage,
    // Missing in Highlights.
    matters: z
      .array(
        z.object({
          // If a title's checks fail, the topic in a few words.
          title: z.string().nullable(),
          claims: z.array(entry),
        }),
      )
      .optional()
      .meta({ description: 'The claims in reading order. The lists below have the same claims by kind.' }),
    active_request: withMore({ topic_id: z.string().nullable() }).nullable(),
    overview: z.array(entry),
    decisions: z.array(withMore({ decision_status: z.string().nullable() })),
    action_items: z.array(withMore({ owner: z.string().nullable(), due: z.string().nullable() })),
    open_questions: z.array(entry),
    // Always empty, as `changes` and `key_contributions`: for programs that read the lists of version 0.2.0.
    resolved: z.array(entry),
    proposals: z.array(entry),
    key_points: z.array(entry),
    constraints: z.array(entry),
    facts: z.array(entry),
    changes: z.array(entry),
    // Only titles in a document without references.
    topics: z.array(z.union([topic, z.string()])),
    participants: z.array(
      z.object({
        name: z.string(),
        message_count: count,
        key_contributions: z.array(entry),
        sentiment: z.null(),
      }),
    ),
    other_participants: count
      .optional()
      .meta({ description: 'How many more people took part; absent if all are listed.' }),
    // Shared links and files, if code selected the quotes.
    links: z.array(entry),
    // Claims that a person turned into notes; nothing confirms them.
    notes: z.array(entry),
    // Claims that need clarification; they are in none of the lists above.
    unclear: z.array(withMore({ kind: z.enum(allKinds) })),
    reference_index: z.array(indexedReference),
    // Each reason in English, after the name of its check; and what stands in place of a decision or action item.
    rejected: z.array(
      z.object({ text: z.string(), said: z.string().optional(), reasons: z.array(z.string()) }),
    ),
    counts: z.object({
      verified: count,
      sources_found: count,
      needs_clarification: count,
      dropped: count,
      merged: count,
      recited: count,
      uncited: count,
      repaired: count,
      hidden: count,
      confirmed: count,
      noted: count,
      removed: count,
    }),
    // Who reviewed it; null while something is left to decide.
    reviewed: orNull(review),
    usage: orNull(usage),
  })
  .meta({ id: 'Summary' });

/** Checked statements, in the order given; footnotes are numbered along it. */
export const checkSchema = z
  .object({
    statements: z.array(
      z.object({
        text: z.string(),
        status: z.enum([...claimStatuses, 'not_found']),
        reason: z.enum(notFoundReasons).optional(),
        // The statement's citations were replaced by other messages.
        recited: z.boolean(),
        references: z.array(reference),
        findings: z.array(finding),
      }),
    ),
    // The parts of the text that are no statements.
    skipped: z.array(z.object({ part: z.enum(skippedParts), count })),
    source,
    message_count: count,
    coverage,
    reference_index: z.array(indexedReference),
    counts: z.object({
      verified: count,
      sources_found: count,
      needs_clarification: count,
      not_found: count,
      recited: count,
    }),
    // The model that judged, if one did, and its usage.
    judge: z.string().optional(),
    judge_fault: z.enum(judgeFaults).optional(),
    usage: orNull(usage).optional(),
  })
  .meta({ id: 'CheckedStatements' });

type DeepReadonly<Value> = Value extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
    : Value;

export type SummaryDocument = DeepReadonly<z.infer<typeof summarySchema>>;
export type CheckDocument = DeepReadonly<z.infer<typeof checkSchema>>;
export type ListedReferenceDocument = DeepReadonly<z.infer<typeof listedReference>>;
export type ReferenceDocument = DeepReadonly<z.infer<typeof reference>>;
export type IndexedReferenceDocument = DeepReadonly<z.infer<typeof indexedReference>>;
export type FindingDocument = DeepReadonly<z.infer<typeof finding>>;
export type ClaimDocument = DeepReadonly<z.infer<typeof claim>>;
export type MatterDocument = NonNullable<SummaryDocument['matters']>[number];
/** A claim with the extra fields of its kind; only its text in a document without references. */
export type ClaimEntry<Extra = unknown> = (ClaimDocument & Extra) | string;
