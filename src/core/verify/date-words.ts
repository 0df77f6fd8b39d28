import type { EvidenceMessage } from '../conversation/evidence.ts';
import type { CheckContext } from './check.ts';
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
    if (texts.includes(lower) || isAbbreviated(lower, texts)) continue;
    if (!standsAsDate(prose, word, cited, context)) return word;
  }
  return null;
}

function isAbbreviated(word: string, texts: string): boolean {
  return (
    !word.includes(' ') &&
    new RegExp(`(?<!\\p{L})${word.slice(0, 3)}[.\\p{Ll}]{0,2}(?!\\p{L})`, 'u').test(texts)
  );
}
