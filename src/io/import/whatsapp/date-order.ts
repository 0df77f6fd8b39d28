import { type DateOrder, dateOrders } from '../../../app/chats/ports.ts';
import { UserError } from '../../../errors.ts';
import { toEpochMs, type WallTime } from '../records/wall-clock.ts';
import { toHalfOfDay } from './day-periods.ts';
import type { Head } from './lines.ts';

/** A message may arrive late, but not by more than this: then the date was misread. */
const lateMs = 2 * 24 * 3_600_000;

/** An order must explain the dates this many times better than any other. */
const margin = 10;

/**
 * Finds the order of day, month and year that fits all dates of a file: they exist, and their sequence hardly ever goes
 * back.
 *
 * @throws UserError `dates_ambiguous` if the dates fit several orders, `format_unknown` if none.
 */
export function findDateOrder(heads: readonly Head[], fileName: string): DateOrder {
  // Years of two digits hardly ever come first, so that counts only if nothing else fits.
  for (const orders of [toPossibleOrders(heads), ['year-first'] as const]) {
    const [best, next] = orders
      .map(order => ({ order, count: countFaults(heads, order) }))
      .filter(({ count }) => count * 2 < heads.length)
      .sort((a, b) => a.count - b.count);
    if (best && (!next || best.count * margin < next.count)) return best.order;
    if (best) throw toAmbiguous(heads, fileName);
  }
  throw new UserError(
    'format_unknown',
    `The dates of ${fileName} cannot be read, such as “${toSample(heads[0])}”.`,
  );
}

/** What the form of the dates leaves open. Only dates with slashes are written month first anywhere. */
function toPossibleOrders(heads: readonly Head[]): readonly DateOrder[] {
  const [first] = heads;
  if (first?.date[0].length === 4) return ['year-first'];
  return first?.separator === '/' ? ['day-first', 'month-first'] : ['day-first'];
}

function countFaults(heads: readonly Head[], order: DateOrder): number {
  let faults = 0;
  let latest = 0;
  for (const each of heads) {
    const ms = toLocalMs(each, order);
    if (ms === null || ms < latest - lateMs) faults += 1;
    else latest = Math.max(latest, ms);
  }
  return faults;
}

function toAmbiguous(heads: readonly Head[], fileName: string): UserError {
  const choices = dateOrders.slice(0, 2).join(' or --date-order ');
  return new UserError(
    'dates_ambiguous',
    `The dates of ${fileName} can be read in two ways: “${toSample(heads[0])}” may begin with the day or the month. Add --date-order ${choices}.`,
  );
}

function toSample(sample: Head | undefined): string {
  return sample?.date.join(sample.separator) ?? '';
}

/** Epoch milliseconds of a message's time if it were UTC; null if there is no such time. */
export function toLocalMs(head: Head, order: DateOrder): number | null {
  return toEpochMs({ ...toDate(head, order), hour: toHour(head), minute: head.minute, second: head.second });
}

function toDate({ date: [a, b, c] }: Head, order: DateOrder): Pick<WallTime, 'year' | 'month' | 'day'> {
  const [year, month, day] =
    order === 'year-first' ? [a, b, c] : order === 'month-first' ? [c, a, b] : [c, b, a];
  return {
    year: year.length === 2 ? 2000 + Number(year) : Number(year),
    month: Number(month),
    day: Number(day),
  };
}

/** A file without words for the halves of the day has 24 hours; "00:08 a. m." occurs too. */
function toHour({ hour, period }: Head): number {
  const half = hour <= 12 ? toHalfOfDay(period) : null;
  return half === null ? hour : (hour % 12) + (half === 'pm' ? 12 : 0);
}

/**
 * Refuses times of 12 hours whose halves are not known: an hour would be half a day off.
 *
 * @throws UserError `format_unknown`
 */
export function refuseUnknownPeriods(heads: readonly Head[], fileName: string): void {
  const unknown = new Set(
    heads.map(({ period }) => period).filter(each => toHalfOfDay(each) === null && each !== ''),
  );
  if (unknown.size < 2 || heads.some(({ hour }) => hour > 12)) return;
  const words = [...unknown].slice(0, 3).map(each => `“${each}”`);
  throw new UserError(
    'format_unknown',
    `${fileName} has times of 12 hours whose halves of the day are not known: ${words.join(', ')}. Set the phone to 24 hours and export the chat again.`,
  );
}
