import { z } from '@hono/zod-openapi';
import { checkNames, claimStatuses, findingEffects, reviewDecisions } from '../../../core/claims/claim.ts';
import { newsReasons, storedKinds } from '../../../core/claims/kind.ts';
import { details, engineReasons } from '../../../core/claims/summary.ts';
import { omissionReasons, sourceTypes } from '../../../core/conversation/message.ts';

/** In place of `nullable()`, which the generator gets wrong for named schemas. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) => z.union([schema, z.null()]);

const instant = z.string().openapi({ format: 'date-time' });
const count = z.number().int().min(0);

const quote = z.object({ start: count, end: count, text: z.string() }).openapi('Quote');

const listedReference = z
  .object({
    type: z.enum(sourceTypes),
    message_id: z.string(),
    sender: z.string(),
    timestamp: instant.nullable().openapi({ description: 'Null if the source has no dates.' }),
    snippet: z.string().openapi({ description: 'At most 200 UTF-16 code units.' }),
    position: count.openapi({ description: 'The number of the message among those read, from 1.' }),
    is_earlier: z.boolean().optional(),
    url: z.string().optional(),
    channel: z.string().optional(),
    title: z.string().optional(),
    quote: quote.optional(),
    is_edited: z.boolean(),
    is_forwarded: z.boolean(),
  })
  .openapi('ListedReference');

export const reference = listedReference.extend({ footnote: count }).openapi('Reference');

export const finding = z
  .object({
    check: z.enum(checkNames),
    outcome: z.enum(['pass', 'fail', 'abstain']),
    words: z.string().optional(),
    effect: z.enum(findingEffects).optional(),
  })
  .openapi('Finding');

const review = z.object({ by: z.string(), at: instant }).openapi('Review');

const news = z
  .union([
    z.object({ mark: z.enum(['new', 'resolved']) }),
    z.object({ mark: z.literal('changed'), by: z.array(z.enum(newsReasons)) }),
  ])
  .openapi('News', { description: 'How the claim differs from the summary in compared_with.' });

const claim = z
  .object({
    id: z.string(),
    text: z.string(),
    references: z.array(reference),
    more: z.array(listedReference),
    open_since: instant.optional(),
    confidence: z.number().min(0).max(1),
    status: z.enum(claimStatuses),
    recited: z.boolean().openapi({ description: 'The citation was replaced and checked again.' }),
    news: news.optional(),
    review: review.extend({ decision: z.enum(reviewDecisions) }).optional(),
    findings: z.array(finding),
  })
  .openapi('Claim');

const before = z
  .object({ text: z.string(), references: z.array(reference), more: z.array(listedReference) })
  .openapi('Before');

/** Any claim of a change says what held before. */
const plainClaim = claim.extend({ before: orNull(before).optional() });

/** With `references=false`, a claim is its text. */
const entry = z.union([plainClaim, z.string()]);
const withMore = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.union([plainClaim.extend(shape), z.string()]);

const engine = z
  .object({
    name: z.string(),
    model: z.string().optional(),
    reason: z.enum(engineReasons).optional(),
    judge: z.string().optional(),
  })
  .openapi('Engine');

export const usage = z
  .object({
    input_tokens: count,
    cached_tokens: count,
    output_tokens: count,
    cost_usd: z.number().nullable().openapi({ description: 'Null if a price is unknown.' }),
    seconds: z.number(),
    reused_verdicts: count.optional().openapi({ description: 'Verdicts reused from an earlier summary.' }),
    is_shared: z
      .boolean()
      .optional()
      .openapi({ description: 'The summary shares a call with another one, which shows the usage of both.' }),
  })
  .openapi('Usage');

export const source = z
  .object({
    guild_id: z.string().optional(),
    channel_ids: z.array(z.string()),
    thread_id: z.string().optional(),
    title: z.string(),
  })
  .openapi('Source');

export const coverage = z
  .object({
    read: count,
    available: count,
    cited: count,
    omitted: z.array(z.object({ reason: z.enum(omissionReasons), count })),
    unsummarized: z.array(z.object({ count, start: instant, end: instant })).optional(),
  })
  .openapi('Coverage');

export const indexedReference = reference.extend({ quotes: z.array(quote) }).openapi('IndexedReference');

const topic = z
  .object({
    topic_id: z.string(),
    title: z.string(),
    status: z.enum(['active', 'inactive']),
    reason: z.string().optional(),
    last_updated: instant,
    claim_ids: z.array(z.string()),
    sources: z.array(z.string()),
  })
  .openapi('Topic');

/** `SummaryDocument`, described for OpenAPI; a test compares the two. */
export const summarySchema = z
  .object({
    summary_id: z.string(),
    source_type: z.enum(sourceTypes),
    source,
    summary_type: z.enum([...details, 'highlights']),
    engine,
    language: z.string(),
    message_count: count,
    time_range_start: instant.nullable(),
    time_range_end: instant.nullable(),
    coverage,
    matters: z
      .array(
        z.object({
          title: z.string().nullable(),
          is_to_do: z.literal(true).optional(),
          claims: z.array(entry),
        }),
      )
      .optional()
      .openapi({ description: 'The claims in reading order. The lists below have the same claims by kind.' }),
    active_request: withMore({ topic_id: z.string().nullable() }).nullable(),
    overview: z.array(entry),
    decisions: z.array(withMore({ decision_status: z.string().nullable() })),
    action_items: z.array(withMore({ owner: z.string().nullable(), due: z.string().nullable() })),
    open_questions: z.array(entry),
    resolved: z.array(entry),
    proposals: z.array(entry),
    key_points: z.array(entry),
    constraints: z.array(entry),
    facts: z.array(entry),
    changes: z.array(withMore({ before: orNull(before) })),
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
      .openapi({ description: 'How many more people took part; absent if all are listed.' }),
    links: z.array(entry),
    notes: z.array(entry),
    unclear: z.array(withMore({ kind: z.enum(storedKinds) })),
    reference_index: z.array(indexedReference),
    rejected: z.array(z.object({ text: z.string(), reasons: z.array(z.string()) })),
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
    compared_with: z.object({ summary_id: z.string(), end: instant }).optional(),
    reviewed: orNull(review),
    usage: orNull(usage),
  })
  .openapi('Summary');
