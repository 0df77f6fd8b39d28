import { z } from 'zod';
import { type Stored, storedObject } from '../stored-object.ts';
import { judgeOutcomes, judgeVerdicts } from './judgement.ts';
import { storedKinds } from './kind.ts';

const id = z.string().max(200);

/** What a model made of messages, kept for the next summary. */
export const derivedSchema = storedObject({
  /** The ids of the messages behind it, of their authors, channels and threads: with one of these it is forgotten. */
  sources: z.array(id).max(10_000),
  /** An instant, from before the messages were sent to the model. */
  createdAt: z.iso.datetime({ offset: true }),
});

/** A verdict of the judge; the better message by its id, because positions change with every summary. */
export const storedVerdictSchema = derivedSchema.extend({
  verdict: z.enum(judgeVerdicts),
  missing: z.string().max(1_000),
  kind: z.enum(storedKinds).nullable(),
  outcome: z.enum(judgeOutcomes),
  messageId: id.nullable(),
});
export type StoredVerdict = Stored<typeof storedVerdictSchema>;
