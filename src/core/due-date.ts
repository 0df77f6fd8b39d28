import { DateTime } from 'luxon';
import { createZonedClock } from './time.ts';
import { languages } from './time-words.ts';

/** A day, and the instant where an hour was named; what is due before it is overdue from its beginning. */
export type DueDate = { readonly day: string; readonly at?: string; readonly isBefore?: true };

type Language = keyof typeof languages;

/** "3/4" is a day in March or in April. */
const slashed = /(?<!\d)(\d{1,2})\/(\d{1,2})(?!\d)/;

/** Particles such as "までに" change nothing. */
const hasMore = /[\p{Script=Latin}\p{N}]/u;

const before = /\b(?:before|ahead of|vor|avant|antes del?)\b|より前|の前/i;
const deadline =
  /\b(?:by|until|till|no later than|due|bis|spätestens|pour|d'ici|jusqu'à|au plus tard|para|hasta|a más tardar)(?=\s)|まで/i;
/** Something else than a deadline. */
const after =
  /(?<!\p{L})(?:(?<!day )after|since|not(?! later)|no (?:earlier|sooner)|from|starting|earliest|nach|seit|ab|nicht(?! später)|frühestens|depuis|desde|pas avant|no antes|après(?!-)|después|à partir|a partir)(?!\p{L})|以降|より後|の後|から/iu;
/** Days that are past or come again, and spans before a day. */
const noDeadline =
  /(?<!\p{L})(?:last|letzte[nrs]?|vergangene[nrs]?|derni(?:er|ère)|pasado(?! mañana)|every|each|weekly|jede[nrs]?|chaque|cada|(?:days?|weeks?|hours?|tage?|wochen?|stunden?|jours?|semaines?|heures?|días?|semanas?|horas?) (?:before|vor|avant|antes))(?!\p{L})|先週|毎週|毎日/iu;

/** Words before a day that name no part of it. */
const lead =
  /^(?:(?:by|on|until|till|before|due|no later than|the|coming|kommende[nrsm]?|bis|vor|am|spätestens|zum|dem|den|avant|pour|d'ici|jusqu'au?|au plus tard|le|du|au|antes|para|hasta|a más tardar|el|del|de|día)\s+)+/i;
const trail = /(?:までに?|より前に?|の前に?|に)$/;
const article = /\b(?:the|le|au|el|del|día)\s+$/i;

const dayOfMonth = /^(\d{1,2})(st|nd|rd|th|er|\.|日)?$/i;
const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.$/;
const dayAfterNext = /day after tomorrow|übermorgen|après-demain|pasado mañana|明後日|あさって/i;
const today =
  /^(?:today|tonight|this (?:morning|afternoon|evening)|eod|end of (?:the )?day|heute(?: (?:noch|abend|nachmittag|mittag|früh))?|aujourd'hui|ce (?:matin|midi|soir)|cet après-midi|fin de journée|hoy|esta (?:mañana|tarde|noche)|(?:今日|本日)中?|今夜|今晩|midnight|mitternacht|minuit|(?:la )?medianoche)$/i;

/** Parts of a day that is named before them, by the hours when they begin and end. */
const parts: readonly (readonly [part: RegExp, fromHour: number, toHour: number])[] = [
  [
    /(?<!\bthis)\s(?:in the )?morning\b|(?<=tag|woch)s?\s?(?:vormittag|morgen|früh)|\sfrüh\b|(?<!\bce)\smatin\b|\s(?:por|de|en) la mañana|(?<=[日曜])の?(?:朝|午前)(?!\d)/i,
    6,
    12,
  ],
  [
    /(?<!\bthis)\s(?:in the )?afternoon\b|(?<=tag|woch)\s?nachmittag|(?<!heute)\snachmittag|(?<!\bcet)\saprès-midi|\s(?:por|de|en) la tarde|(?<=[日曜])の?(?:午後|夕方)(?!\d)/i,
    12,
    18,
  ],
  [
    /(?<!\bthis)\s(?:in the )?(?:evening|night)\b|(?<=tag|woch)\s?(?:abend|nacht)|(?<!heute)\s(?:abend|nacht)\b|(?<!\bce)\ssoir\b|\s(?:por|de|en) la noche|(?<=[日曜])の?(?:夜|晩)/i,
    17,
    24,
  ],
  // "Friday midnight" is the end of Friday.
  [
    /(?:^|\s)(?:at |um |à |a (?:la )?)?(?:midnight|mitternacht|minuit|medianoche)(?:\s(?:on|am|del?|el)\b)?|(?<=[日曜])の?(?:真夜中|24時)/i,
    24,
    24,
  ],
];

const nextWeek =
  /\bnext week\b|\bnächste[rn]? woche\b|\bsemaine prochaine\b|\b(?:próxima semana|semana que viene)\b|来週/i;
/** The coming one, or the one of the next week. */
const next = /\bnext\b|\bnächste[rsn]?\b|\bprochain\b|próximo\b/i;
const thisWeek = /\bthis\b|\bdiese[rsn]?\b|\bce\b|\beste\b|今週/i;

/** "tomorrow" of "by tomorrow"; null for words without a name, such as "the 20th". */
export function toNamedDay(words: string): string | null {
  const core = words.trim().replace(lead, '').replace(trail, '');
  return /\p{Script=Latin}{3}|[^\d日]日|[曜明今来]/u.test(core) ? core : null;
}

/** Whether it is over: at its time, or at the end of its day in the zone. */
export function isOverdue({ day, at, isBefore }: DueDate, now: string, zone: string): boolean {
  if (at !== undefined) return at < now;
  const here = createZonedClock(zone).day(now);
  return isBefore ? day <= here : day < here;
}

/** Whether it is due on this day, or past that, but was not yet at an earlier instant. */
export function isNewlyDue(due: DueDate, earlier: string, now: string, zone: string): boolean {
  const toUrgency = (instant: string) =>
    isOverdue(due, instant, zone) ? 2 : Number(due.day <= createZonedClock(zone).day(instant));
  return toUrgency(now) > toUrgency(earlier);
}

/**
 * The day that "Friday", "by tomorrow noon" or "12 March" means for something said at an instant: it lies ahead.
 * Null if the words name no day, or could mean two. `language` is tried first.
 */
export function parseDueDate(words: string, saidAt: string, zone: string, language: string): DueDate | null {
  const here = DateTime.fromISO(saidAt, { zone });
  const plain = words.normalize('NFKC').replace(/’/g, "'").trim();
  const [, first, second] = slashed.exec(plain) ?? [];
  const isUnclear = first !== second && Number(first) <= 12 && Number(second) <= 12;
  if (!here.isValid || isUnclear || after.test(plain) || noDeadline.test(plain)) return null;
  const found = findDay(plain, here, language);
  // What is due before an evening is due on that day.
  const isBefore = before.test(plain) && !found?.isHourUnsure && !parts.some(([part]) => part.test(plain));
  if (found === null || found.at.startOf('day') < here.startOf('day')) return null;
  if (isBefore && !found.isTimed && found.at.hasSame(here, 'day')) return null;
  return {
    day: found.at.toISODate(),
    ...(found.isTimed && { at: found.at.toUTC().toISO() }),
    ...(isBefore && { isBefore: true }),
  };
}

type Found = {
  readonly at: DateTime<true>;
  readonly isTimed: boolean;
  /** An hour was named that may be one of the morning or of the afternoon. */
  readonly isHourUnsure?: boolean;
};

/** "At 5" is hardly in the morning, but nobody said so: these hours name a day only, as those of the afternoon do. */
const lastUnsureHour = 7;
/** Abbreviations as short as a word of another language. */
const longestShort = 2;

function findDay(words: string, here: DateTime<true>, language: string): Found | null {
  const [before = ''] = lead.exec(words) ?? [];
  const core = words.slice(before.length).replace(trail, '');
  if (today.test(core)) return { at: here, isTimed: false };
  const [twoDays] = dayAfterNext.exec(core) ?? [];
  if (twoDays) return twoDays === core ? { at: here.plus({ days: 2 }), isTimed: false } : null;
  const [, day, suffix] = dayOfMonth.exec(core) ?? [];
  if (day !== undefined)
    return suffix || article.test(before) ? toDated(here, { day: Number(day) }, { months: 1 }) : null;
  const [, date, month] = dotted.exec(core) ?? [];
  if (date !== undefined) return toDated(here, { day: Number(date), month: Number(month) }, { years: 1 });
  const names = Object.keys(languages) as Language[];
  const isOwn = (name: Language) => name === language.split('-')[0];
  for (const name of names.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)))) {
    const found = parseIn(name, words, here);
    if (found !== undefined) return found;
  }
  return null;
}

/** The day that is named without its month or year: today, or the next one. */
function toDated(
  here: DateTime<true>,
  date: { readonly day: number; readonly month?: number },
  step: { readonly months: 1 } | { readonly years: 1 },
): Found | null {
  const [now, then] = [here, here.startOf('month').plus(step)].map(each =>
    DateTime.fromObject({ year: each.year, month: each.month, ...date }, { zone: here.zone }),
  );
  const at = now?.isValid && now.startOf('day') >= here.startOf('day') ? now : then;
  return at?.isValid ? { at, isTimed: false } : null;
}

/** The start of the day, or the named hour; undefined for none, several or more words in this language; null for two meanings. */
function parseIn(language: Language, words: string, here: DateTime<true>): Found | null | undefined {
  const reference = { instant: here.toJSDate(), timezone: here.offset };
  const part = parts.find(([pattern]) => pattern.test(words));
  const bare = part ? words.replace(part[0], '') : words;
  const [result, ...others] = languages[language].parse(bare, reference, { forwardDate: true });
  if (!result || others.length > 0) return undefined;
  const { index, text } = result;
  // "12-14 March" is due on its last day.
  const start = result.end ?? result.start;
  const rest = bare.slice(index + text.length);
  // "Friday or so" names no Sunday, although German shortens it to "So".
  if (text.length <= longestShort && hasMore.test(bare.slice(0, index).replace(lead, ''))) return undefined;
  // "Friday week" and "Friday the 13th" are not the next Friday.
  if (hasMore.test(rest.replace(nextWeek, '').replace(/^ que viene\b/, ''))) return undefined;
  const isTimed = start.isCertain('hour');
  if (!isTimed && !start.isCertain('day') && !start.isCertain('weekday')) return undefined;
  // "Next week" may be any day of it: what is counted in weeks has an implied weekday.
  if (!isTimed && !start.isCertain('weekday') && start.get('weekday') !== null) return undefined;
  const hour = start.get('hour') ?? 0;
  const isHourUnsure =
    isTimed && !start.isCertain('meridiem') && hour >= 1 && hour <= lastUnsureHour && !/\b0\d/.test(text);
  const time = isTimed ? { hour: isHourUnsure ? hour + 12 : hour, minute: start.get('minute') ?? 0 } : {};
  const toFound = (at: DateTime<true>): Found => ({ at, isTimed: isTimed && !isHourUnsure, isHourUnsure });
  if (start.isCertain('weekday') && !start.isCertain('day')) {
    const weekday = start.get('weekday') || 7;
    const [, from, to] = part ?? [];
    const times = isTimed ? [time, time] : part ? [{ hour: from }, { hour: to }] : null;
    const at = findWeekday(words, weekday, here, times);
    return at && toFound(at.set(time));
  }
  if (isHourUnsure && !start.isCertain('day')) {
    const ofToday = here.set(time);
    return toFound(ofToday > here ? ofToday : ofToday.plus({ days: 1 }));
  }
  const at = DateTime.fromObject(
    {
      year: start.get('year') ?? here.year,
      month: start.get('month') ?? here.month,
      day: start.get('day') ?? here.day,
      ...time,
    },
    { zone: here.zone },
  );
  return at.isValid ? toFound(at) : undefined;
}

type TimeOfDay = { readonly hour?: number | undefined; readonly minute?: number };

/** The day of a weekday, 1..7 from Monday; null if it could mean two. `times`: when the named part of the day begins and ends. */
function findWeekday(
  words: string,
  weekday: number,
  here: DateTime<true>,
  times: readonly TimeOfDay[] | null,
): DateTime<true> | null {
  const day = here.startOf('day');
  const ahead = (weekday - here.weekday + 7) % 7;
  const ofNextWeek = day.startOf('week').plus({ days: 6 + weekday });
  if (nextWeek.test(words)) return ofNextWeek;
  if (next.test(words)) {
    const coming = day.plus({ days: ahead || 7 });
    return coming.hasSame(ofNextWeek, 'day') ? coming : null;
  }
  if (ahead > 0) return thisWeek.test(words) && weekday < here.weekday ? null : day.plus({ days: ahead });
  // Said on that weekday, it is today or in a week.
  const [from, to] = (times ?? []).map(({ hour = 0, minute = 0 }) => day.plus({ hour, minute }));
  if (from && from > here) return day;
  const isPast = to !== undefined && to <= here;
  return isPast || before.test(words) || deadline.test(words) ? day.plus({ days: 7 }) : null;
}
