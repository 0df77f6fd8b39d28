import type { Random } from '../random.ts';
import { type Mutation, splice, toCitedTexts, withText } from './mutation.ts';

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

/** A figure gets another digit; figures that belong to a date are left to `date`. */
export const number: Mutation = {
  name: 'number',
  mutate: (claim, _, random) => {
    const { text } = claim.draft;
    const dates = new Set([...text.matchAll(day), ...text.matchAll(year)].map(({ index }) => index));
    const place = random.pick([...text.matchAll(digits)].filter(({ index }) => !dates.has(index)));
    if (!place) return null;
    const cited = toCitedTexts(claim).join(' ');
    for (let tries = 0; tries < 20; tries++) {
      const changed = changeDigits(place[0], random);
      if (cited.includes(changed.replace(/[€$]/, ''))) continue;
      return withText(claim, splice(text, place.index, place[0].length, changed));
    }
    return null;
  },
};

const small = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const large = [
  'eleven',
  'twelve',
  'fifteen',
  'twenty',
  'twenty-five',
  'thirty',
  'forty',
  'fifty',
  'sixty',
  'eighty',
  'ninety',
];
const scales = ['hundred', 'thousand', 'million'];

function swapWord(kind: string, list: readonly string[], before: string): Mutation {
  const words = new RegExp(`(?<![\\p{L}-])(?:${[...list].reverse().join('|')})(?=${before})`, 'giu');
  return {
    name: kind,
    mutate: (claim, _, random) => {
      const { text } = claim.draft;
      const place = random.pick([...text.matchAll(words)]);
      if (!place) return null;
      const cited = toCitedTexts(claim).join(' ').toLowerCase();
      const other = random.pick(
        list.filter(each => each !== place[0].toLowerCase() && !cited.includes(each)),
      );
      return other === undefined ? null : withText(claim, splice(text, place.index, place[0].length, other));
    },
  };
}

/** "twenty five euros" becomes "forty euros". */
export const numberWord = swapWord('number word, 11 and more', [...large, ...scales], '(?![\\p{L}])');

/** "three buttons" becomes "five buttons"; writers also count what nobody counted aloud ("three reasons"). */
export const countWord = swapWord(
  'count word, up to 10',
  small,
  ' (?!of|another|by|day\\b|thing|way|could|can|was|is|or|and|to)\\p{Ll}{3,}s(?![\\p{L}])',
);

/** A day, weekday, month or year becomes another. */
export const date: Mutation = {
  name: 'date',
  mutate: (claim, _, random) => {
    const { text } = claim.draft;
    const cited = toCitedTexts(claim).join(' ').toLowerCase();
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
        const other = random.pick(list.filter(each => each !== word && !cited.includes(each.toLowerCase())));
        if (other !== undefined) changes.push(splice(text, found.index, word.length, other));
      }
    }
    for (const found of [...text.matchAll(day), ...text.matchAll(year)]) {
      const other =
        found[0].length > 2 ? 2000 + Math.floor(random.next() * 40) : 1 + Math.floor(random.next() * 28);
      if (String(other) !== found[0] && !cited.includes(String(other))) {
        changes.push(splice(text, found.index, found[0].length, String(other)));
      }
    }
    return withText(claim, random.pick(changes) ?? null);
  },
};
