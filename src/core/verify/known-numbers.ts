import type { EvidenceMessage } from '../conversation/evidence.ts';
import type { CheckContext } from './check.ts';
import { type Quantity, toWordQuantities } from './number-words.ts';

/** What digits of a text belong together: figures, dates, times, versions. */
export const figure = /\d(?:[\d.,:/’'-]*\d)?/gu;
const scales: Readonly<Record<string, number>> = {
  k: 1e3,
  m: 1e6,
  ...{ hundred: 100, thousand: 1e3, million: 1e6, millions: 1e6, mln: 1e6, billion: 1e9, bn: 1e9 },
  ...{
    hundert: 100,
    tausend: 1e3,
    tsd: 1e3,
    mio: 1e6,
    millionen: 1e6,
    mrd: 1e9,
    milliarde: 1e9,
    milliarden: 1e9,
  },
  ...{ mil: 1e3, millón: 1e6, millones: 1e6, mille: 1e3, milliard: 1e9, milliards: 1e9 },
};
const scaled = new RegExp(
  `(?<![\\d.,])(\\d+(?:[.,]\\d+)?) ?(${Object.keys(scales).join('|')})(?![\\p{L}\\p{N}])`,
  'giu',
);
/** "k" and "m" are also other things. */
const longestLetter = 1;
const clockTime =
  /(?<![\d.,:])([01]?\d|2[0-3])(?:[:.h]([0-5]\d))?\s?(am|pm|a\.m\.|p\.m\.|uhr|h)(?![\p{L}\p{N}])|(?<![\d.,:])([01]?\d|2[0-3]):([0-5]\d)(?![\d:])/giu;

/** The numbers that messages name, in digits and in letters, with what is known of them: when they were sent, how many reacted. */
export type KnownNumbers = {
  readonly has: (written: string) => boolean;
  readonly hasValue: (value: number) => boolean;
  /** Minutes of the day. */
  readonly hasTime: (minutes: number) => boolean;
  readonly quantities: readonly (readonly [EvidenceMessage, readonly Quantity[]])[];
};

/** The numbers of one message: how they are written, its times of day in minutes, and what it says in letters. */
export type MessageNumbers = {
  readonly written: ReadonlySet<string>;
  readonly times: ReadonlySet<number>;
  readonly inWords: readonly Quantity[];
};

/** Of a message's own date only the whole day, the year and the minute count. Each message is read once. */
function readNumbers(
  message: EvidenceMessage,
  { clock, languages, numbers }: Pick<CheckContext, 'clock' | 'languages' | 'numbers'>,
): MessageNumbers {
  const read = numbers.get(message.position);
  if (read) return read;
  const written = new Set<string>();
  const times = new Set<number>();
  const inWords = toWordQuantities(message.text, languages);
  for (const each of message.text.match(figure) ?? []) addForms(each, written);
  for (const { value } of inWords) written.add(String(value));
  for (const value of toScaled(message.text)) written.add(String(value));
  for (const { minutes } of toTimes(message.text)) times.add(minutes);
  const [day, minute] = [clock.day(message.time), clock.minute(message.time)];
  for (const part of [day, day.slice(0, 4), minute, minute.replace(/^0/, '')]) written.add(part);
  for (const { minutes } of toTimes(minute)) times.add(minutes);
  for (const { count } of message.reactions) written.add(String(count));
  const made = { written, times, inWords };
  numbers.set(message.position, made);
  return made;
}

/** The numbers of the cited messages. */
export function toKnownNumbers(
  cited: readonly EvidenceMessage[],
  context: Pick<CheckContext, 'clock' | 'languages' | 'numbers'>,
): KnownNumbers {
  const all = cited.map(message => [message, readNumbers(message, context)] as const);
  const isWritten = (form: string) => all.some(([, { written }]) => written.has(form));
  return {
    has: written => {
      const forms = new Set<string>();
      addForms(written, forms, false);
      return [...forms].some(isWritten);
    },
    hasValue: value => isWritten(String(value)),
    hasTime: minutes => all.some(([, { times }]) => times.has(minutes)),
    quantities: all.map(([message, { inWords }]) => [message, inWords] as const),
  };
}

/** What the figure at the beginning of a text stands for with the word behind it; null where that is no such word. */
export function toStoodFor(text: string): { readonly value: number; readonly isPlain: boolean } | null {
  const [value] = toScaled(text);
  const word = /^[\d.,]+ ?(\p{L}+)/u.exec(text)?.[1] ?? '';
  return value === undefined ? null : { value, isPlain: word.length > longestLetter };
}

/** "12k", "1.5M" and "5 mln" as what they stand for. */
export function toScaled(text: string): readonly number[] {
  return [...text.matchAll(scaled)].map(
    ([, digits = '', scale = '']) =>
      Math.round(Number(digits.replace(',', '.')) * (scales[scale.toLowerCase()] ?? 1) * 100) / 100,
  );
}

/** Times of day as minutes, however they are written: "6 pm", "18:00", "18 Uhr". */
export function toTimes(
  text: string,
): readonly { readonly minutes: number; readonly start: number; readonly end: number }[] {
  return [...text.matchAll(clockTime)].map(match => {
    const hour = Number(match[1] ?? match[4] ?? 0);
    const half = match[3]?.toLowerCase() ?? '';
    const shifted = /^p/.test(half) && hour < 12 ? hour + 12 : /^a/.test(half) && hour === 12 ? 0 : hour;
    // "6:30 pm" is found as a whole only where the half follows at once; "18:00" has none.
    const late = match[4] !== undefined && /^\s?p\.?m/i.test(text.slice(match.index + match[0].length));
    return {
      minutes: (late && hour < 12 ? hour + 12 : shifted) * 60 + Number(match[2] ?? match[5] ?? 0),
      start: match.index,
      end: match.index + match[0].length,
    };
  });
}

const composed = /[:/–-]|^\d{1,2}\.\d{1,2}\.(?:\d{2,4})?$/;

/** "1,000", "1 000" and "1000" are one number; of a date, time or range in a message its parts count too. */
function addForms(written: string, forms: Set<string>, parts = true): void {
  forms.add(written);
  forms.add(trimZeros(written.replace(/[.,’'](?=\d{3}(?!\d))/gu, '').replace(',', '.')));
  if (parts && composed.test(written)) {
    for (const part of written.split(/[:/–-]/)) {
      if (part !== '') addForms(part, forms, false);
    }
    if (/^\d{1,2}\./.test(written))
      for (const part of written.split('.')) if (part !== '') forms.add(trimZeros(part));
  }
}

function trimZeros(digits: string): string {
  return /^\d+(?:\.\d+)?$/.test(digits) ? String(Number(digits)) : digits;
}
