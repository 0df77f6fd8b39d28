import { toCardinal as toGerman } from 'n2words/de-DE';
import { toCardinal as toEnglish } from 'n2words/en-US';
import { toCardinal as toSpanish } from 'n2words/es-ES';
import { toCardinal as toFrench } from 'n2words/fr-FR';
import { toCardinal as toJapanese } from 'n2words/ja-JP';

/** In ascending order, which decides what "m" is short for. */
const units = ['minute', 'hour', 'day', 'week', 'month', 'year'] as const;
const periods = ['day', 'week', 'month', 'year'] as const;

type TimeUnit = (typeof units)[number];

/** A duration before now, or a whole period: the current one or an earlier one. */
type RelativeTime =
  | {
      readonly kind: 'length';
      readonly parts: readonly { readonly unit: TimeUnit; readonly amount: number }[];
    }
  | { readonly kind: 'period'; readonly unit: (typeof periods)[number]; readonly back: number };

const writers = { en: toEnglish, de: toGerman, fr: toFrench, es: toSpanish, ja: toJapanese } as const;

/** English abbreviations that `Intl` does not write. */
const shortUnits: Readonly<Record<string, TimeUnit>> = {
  m: 'minute',
  min: 'minute',
  mins: 'minute',
  h: 'hour',
  hrs: 'hour',
  d: 'day',
  w: 'week',
  mo: 'month',
  mos: 'month',
};
/** Articles that mean one; `Intl` and n2words write digits and "uno". */
const ones = ['a', 'an', 'ein', 'eine', 'einem', 'einen', 'einer', 'un', 'une', 'una'];
const largestWord = 60;

type Grammar = {
  readonly units: ReadonlyMap<string, TimeUnit>;
  readonly numbers: ReadonlyMap<string, number>;
  /** Matches a whole duration; `part` finds its parts. */
  readonly length: RegExp;
  readonly part: RegExp;
};

let grammars: readonly Grammar[] | undefined;
let namedPeriods: ReadonlyMap<string, RelativeTime> | undefined;

/**
 * Parses a duration ("2h 30m", "two hours ago", "vor drei Tagen", "hace 2 horas", "2時間前") or a period ("last week",
 * "vorgestern", "la semana pasada") in English, German, French, Spanish or Japanese, with the words that `Intl` uses.
 * Null for anything else.
 */
export function parseRelativeTime(words: string): RelativeTime | null {
  const plain = toPlain(words);
  namedPeriods ??= listPeriods();
  const period = namedPeriods.get(plain);
  if (period) return period;
  grammars ??= Object.keys(writers).map(tag => createGrammar(tag as keyof typeof writers));
  for (const grammar of grammars) {
    const parts = parseLength(plain, grammar);
    if (parts !== null) return { kind: 'length', parts };
  }
  return null;
}

function parseLength(plain: string, { units: names, numbers, length, part }: Grammar) {
  const body = length.exec(plain)?.groups?.['body'];
  if (body === undefined) return null;
  const parts = [...body.matchAll(part)].map(({ groups }) => {
    const { number = '', unit = '' } = groups ?? {};
    return { unit: names.get(unit) ?? 'minute', amount: numbers.get(number) ?? Number(number) };
  });
  // "2h 30m", but not "2h 2h".
  return new Set(parts.map(({ unit }) => unit)).size === parts.length ? parts : null;
}

function createGrammar(tag: keyof typeof writers): Grammar {
  const names = new Map<string, TimeUnit>(Object.entries(tag === 'en' ? shortUnits : {}));
  const before = new Set<string>();
  const after = new Set<string>();
  const relative = new Intl.RelativeTimeFormat(tag);
  for (const unit of units) {
    const add = (name: string) => names.has(name) || names.set(name, unit);
    for (const amount of [1, 2]) {
      const written = (['long', 'short'] as const).map(unitDisplay =>
        toUnitName(tag, unit, amount, unitDisplay),
      );
      for (const name of written) add(name);
      // "vor 2 Tagen", "2 hours ago": the text around the number, without the unit.
      const [start = '', end = ''] = relative.format(-amount, unit).split(String(amount)).map(toPlain);
      before.add(start);
      const [stem = ''] = written;
      if (end.startsWith(`${stem} `) || tag === 'ja') after.add(end.slice(stem.length).trim());
      else add(end);
    }
  }
  const numbers = new Map(ones.map(one => [one, 1]));
  for (let value = 1; value <= largestWord; value++) numbers.set(toPlain(writers[tag](value)), value);
  const [, and] = new Intl.ListFormat(tag).formatToParts(['1', '2']);
  const join = toPlain(and?.value ?? '');
  const number = `\\d{1,5}|${toAlternatives(numbers.keys())}`;
  // In Latin script a number word is followed by a space; digits and kanji may touch their unit.
  const one = (name: (label: string) => string) =>
    `(?${name('number')}${number})(?:(?<=[\\d\\p{Script=Han}]) ?| )(?${name('unit')}${toAlternatives(names.keys())})\\.?(?![\\p{Script=Latin}\\p{M}])`;
  const bare = one(() => ':');
  return {
    units: names,
    numbers,
    length: new RegExp(
      `^(?:(?:${toAlternatives(before)}) )?(?<body>${bare}(?:(?: ?, ?| ?${join} ?| ?)${bare})*)(?: ?(?:${toAlternatives(after)}))?$`,
      'u',
    ),
    part: new RegExp(
      one(label => `<${label}>`),
      'gu',
    ),
  };
}

function toUnitName(tag: string, unit: TimeUnit, amount: number, unitDisplay: 'long' | 'short'): string {
  const parts = new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay }).formatToParts(amount);
  return toPlain(parts.find(({ type }) => type === 'unit')?.value ?? '').replace(/\.$/, '');
}

function listPeriods(): ReadonlyMap<string, RelativeTime> {
  const found = new Map<string, RelativeTime>();
  for (const tag of Object.keys(writers)) {
    const format = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
    for (const unit of periods) {
      for (const back of [0, 1, 2]) {
        const name = toPlain(format.format(-back, unit));
        // "2 weeks ago" counts back from now.
        if (!/\d/.test(name)) found.set(name, { kind: 'period', unit, back });
      }
    }
  }
  return found;
}

/** Alternatives, longest first, so that "min" is not read as "m". */
function toAlternatives(texts: Iterable<string>): string {
  const sorted = [...texts].filter(Boolean).sort((a, b) => b.length - a.length);
  return sorted.map(text => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|') || '(?!)';
}

/** Normalizes case, width, apostrophes, hyphens, spaces and か. */
function toPlain(words: string): string {
  return words
    .normalize('NFKC')
    .toLowerCase()
    .replace(/’/g, "'")
    .replace(/[-\s]+/g, ' ')
    .replace(/[ヶケヵカ箇](?=月)/g, 'か')
    .replace(/(?<=[\d\p{Script=Han}]) (?=[\p{Script=Han}\p{Script=Hiragana}])/gu, '')
    .trim();
}
