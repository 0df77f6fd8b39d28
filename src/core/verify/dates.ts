import * as chrono from 'chrono-node';
import type { EvidenceMessage } from '../conversation/evidence.ts';
import type { ZonedClock } from '../time.ts';

/**
 * Whether the date that `words` name, as understood on the day of a cited message, is one that a cited
 * message names: "tomorrow" on 9 March is 10 March. With `part`, only a date that contains it counts.
 */
export function standsAsDate(
  words: string,
  part: string | null,
  cited: readonly EvidenceMessage[],
  clock: ZonedClock,
): boolean {
  return cited.some(message => {
    const named = new Set(toDays(message.text, message.time, clock).map(({ day }) => day));
    if (part !== null) named.add(clock.day(message.time));
    const asked = toDays(words, message.time, clock).filter(
      ({ text }) => part === null || text.includes(part),
    );
    return asked.length > 0 && asked.every(({ day }) => named.has(day));
  });
}

/** The days a text names, counted from the day it was sent; years as far as 9999 keep their four digits. */
function toDays(text: string, sent: string, clock: ZonedClock): readonly { text: string; day: string }[] {
  // chrono ignores IANA zones, so it is given the local day at noon and its answer is read as that day.
  const reference = new Date(`${clock.day(sent)}T12:00:00Z`);
  return chrono
    .parse(text, { instant: reference, timezone: 0 }, { forwardDate: true })
    .filter(({ start }) => start.isCertain('day') || start.isCertain('weekday') || !start.isCertain('hour'))
    .map(({ text: words, start }) => ({
      text: words.replace(/\d{1,2}[:.]\d\d/g, ''),
      day: start.date().toISOString().slice(0, 10),
    }));
}
