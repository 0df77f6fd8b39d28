/** The line with which a message of an export begins. */
export type Head = {
  /** 1-based. */
  readonly line: number;
  /** The three numbers of the date, as they are ordered in the file. */
  readonly date: readonly [string, string, string];
  readonly separator: string;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** A word beside the time, such as "PM" or "下午"; empty if there is none. */
  readonly period: string;
  /** What follows date and time. */
  readonly rest: string;
  /** The lines after it that belong to the same message. */
  readonly more: string[];
};

type ChatLines = {
  readonly heads: readonly Head[];
  /** Lines before the first message that have text. */
  readonly preamble: number;
};

/** Marks of writing direction, which may stand beside each part of a date. */
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

/** Whether a text begins as WhatsApp exports do. */
export function beginsLikeWhatsApp(text: string): boolean {
  const lines = text.slice(0, 5_000).split(lineEnd, 20);
  const first = lines.find(line => line.trim() !== '') ?? '';
  return isHead(first) || lines.filter(isHead).length > 2;
}

function isHead(line: string): boolean {
  return matchHead(line) !== null;
}

const lineEnd = /\r\n|[\n\r]/;

/**
 * Finds the lines with which messages begin. They all look alike in one export, so a line of another look, such as a
 * message pasted from elsewhere, continues the message before it.
 */
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
