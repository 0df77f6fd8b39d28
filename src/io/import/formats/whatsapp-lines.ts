import { type DateOrder, unsureDateOrders } from '../../../app/chats-ports.ts';
import { UserError } from '../../../errors.ts';
import { toEpochMs, type WallTime } from '../times.ts';

/** The line with which a message of an export begins. */
export type Head = {
  readonly line: number;
  /** The three numbers of the date, as they are ordered in the file. */
  readonly date: readonly [string, string, string];
  readonly separator: string;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** A word beside the time, such as "PM" or "下午"; empty if there is none. */
  readonly period: string;
  readonly rest: string;
  /** The lines after it that belong to the same message. */
  readonly more: string[];
};

type ChatLines = {
  readonly heads: readonly Head[];
  readonly preamble: number;
};

/** Direction marks, which may surround each part of a date. */
const marks = '[\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]*';

/** "12/03/2026, 09:14 - ", "[12.03.26, 09:14:33] ", "2026-03-12 9:14 p. m. - ", "[2026/3/12 下午9:14:33] ". */
const head = new RegExp(
  [
    '^',
    '(\\[?)',
    '(\\d{1,4})',
    '([./-])\\s?',
    '(\\d{1,2})',
    '\\3\\s?',
    '(\\d{1,4})',
    '\\.?[,،、]?',
    '\\s(\\D{0,12}?)(\\d{1,2})[:.](\\d{2})(?:[:.](\\d{2}))?',
    '(?:\\s?([^\\d\\s\\]:–-][^\\d\\]:–-]{0,11}?))?',
    '(?:(\\])|\\s[-–])(?:\\s|$)',
  ].join(marks),
  'u',
);

const allMarks = new RegExp(marks, 'gu');
/** The zeros of digits that phones write in Arabic, Persian and Urdu, Hindi and Bengali; the others follow each. */
const zeros = ['\u0660', '\u06f0', '\u0966', '\u09e6'];
const otherDigit = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef]/gu;

/** Matches the head of a message, in digits of any script; what it matches is as long as it is in the line. */
function matchHead(line: string): RegExpExecArray | null {
  const plain = line.slice(0, 100).search(otherDigit) < 0 ? line : line.replace(otherDigit, toPlainDigit);
  const match = head.exec(plain);
  return match !== null && (match[1] === '[') === (match[11] === ']') ? match : null;
}

function toPlainDigit(digit: string): string {
  const zero = zeros.findLast(each => each <= digit) ?? digit;
  return String(digit.charCodeAt(0) - zero.charCodeAt(0));
}

export function beginsLikeWhatsApp(text: string): boolean {
  const lines = text.slice(0, 5_000).split(lineEnd, 20);
  const first = lines.find(line => line.trim() !== '') ?? '';
  return isHead(first) || lines.filter(isHead).length > 2;
}

function isHead(line: string): boolean {
  return matchHead(line) !== null;
}

const lineEnd = /\r\n|[\n\r]/;

/** Finds the lines with which messages begin. They look alike in one export, so a line of another look continues the message before. */
export function toChatLines(text: string): ChatLines {
  const lines = text.split(lineEnd);
  const matches = lines.map(matchHead);
  const looks = new Map<string, number>();
  for (const match of matches) if (match) looks.set(toLook(match), (looks.get(toLook(match)) ?? 0) + 1);
  const [usual] = [...looks].sort((a, b) => b[1] - a[1])[0] ?? [];
  const heads: Head[] = [];
  let preamble = 0;
  for (const [index, match] of matches.entries()) {
    const line = lines[index] ?? '';
    if (match && toLook(match) === usual) heads.push(toHead(match, line, index + 1));
    else if (heads.length > 0) heads.at(-1)?.more.push(line);
    else if (line.trim() !== '') preamble += 1;
  }
  return { heads, preamble };
}

function toLook([, bracket, , separator, , , , , , second]: RegExpExecArray): string {
  return `${bracket}${separator}${second === undefined ? '' : 's'}`;
}

function toHead(match: RegExpExecArray, source: string, line: number): Head {
  const [whole, , a = '', separator = '', b = '', c = '', before = '', hour, minute, second, after] = match;
  return {
    line,
    date: [a, b, c],
    separator,
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second ?? 0),
    period: (after ?? before).replace(allMarks, '').trim(),
    rest: source.slice(whole.length),
    more: [],
  };
}

/** A message may arrive late, but not by more than this: then the date was misread. */
const lateMs = 2 * 24 * 3_600_000;

/** An order must explain the dates this many times better than any other. */
const margin = 10;

/**
 * Finds the order of day, month and year that fits all dates: they exist, and hardly ever go back.
 * @throws UserError `dates_ambiguous` if several orders fit, `format_unknown` if none.
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

/** The orders that the form of the dates allows. Only dates with slashes are ever written month first. */
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
  const choices = unsureDateOrders.join(' or --date-order ');
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

/** Refuses times of 12 hours whose halves are not known. @throws UserError `format_unknown` */
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

// The words for the first and the second half of a day, without dots and spaces, in the languages whose phones may show
// 12 hours: English, Spanish, Japanese, Chinese, Korean, Greek, Hindi, Marathi, Bengali, Arabic, Persian and Urdu. Words
// that are used in both halves, such as those for "night", are missing.
const mornings = toWordPattern([
  'am|inthemorning|delamadrugada|delamañana|午前|朝|上午|凌晨|早上|清晨|오전|아침|πμ|πρωί',
  'पूर्वाह्न|सुबह|पहाट|सकाळ|ভোর|সকাল|ص|ليلاً|فجرًا|قظ|قبلازظهر|نیمهشب|بامداد|صبح',
]);
const afternoons = toWordPattern([
  'pm|noon|intheafternoon|intheevening|atnight|delmediodía|delatarde|delanoche|午後|正午|昼|夕方|夜|下午|中午|晚上',
  '오후|정오|저녁|μμ|μεσημ|απόγ|अपराह्न|दोपहर|शाम|मध्यान्ह|दुपार|संध्याकाळ|দুপুর|বিকাল|সন্ধ্যা|م|ظهرًا|بعدالظهر|مساءً',
  'بظ|بعدازظهر|ظهر|عصر|شب|دوپہر|سہپہر|شام',
]);

function toWordPattern(words: readonly string[]): RegExp {
  return new RegExp(`^(?:${words.join('|')})$`, 'iu');
}

/** Whether a word beside a time means the first or the second half of a day; null if it means neither. */
function toHalfOfDay(period: string): 'am' | 'pm' | null {
  const plain = period.replace(/[\s.\u200c]/g, '');
  if (mornings.test(plain)) return 'am';
  return afternoons.test(plain) ? 'pm' : null;
}
