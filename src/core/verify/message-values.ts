import type { EvidenceMessage } from '../conversation/evidence.ts';
import { type DateMention, isSameDate, readLooseDates, toMentionedDays } from './dates.ts';
import type { ProofContext } from './proof.ts';
import { type Amount, readAmounts, readTimes, toAmount, type Value } from './read-values.ts';
import { containsNumberWords, normalizeNumberWords } from './units.ts';
import { indexOfWords } from './words.ts';

type MessageValues = ReturnType<typeof readMessage>;
const known = new WeakMap<ProofContext, Map<number, MessageValues>>();

function toMessageValues(message: EvidenceMessage, context: ProofContext): MessageValues {
  const read = known.get(context) ?? new Map<number, MessageValues>();
  known.set(context, read);
  const kept = read.get(message.position);
  if (kept) return kept;
  const made = readMessage(message, context);
  read.set(message.position, made);
  return made;
}

/** The rest of a longer message is not searched for values. */
const longestRead = 50_000;

/** The values of one message and of its titles and files; all but the text is read on first use. */
function readMessage(
  { text: own, time, thread, channel, attachments }: EvidenceMessage,
  { clock, languages }: ProofContext,
) {
  const beside = [thread?.title, channel?.title, ...attachments.map(({ name }) => name)];
  const whole = [own.slice(0, longestRead), ...beside].join('\n').normalize('NFKC');
  const text = toPlain(whole);
  const amounts = once(() => readAmounts(whole, languages));
  const runs = /\d+(?:[.,:/'-]\d+)*/g;
  return {
    text,
    squashed: once(() => squash(text)),
    spoken: once(() => normalizeNumberWords(text)),
    amounts,
    numbers: once(() => new Set(amounts().map(({ amount }) => amount))),
    digits: once(() => new Set(text.match(runs)?.flatMap(run => [run, ...run.split(/[:/'-]/)]))),
    minutes: once(() => new Set(readTimes(text).map(({ minutes }) => minutes))),
    day: clock.day(time),
    dates: once(() => readLooseDates(whole)),
  };
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

/** Only letters and digits: "T-Deck", "t deck" and "tdeck" are the same, and "CR: 8" is "CR8". */
function squash(text: string): string {
  return text.replace(/(?<=\p{L})\s?[:=]\s?(?=\d)|[\s_’'-]+/gu, '');
}

export function containsValue(message: EvidenceMessage, value: Value, context: ProofContext): boolean {
  const given = toMessageValues(message, context);
  if (value.kind === 'literal') return holdsLiteral(toPlain(value.written), given);
  if (value.kind === 'time') return given.minutes().has(value.minutes);
  if (value.kind === 'number') return holdsNumber(value, given, context.languages);
  const bare = toPlain(value.written).replace(/\.$/, '');
  return standsIn(given.text, bare) || holdsDate(value.date, given);
}

/** Whether a value is a message's number of reactions, minute, year, or day, unless the text names another day. */
export function isInMetadata(message: EvidenceMessage, value: Value, context: ProofContext): boolean {
  const { day, dates } = toMessageValues(message, context);
  if (value.kind === 'date') return dates().length === 0 && isOnDayOf(message, value, context);
  if (value.kind === 'number')
    return (
      value.amount === Number(day.slice(0, 4)) ||
      message.reactions.some(({ count }) => count === value.amount)
    );
  if (value.kind === 'time')
    return readTimes(context.clock.minute(message.time)).some(({ minutes }) => minutes === value.minutes);
  return false;
}

/** Whether a date is the day, or the month, in which a message was written. */
export function isOnDayOf(message: EvidenceMessage, value: Value, context: ProofContext): boolean {
  if (value.kind !== 'date') return false;
  const { day } = toMessageValues(message, context);
  const { date } = value;
  return isMonthOnly(date)
    ? Number(day.slice(5, 7)) === date.month
    : toMentionedDays(date, day).includes(day);
}

/** Whether a message that names no time of day has the number of an hour: "around 17" for "17:00", "at 5" for "5 pm". */
export function holdsBareHour(message: EvidenceMessage, value: Value, context: ProofContext): boolean {
  if (value.kind !== 'time' || value.minutes % 60 !== 0) return false;
  const { minutes, digits } = toMessageValues(message, context);
  const hour = value.minutes / 60;
  return minutes().size === 0 && [hour, hour - 12].some(each => digits().has(String(each)));
}

function isMonthOnly(date: DateMention): boolean {
  return date.day === undefined && date.month !== undefined;
}

const scheme = /^https?:\/\/(?:www\.)?/;

function holdsLiteral(written: string, { text, squashed }: MessageValues): boolean {
  if (scheme.test(written)) return holdsAddress(text, written.replace(scheme, '').replace(/\/+$/, ''));
  // A version has the same value with and without "v".
  const forms = [written, ...(/^v\d/.test(written) ? [written.slice(1)] : [])];
  if (forms.some(form => standsIn(text, form))) return true;
  const bare = /^[\p{L}\p{N}\s_’'-]{2,}$/u.test(written) ? forms.map(squash) : [];
  return bare.some(form =>
    new RegExp(`(?<!\\d[.,]?(?=\\d))${RegExp.escape(form)}(?!(?<=\\d)[.,]?\\d)`).test(squashed()),
  );
}

/** The same host and path, or the start of a longer path. */
function holdsAddress(text: string, address: string): boolean {
  for (let at = text.indexOf(address); at >= 0; at = text.indexOf(address, at + 1)) {
    const isWholeHost = /(?:^|\/\/|\/\/www\.|[^\p{L}\p{N}.@/-])$/u.test(text.slice(Math.max(0, at - 8), at));
    const after = text.slice(at + address.length, at + address.length + 2);
    if (isWholeHost && !/^(?:[\p{L}\p{N}_%-]|\.[\p{L}\p{N}])/u.test(after)) return true;
  }
  return false;
}

/** Whether a text contains words that are not part of a longer word or number. */
function standsIn(text: string, words: string): boolean {
  for (let at = indexOfWords(text, words); at >= 0; at = indexOfWords(text, words, at + 1)) {
    const goesOn = /\d$/.test(words) && /^[.,]\d/.test(text.slice(at + words.length));
    const comesFrom = /^\d/.test(words) && /\d[.,]$/.test(text.slice(Math.max(0, at - 2), at));
    if (!goesOn && !comesFrom) return true;
  }
  return false;
}

function holdsNumber(
  { written, amount, unit }: Extract<Value, { kind: 'number' }>,
  { text, spoken, amounts, numbers, digits }: MessageValues,
  languages: readonly string[],
): boolean {
  const size = (each: Pick<Amount, 'amount' | 'unit'>) => each.amount * (each.unit?.factor ?? 1);
  const same = amounts().filter(each => each.amount === amount);
  if (unit !== null) {
    const isMeasured = (each: Amount) => each.unit?.measure === unit.measure;
    if (amounts().some(each => isMeasured(each) && isClose(size(each), size({ amount, unit })))) return true;
    // "4 minutes" does not support "4 hours", nor "5 km" "5 kg".
    if (same.length > 0 && same.every(each => each.unit !== null)) return false;
  }
  const raw = /\d[\d.,']*/.exec(written)?.[0] ?? '';
  if (numbers().has(amount)) return true;
  // A 5 does not support "5 million", but "5mil" does.
  const isScaled = toAmount(raw) !== amount;
  if (isScaled ? new RegExp(`(?<![\\d.,])${RegExp.escape(raw)}\\p{L}`, 'u').test(text) : digits().has(raw))
    return true;
  return containsNumberWords(amount, languages, words => standsIn(spoken(), words));
}

function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));
}

function holdsDate(date: DateMention, { day, dates, numbers }: MessageValues): boolean {
  if (dates().some(each => isSameDate(date, day, each, day))) return true;
  // "In January 14 of 350 came back" contains a month and a number.
  const isMonth = (each: DateMention) => isMonthOnly(each) && each.month === date.month;
  return date.day !== undefined && numbers().has(date.day) && dates().some(isMonth);
}

export function toNumbers(messages: readonly EvidenceMessage[], context: ProofContext): readonly number[] {
  return [...new Set(messages.flatMap(message => [...toMessageValues(message, context).numbers()]))];
}
