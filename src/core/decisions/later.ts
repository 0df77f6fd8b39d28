import { DateTime } from 'luxon';
import { addMs } from '../time.ts';
import type { Statement } from './entry.ts';

const days = { day: 1, three: 3, week: 7 } as const;
export type Later = keyof typeof days | 'due';

/** People are reminded of a day in the morning. */
const morningHour = 9;

/** The instant that is meant; null if it is over, or if there is no due date. */
export function toLater(later: Later, due: Statement['dueDate'], now: string, zone: string): string | null {
  if (later !== 'due') return addMs(now, days[later] * 24 * 3_600_000);
  if (due === null) return null;
  const morning = DateTime.fromISO(due.day, { zone }).set({ hour: morningHour });
  const at = due.at ?? morning.toUTC().toISO() ?? '';
  return at > now ? new Date(at).toISOString() : null;
}
