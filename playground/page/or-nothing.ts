import { ClientRefusal } from '../discord/actions/refusal.ts';
import { ApiError } from '../discord/errors.ts';

/** What a person may not have is not there for them; a fault of this playground still is one. */
export function orNothing<T>(look: () => readonly T[]): readonly T[] {
  try {
    return look();
  } catch (error) {
    if (error instanceof ApiError || error instanceof ClientRefusal) return [];
    throw error;
  }
}
