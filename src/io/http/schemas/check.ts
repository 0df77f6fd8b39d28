import { z } from '@hono/zod-openapi';
import { claimStatuses } from '../../../core/claims/claim.ts';
import { notFoundReasons, skippedParts } from '../../../core/claims/summary.ts';
import { coverage, finding, indexedReference, orNull, reference, source, usage } from './summary.ts';

const count = z.number().int().min(0);

/** `CheckDocument`, described for OpenAPI; a test compares the two. */
export const checkSchema = z
  .object({
    statements: z.array(
      z.object({
        text: z.string(),
        status: z.enum([...claimStatuses, 'not_found']),
        reason: z.enum(notFoundReasons).optional(),
        recited: z.boolean(),
        references: z.array(reference),
        findings: z.array(finding),
      }),
    ),
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
    judge: z.string().optional(),
    usage: orNull(usage).optional(),
  })
  .openapi('CheckedStatements');
