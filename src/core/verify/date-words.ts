import type { EvidenceMessage } from '../conversation/evidence.ts';
import type { CheckContext } from './check.ts';
import { toTellingTerms } from './coverage.ts';
import { standsAsDate } from './dates.ts';

const relative: Readonly<Record<string, string>> = {
  en: 'today|tomorrow|yesterday|tonight|next (?:week|month|year|quarter)|last (?:week|month|year|quarter)',
  de: 'heute|morgen|übermorgen|gestern|(?:nächsten?|letzten?|kommenden?) (?:woche|monat|jahr)',
  es: 'hoy|mañana|ayer|(?:la|el) (?:próxim[oa]|pasad[oa]) (?:semana|mes|año)',
  fr: "aujourd'hui|demain|hier|(?:la semaine|le mois|l'année) (?:prochaine?|dernière?)",
  it: 'oggi|domani|ieri',
  pt: 'hoje|amanhã|ontem',
};

const known = new Map<string, RegExp>();

/** The words of a language that name a day, a month or a date counted from today; null where none are known. */
function toDateWords(languages: readonly string[]): RegExp {
  const tags = [...new Set([...languages.map(tag => tag.split('-')[0] ?? tag), 'en'])].sort();
  const key = tags.join(' ');
  const kept = known.get(key);
  if (kept) return kept;
  const words = tags.flatMap(tag => {
    const month = new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' });
    const weekday = new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' });
    return [
      ...Array.from({ length: 12 }, (_, at) => month.format(Date.UTC(2026, at, 15))),
      ...Array.from({ length: 7 }, (_, at) => weekday.format(Date.UTC(2026, 2, 9 + at))),
      ...(relative[tag]?.split('|') ?? []),
    ];
  });
  const spaced = words.filter(word => !/[\p{sc=Han}\d]/u.test(word));
  const made = new RegExp(`(?<![\\p{L}\\p{N}])(?:${spaced.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
  known.set(key, made);
  return made;
}

/** "May" and "March" are a month only beside a day or behind a word that dates; "morgen" is also a morning. */
const dating =
  /(?:\b(?:in|of|on|by|until|till|since|from|before|after|during|early|late|mid|end of|this|last|next|im|am|bis|seit|ab|ende|anfang|en|de|hasta|desde|antes de|à|du|le|au|jusqu'au)|\d(?:st|nd|rd|th|\.)?(?: de| of)?)\s$/iu;

const deadline =
  /(?<!\p{L})(?:by|before|until|till|due(?: on)?|bis|vor|antes del?|hasta(?: el)?|avant|d['’]ici|jusqu['’]à|entro|prima di|até)\s$/iu;

/** A day, month or relative date of a claim that its cited messages neither write nor mean. */
export function findForeignDate(
  prose: string,
  cited: readonly EvidenceMessage[],
  context: CheckContext,
): string | null {
  const texts = cited.map(({ text }) => text.toLowerCase()).join('\n');
  for (const match of prose.matchAll(toDateWords(context.languages))) {
    const [word] = match;
    const lower = word.toLowerCase();
    if (/^(?:may|march|mars|mai|mayo|morgen)$/.test(lower)) {
      const isDated =
        dating.test(prose.slice(0, match.index)) ||
        /^ \d{1,2}(?!\d)/.test(prose.slice(match.index + word.length));
      if (!isDated || (lower === 'may' && !/^M/.test(word))) continue;
    }
    if (texts.includes(lower) || isAbbreviated(lower, texts)) {
      const part = partOfDay.exec(prose.slice(match.index + word.length))?.[1];
      if (part !== undefined && isOtherPart(lower, part.toLowerCase(), texts)) return `${word} ${part}`;
      if (isBorrowed(lower, prose, cited, context)) return word;
      continue;
    }
    // What is due on a day is not due on the day when somebody says so, unless they say that.
    const isDeadline = deadline.test(prose.slice(0, match.index));
    if (!standsAsDate(prose, word, cited, context, !isDeadline)) return word;
  }
  return null;
}

const partsOfDay =
  'morning|afternoon|evening|night|früh|vormittag|mittag|nachmittag|abend|nacht|mañana|tarde|noche|matin|après-midi|soir|nuit';
const partOfDay = new RegExp(`^ (?:(?:in the|am|por la) )?(${partsOfDay})(?![\\p{L}])`, 'iu');

/** Messages that name the day with a part of it name another part. */
function isOtherPart(day: string, part: string, texts: string): boolean {
  const named = texts
    .split(day)
    .slice(1)
    .flatMap(rest => partOfDay.exec(rest)?.[1] ?? []);
  return named.length > 0 && !named.includes(part);
}

/** The message that holds most of the claim names a day of its own, and this one stands only where something else is said. */
function isBorrowed(
  word: string,
  prose: string,
  cited: readonly EvidenceMessage[],
  context: CheckContext,
): boolean {
  const { terms, replies } = context;
  const pattern = toDateWords(context.languages);
  const isDate = (term: string) =>
    prose
      .toLowerCase()
      .match(pattern)
      ?.some(each => terms.read(each).includes(term));
  const telling = toTellingTerms(prose, context).filter(term => !isDate(term));
  const share = ({ position }: EvidenceMessage) =>
    telling.filter(term => terms.termsAt(position).has(term)).length;
  const closest = cited.reduce<EvidenceMessage | null>((a, b) => (a && share(a) >= share(b) ? a : b), null);
  if (!closest || share(closest) < 2) return false;
  const own = closest.text.toLowerCase();
  if (own.includes(word) || isAbbreviated(word, own) || !own.match(pattern)) return false;
  const givers = cited.filter(({ text }) => {
    const lower = text.toLowerCase();
    return lower.includes(word) || isAbbreviated(word, lower);
  });
  const answers = (a: EvidenceMessage, b: EvidenceMessage) => replies.get(a.position) === b.position;
  return givers.every(each => share(each) === 0 && !answers(each, closest) && !answers(closest, each));
}

function isAbbreviated(word: string, texts: string): boolean {
  return (
    !word.includes(' ') &&
    new RegExp(`(?<!\\p{L})${word.slice(0, 3)}[.\\p{Ll}]{0,2}(?!\\p{L})`, 'u').test(texts)
  );
}
