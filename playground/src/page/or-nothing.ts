import { ClientRefusal } from '../discord/actions/refusal.ts';
import { ApiError } from '../discord/errors.ts';

/** An empty list if the person may not see it; other errors are thrown. */
export function orNothing<T>(look: () => readonly T[]): readonly T[] {
  try {
    return look();
  } catch (error) {
    if (error instanceof ApiError || error instanceof ClientRefusal) return [];
    throw error;
  }
}
