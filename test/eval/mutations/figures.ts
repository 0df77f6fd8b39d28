import type { Random } from '../random.ts';
import { type Mutation, splice, toTexts, withText } from './mutation.ts';

const digits = /(?<![\p{L}\p{N}#_.-])[€$]?\d+(?:[.,]\d+)*(?![\p{L}\p{N}_]|[-/]\p{L})/gu;
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const meses = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
];
const monate = [
  'Januar',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
];
const wochentage = ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag'];
const relative = ['today', 'tomorrow', 'next week', 'next month'];
const dateLists = [months, weekdays, meses, monate, wochentage, relative];
const day = new RegExp(
  `\\d{1,2}(?=\\.? (?:de )?(?:${[...months, ...meses, ...monate].join('|')}))|(?<=(?:${months.join('|')}) )\\d{1,2}(?!\\d)`,
  'g',
);
const year = /(?<!\d)20\d\d(?!\d)/g;

function changeDigits(written: string, random: Random): string {
  const places = [...written.matchAll(/\d/g)];
  const place = random.pick(places);
  if (!place) return written;
  const old = Number(place[0]);
  const lowest = place.index === written.search(/\d/) ? 1 : 0;
  let next = old;
  while (next === old) next = lowest + Math.floor(random.next() * (10 - lowest));
  return splice(written, place.index, 1, String(next));
}

/** A figure gets another digit, so that nobody says it; figures that belong to a date are left to `date`. */
export const number: Mutation = {
  name: 'number',
  mutate: (claim, _, random) => {
    const { text } = claim.draft;
    const dates = new Set([...text.matchAll(day), ...text.matchAll(year)].map(({ index }) => index));
    const place = random.pick([...text.matchAll(digits)].filter(({ index }) => !dates.has(index)));
    if (!place) return null;
    const said = toTexts(claim).join(' ');
    for (let tries = 0; tries < 20; tries++) {
      const changed = changeDigits(place[0], random);
      if (said.includes(changed.replace(/[€$]/, ''))) continue;
      return withText(claim, splice(text, place.index, place[0].length, changed));
    }
    return null;
  },
};

/** A day, weekday, month or year becomes another that nobody says. */
export const date: Mutation = {
  name: 'date',
  mutate: (claim, _, random) => {
    const { text } = claim.draft;
    const said = toTexts(claim).join(' ').toLowerCase();
    const changes: string[] = [];
    for (const list of dateLists) {
      for (const word of list) {
        // "May" and "March" are also a verb and a walk: only beside a day or after a word that dates.
        const found = new RegExp(`(?<![\\p{L}])${word}(?![\\p{L}])`, 'u').exec(text);
        if (
          !found ||
          (/^(?:May|March)$/.test(word) && !/(?:in|of|on|by|\d) $/.test(text.slice(0, found.index)))
        )
          continue;
        const other = random.pick(list.filter(each => each !== word && !said.includes(each.toLowerCase())));
        if (other !== undefined) changes.push(splice(text, found.index, word.length, other));
      }
    }
    for (const found of [...text.matchAll(day), ...text.matchAll(year)]) {
      const other =
        found[0].length > 2 ? 2000 + Math.floor(random.next() * 40) : 1 + Math.floor(random.next() * 28);
      if (String(other) !== found[0] && !said.includes(String(other))) {
        changes.push(splice(text, found.index, found[0].length, String(other)));
      }
    }
    return withText(claim, random.pick(changes) ?? null);
  },
};
