import type { EvidenceMessage } from '../../conversation/evidence.ts';
import type { ProofContext } from '../context.ts';
import { type DateMention, isSameDate, parseDays, readDates, toDays } from './dates.ts';
import { isSpoken, toSpoken } from './number-words.ts';
import { type Amount, readAmounts, readTimes, type Value } from './read-values.ts';

/** What one message gives, with the titles and files beside it; all but the text is read when first asked for. */
type MessageValues = {
  readonly text: string;
  readonly squashed: () => string;
  /** For numbers in words. */
  readonly spoken: () => string;
  readonly amounts: () => readonly Amount[];
  readonly numbers: () => ReadonlySet<number>;
  readonly digits: () => ReadonlySet<string>;
  readonly minutes: () => ReadonlySet<number>;
  readonly day: string;
  readonly dates: () => readonly DateMention[];
  /** Days in any other wording. */
  readonly days: () => readonly string[];
};

const known = new WeakMap<ProofContext, Map<number, MessageValues>>();

function toMessageValues(message: EvidenceMessage, context: ProofContext): MessageValues {
  const read = known.get(context) ?? new Map<number, MessageValues>();
  known.set(context, read);
  const kept = read.get(message.position);
  if (kept) return kept;
  const { clock, languages } = context;
  const beside = [
    message.thread?.title,
    message.channel?.title,
    ...message.attachments.map(({ name }) => name),
  ];
  const whole = [message.text, ...beside].join('\n');
  const text = toPlain(whole);
  const day = clock.day(message.time);
  const amounts = once(() => readAmounts(whole, languages));
  const made: MessageValues = {
    text,
    squashed: once(() => squash(text)),
    spoken: once(() => toSpoken(text)),
    amounts,
    numbers: once(() => new Set(amounts().map(({ amount }) => amount))),
    digits: once(
      () => new Set(text.match(/\d+(?:[.,:/'-]\d+)*/g)?.flatMap(run => [run, ...run.split(/[:/'-]/)])),
    ),
    minutes: once(() => new Set(readTimes(text).map(({ minutes }) => minutes))),
    day,
    dates: once(() => readDates(whole)),
    days: once(() => parseDays(message.text, day, languages)),
  };
  read.set(message.position, made);
  return made;
}

function once<Value>(work: () => Value): () => Value {
  let done: { readonly value: Value } | undefined;
  return () => {
    done ??= { value: work() };
    return done.value;
  };
}

function toPlain(text: string): string {
  return text.toLowerCase().replace(/’/g, "'");
}

/** Letters and digits alone: "T-Deck", "t deck" and "tdeck" are one. */
function squash(text: string): string {
  return text.replace(/[\s_’'-]+/gu, '');
}

/** Whether a message says a value. */
export function holdsValue(message: EvidenceMessage, value: Value, context: ProofContext): boolean {
  const given = toMessageValues(message, context);
  if (value.kind === 'literal') return holdsLiteral(toPlain(value.written), given);
  if (value.kind === 'time') return given.minutes().has(value.minutes);
  if (value.kind === 'number') return holdsNumber(value, given, context.languages);
  return standsIn(given.text, toPlain(value.written).replace(/\.$/, '')) || holdsDate(value.date, given);
}

/**
 * Whether a value is known of a message beside its words: how many reacted, its minute and year, and the day on which it
 * was sent, which answers "when" only if the message names no other.
 */
export function isOfMessage(message: EvidenceMessage, value: Value, context: ProofContext): boolean {
  const { day, dates, days } = toMessageValues(message, context);
  if (value.kind === 'number')
    return (
      value.amount === Number(day.slice(0, 4)) ||
      message.reactions.some(({ count }) => count === value.amount)
    );
  if (value.kind === 'time')
    return readTimes(context.clock.minute(message.time)).some(({ minutes }) => minutes === value.minutes);
  if (value.kind !== 'date' || dates().length > 0 || days().length > 0) return false;
  const { date } = value;
  return isMonthOnly(date) ? Number(day.slice(5, 7)) === date.month : toDays(date, day).includes(day);
}

function isMonthOnly(date: DateMention): boolean {
  return date.day === undefined && date.month !== undefined;
}

const addressEnd = /^https?:\/\/(?:www\.)?|\/+$/g;

function holdsLiteral(written: string, { text, squashed }: MessageValues): boolean {
  const bare = written.replace(addressEnd, '');
  if (standsIn(text, bare)) return true;
  // A version is one with and without its letter.
  if (/^v\d/.test(bare) && standsIn(text, bare.slice(1))) return true;
  return /^[\p{L}\p{N}\s_’'-]{2,}$/u.test(bare) && standsIn(squashed(), squash(bare), /\d/);
}

/** Whether words stand in a text, not as a part of a longer number or, unless told otherwise, of a longer word. */
function standsIn(text: string, words: string, inside = /[\p{L}\p{N}]/u): boolean {
  if (words === '') return false;
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const [before, after] = [
      text.slice(Math.max(0, at - 2), at),
      text.slice(at + words.length, at + words.length + 2),
    ];
    const isCut = (own: string | undefined, other: string) => inside.test(other) && inside.test(own ?? '');
    const goesOn = /^[.,]\d/.test(after) && /\d$/.test(words);
    const comesFrom = /\d[.,]$/.test(before) && /^\d/.test(words);
    if (
      !goesOn &&
      !comesFrom &&
      !isCut(words[0], before.at(-1) ?? '') &&
      !isCut(words.at(-1), after[0] ?? '')
    )
      return true;
  }
  return false;
}

function holdsNumber(
  { written, amount, unit }: Extract<Value, { kind: 'number' }>,
  { spoken, amounts, numbers, digits }: MessageValues,
  languages: readonly string[],
): boolean {
  const size = (each: Pick<Amount, 'amount' | 'unit'>) => each.amount * (each.unit?.factor ?? 1);
  const same = amounts().filter(each => each.amount === amount);
  if (unit !== null) {
    const isMeasured = (each: Amount) => each.unit?.measure === unit.measure;
    if (amounts().some(each => isMeasured(each) && size(each) === size({ amount, unit }))) return true;
    // "4 hours" is not given by "4 minutes".
    if (same.length > 0 && same.every(isMeasured)) return false;
  }
  const raw = /\d[\d.,’']*/.exec(written)?.[0] ?? '';
  if (numbers().has(amount) || digits().has(raw)) return true;
  return isSpoken(amount, languages, words => standsIn(spoken(), words));
}

function holdsDate(date: DateMention, { day, dates, days, numbers }: MessageValues): boolean {
  if (dates().some(each => isSameDate(date, day, each, day))) return true;
  // "In January 14 of 350 came back" names a month and a number.
  if (date.day !== undefined && numbers().has(date.day) && dates().some(each => each.month === date.month))
    return true;
  const wanted = toDays(date, day);
  return days().some(each =>
    isMonthOnly(date) ? Number(each.slice(5, 7)) === date.month : wanted.includes(each),
  );
}

/** The numbers that messages give. */
export function toNumbers(messages: readonly EvidenceMessage[], context: ProofContext): readonly number[] {
  return [...new Set(messages.flatMap(message => [...toMessageValues(message, context).numbers()]))];
}
