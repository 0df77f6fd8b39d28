import * as chrono from 'chrono-node';
import type { EvidenceMessage } from '../conversation/evidence.ts';
import type { CheckContext } from './check.ts';

type Parser = { readonly parse: typeof chrono.parse };

const parsers: Readonly<Record<string, Parser>> = {
  de: chrono.de,
  en: chrono,
  es: chrono.es,
  fr: chrono.fr,
  it: chrono.it,
  ja: chrono.ja,
  nl: chrono.nl,
  pt: chrono.pt,
  ru: chrono.ru,
};

/** Names a date somehow; parsing what does not would cost much and find nothing. */
const dated = /\d|\p{L}{3}/u;

/**
 * Whether the date that `words` name, as understood on the day of a cited message, is one that a cited
 * message names: "tomorrow" on 9 March is 10 March. With `part`, only a date that contains it counts, and so does the day
 * when a message was sent.
 */
export function standsAsDate(
  words: string,
  part: string | null,
  cited: readonly EvidenceMessage[],
  { clock, languages }: Pick<CheckContext, 'clock' | 'languages'>,
  countsOwnDay = part !== null,
): boolean {
  const tags = new Set(['en', ...languages.map(tag => tag.split('-')[0] ?? tag)]);
  const chosen = [...tags].flatMap(tag => parsers[tag] ?? []);
  return cited.some(message => {
    const today = clock.day(message.time);
    const named = chosen.flatMap(parser => toDays(message.text, today, parser));
    const days = new Set(named.map(({ day }) => day));
    if (countsOwnDay) days.add(today);
    // A month or a week in itself is met by any day in it.
    const months = new Set([...days].map(day => day.slice(0, 7)));
    return chosen.some(parser => {
      const asked = toDays(words, today, parser).filter(({ text }) => part === null || text.includes(part));
      const isMet = ({ day, wholeMonth }: NamedDay) =>
        days.has(day) || (wholeMonth && months.has(day.slice(0, 7)));
      return asked.length > 0 && asked.every(isMet);
    });
  });
}

/** "35 seconds" is a time from now to the parser, and no day. */
const shorter =
  /\d\s*(?:s|secs?|seconds?|min|mins?|minutes?|h|hrs?|hours?|sekunden?|minuten?|stunden?|segundos?|minutos?|horas?|secondes?|heures?|secondi|minuti|ore)(?!\p{L})/iu;

type NamedDay = { readonly text: string; readonly day: string; readonly wholeMonth: boolean };

/** The days a text names, counted from the day it was sent; years as far as 9999 keep their four digits. */
function toDays(text: string, today: string, parser: Parser): readonly NamedDay[] {
  if (!dated.test(text)) return [];
  // chrono ignores IANA zones, so it is given the local day from its beginning, and its answer is read as that day.
  const reference = { instant: new Date(`${today}T00:00:00Z`), timezone: 0 };
  return parser
    .parse(text, reference, { forwardDate: true })
    .filter(({ text: words }) => !shorter.test(words))
    .filter(({ start }) => start.isCertain('day') || start.isCertain('weekday') || !start.isCertain('hour'))
    .map(({ text: words, start }) => ({
      text: words.replace(/\d{1,2}[:.]\d\d/g, ''),
      day: start.date().toISOString().slice(0, 10),
      wholeMonth: start.isCertain('month') && !start.isCertain('day') && !start.isCertain('weekday'),
    }));
}
