import { z } from 'zod';
import { storedObject } from '../stored-object.ts';
import { conversationSchema } from './message.ts';

const words = z.string().max(200_000);

/** An imported chat without its messages. */
export const chatSchema = storedObject({
  id: words,
  ownerId: words,
  /** Older messages were left out, because there were too many. */
  isCut: z.literal(true).exactOptional(),
  /** When it was imported last. */
  importedAt: z.iso.datetime(),
  /** How long it is kept from then on, if not as long as summaries. */
  retentionDays: z.int().positive().exactOptional(),
  conversation: conversationSchema,
});
