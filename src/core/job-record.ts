import { z } from 'zod';
import { storedObject } from './stored-object.ts';

const instant = z.iso.datetime();

/** A job in its stored form. */
export const jobRecordSchema = storedObject({
  dueAt: instant,
  attempt: z.int().nonnegative(),
  /** Set while a worker runs it. */
  claim: storedObject({ token: z.string().max(200), since: instant, until: instant }).nullable(),
  /** It was scheduled again while it was claimed. */
  isMoved: z.boolean(),
});
