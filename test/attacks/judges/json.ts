import { z } from 'zod';
import type { Known } from './known.ts';
import { findDisorder, findMarkers, findUnseen } from './sight.ts';

const instant = z.iso.datetime();
const count = z.int().nonnegative();
const quote = z.strictObject({ start: count, end: count, text: z.string() });
const listed = {
  type: z.literal('discord'),
  message_id: z.string(),
  sender: z.string(),
  timestamp: instant,
  snippet: z.string().max(200),
  position: z.int().positive(),
  is_earlier: z.boolean().optional(),
  url: z.string().optional(),
  channel: z.string().optional(),
  title: z.string().optional(),
  quote: quote.optional(),
  is_edited: z.boolean(),
  is_forwarded: z.boolean(),
};
const reference = z.strictObject({ footnote: z.int().positive(), ...listed });
const indexed = z.strictObject({ footnote: z.int().positive(), ...listed, quotes: z.array(quote) });
const finding = z.strictObject({
  check: z.string(),
  outcome: z.enum(['pass', 'fail', 'abstain']),
  words: z.string().optional(),
  effect: z.string().optional(),
});
const support = { references: z.array(reference).max(3), more: z.array(z.strictObject(listed)) };
const before = z.strictObject({ text: z.string(), ...support }).nullable();
const reviewed = { by: z.string().min(1).max(400), at: instant };
const claimFields = {
  id: z.string().regex(/^c\d+$/),
  text: z.string().min(1).max(4100),
  ...support,
  open_since: instant.optional(),
  confidence: z.number().min(0).max(1),
  status: z.enum(['verified', 'sources_found', 'needs_clarification']),
  recited: z.boolean(),
  review: z.strictObject({ decision: z.string(), ...reviewed }).optional(),
  findings: z.array(finding),
};
const entry = <Extra extends z.ZodRawShape>(extra: Extra) =>
  z.union([z.string(), z.strictObject({ ...claimFields, before: before.optional(), ...extra })]);
const claim = entry({});
const nameOrNull = z.string().max(400).nullable();

/** The document as the design has it, and nothing beside. */
const documentShape = z.strictObject({
  summary_id: z.string(),
  source_type: z.literal('discord'),
  source: z.strictObject({
    guild_id: z.string().optional(),
    channel_ids: z.array(z.string()),
    thread_id: z.string().optional(),
    title: z.string(),
  }),
  summary_type: z.string(),
  engine: z.strictObject({
    name: z.string(),
    model: z.string().optional(),
    reason: z.string().optional(),
    judge: z.string().optional(),
  }),
  language: z.string(),
  message_count: count,
  time_range_start: instant.nullable(),
  time_range_end: instant.nullable(),
  coverage: z.strictObject({
    read: count,
    available: count,
    cited: count,
    omitted: z.array(z.strictObject({ reason: z.string(), count })),
  }),
  matters: z
    .array(
      z.strictObject({
        title: z.string().min(1).max(400).nullable(),
        claims: z.array(entry({})),
      }),
    )
    .optional(),
  active_request: entry({ topic_id: z.string().nullable() }).nullable(),
  overview: z.array(claim),
  decisions: z.array(entry({ decision_status: z.string().nullable() })),
  action_items: z.array(entry({ owner: nameOrNull, due: nameOrNull })),
  open_questions: z.array(claim),
  resolved: z.array(claim),
  proposals: z.array(claim),
  key_points: z.array(claim),
  constraints: z.array(claim),
  facts: z.array(claim),
  changes: z.array(claim),
  topics: z.array(
    z.union([
      z.string(),
      z.strictObject({
        topic_id: z.string(),
        title: z.string().max(400),
        status: z.enum(['active', 'inactive']),
        reason: z.string().optional(),
        last_updated: z.string(),
        claim_ids: z.array(z.string()),
        sources: z.array(z.string()),
      }),
    ]),
  ),
  participants: z.array(
    z.strictObject({
      name: z.string(),
      message_count: count,
      key_contributions: z.array(claim),
      sentiment: z.null(),
    }),
  ),
  links: z.array(claim),
  notes: z.array(claim),
  unclear: z.array(entry({ kind: z.string() })),
  reference_index: z.array(indexed),
  rejected: z.array(z.strictObject({ text: z.string(), reasons: z.array(z.string()) })),
  counts: z.record(z.string(), count),
  reviewed: z.strictObject(reviewed).nullable(),
  usage: z.record(z.string(), z.number().nullable()).nullable(),
});

export type Document = z.output<typeof documentShape>;

/** What of a document is not as the design has it, or not as it may be printed. */
export function judgeJson(text: string, known: Known, references: boolean): readonly string[] {
  const parsed = documentShape.safeParse(JSON.parse(text));
  const raw = [
    ...findUnseen(text),
    ...(/<[/!?]|<script|[\u200b\u200e\u200f\u061c\u2060-\u2064\ufeff]/.test(text)
      ? ['something unescaped']
      : []),
  ];
  if (!parsed.success)
    return [...raw, ...parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)];
  const entries = toEntries(parsed.data);
  const full = entries.filter(each => typeof each !== 'string');
  const numbers = full.flatMap(each => [
    ...each.references.map(({ footnote }) => footnote),
    ...(each.before?.references ?? []).map(({ footnote }) => footnote),
  ]);
  const cited = [...full.flatMap(each => each.references), ...parsed.data.reference_index];
  const words = entries.flatMap(each =>
    typeof each === 'string' ? [each] : [each.text, each.before?.text ?? ''],
  );
  return [
    ...raw,
    ...(entries.length === known.claims ? [] : [`${entries.length} claims for ${known.claims}`]),
    ...findDisorder(numbers, references ? known.urls.length : 0),
    ...cited
      .filter(({ footnote, url }) => known.urls[footnote - 1] !== url)
      .map(({ url }) => `opens another: ${url}`),
    ...words.flatMap(findMarkers).map(inner => `looks like a marker: ${inner}`),
  ];
}

/** Its claims in reading order: by matter, or in the order of its keys. */
function toEntries(document: Document) {
  if (document.matters) return document.matters.flatMap(({ claims }) => claims);
  return [
    ...(document.active_request === null ? [] : [document.active_request]),
    ...document.overview,
    ...document.decisions,
    ...document.action_items,
    ...document.open_questions,
    ...document.resolved,
    ...document.proposals,
    ...document.key_points,
    ...document.constraints,
    ...document.facts,
    ...document.changes,
    ...document.participants.flatMap(({ key_contributions }) => key_contributions),
    ...document.links,
    ...document.notes,
    ...document.unclear,
  ];
}
