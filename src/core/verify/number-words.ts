/** A number that a text names: its value, and where its words stand. */
export type Quantity = {
  readonly value: number;
  readonly start: number;
  readonly end: number;
  /** Written in letters, all of it. */
  readonly inWords: boolean;
};

const units: Readonly<Record<string, readonly string[]>> = {
  en: 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  ),
  de: 'null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'.split(
    ' ',
  ),
  es: 'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve'.split(
    ' ',
  ),
  fr: 'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf'.split(
    ' ',
  ),
  pt: 'zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove'.split(
    ' ',
  ),
  it: 'zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove'.split(
    ' ',
  ),
};

const tens: Readonly<Record<string, readonly string[]>> = {
  en: 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' '),
  de: 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' '),
  es: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' '),
  fr: 'vingt trente quarante cinquante soixante soixante-dix quatre-vingt quatre-vingt-dix'.split(' '),
  pt: 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'.split(' '),
  it: 'venti trenta quaranta cinquanta sessanta settanta ottanta novanta'.split(' '),
};

const scales: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  en: { hundred: 100, thousand: 1e3, million: 1e6, billion: 1e9 },
  de: { hundert: 100, tausend: 1e3, million: 1e6, millionen: 1e6, milliarde: 1e9, milliarden: 1e9 },
  es: { cien: 100, ciento: 100, mil: 1e3, millón: 1e6, millones: 1e6 },
  fr: { cent: 100, mille: 1e3, million: 1e6, millions: 1e6, milliard: 1e9, milliards: 1e9 },
  pt: { cem: 100, cento: 100, mil: 1e3, milhão: 1e6, milhões: 1e6 },
  it: { cento: 100, mille: 1e3, mila: 1e3, milione: 1e6, milioni: 1e6 },
};

/** "first" and "fifth" are dates in letters ("July twenty-fifth"). */
const ordinals =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  );

const kept = new Map<string, ReadonlyMap<string, number>>();

/** The number words of some languages; what is a number in one ("once") is something else in another. */
function toValues(languages: readonly string[]): ReadonlyMap<string, number> {
  const tags = [...new Set(['en', ...languages.map(tag => tag.split('-')[0] ?? tag)])].sort();
  const key = tags.join(' ');
  const known = kept.get(key);
  if (known) return known;
  const values = new Map<string, number>();
  for (const tag of tags) {
    for (const [value, word] of (units[tag] ?? []).entries()) values.set(word, value);
    for (const [at, word] of (tens[tag] ?? []).entries()) values.set(word, 20 + 10 * at);
    for (const [word, value] of Object.entries(scales[tag] ?? {})) values.set(word, value);
  }
  for (const [at, word] of ordinals.entries()) values.set(word, at + 1);
  if (tags.includes('de')) {
    for (const [unit, word] of (units['de'] ?? []).slice(1, 10).entries()) {
      for (const [ten, tenWord] of (tens['de'] ?? []).entries()) {
        values.set(`${word}und${tenWord}`, unit + 1 + 20 + 10 * ten);
      }
    }
  }
  kept.set(key, values);
  return values;
}

const piece = /\p{L}+|\d+(?:[.,’']\d+)*/gu;
const anyDigits = /\d/;

/**
 * The numbers that a text writes in letters, alone or before and after digits: "twenty-five", "two hundred and fifty",
 * "1.2 million", "twelve and a half", "O point five nine". Of "twelve fifty" also 12.50 and 1250, as prices are said.
 */
export function toWordQuantities(text: string, languages: readonly string[]): readonly Quantity[] {
  const values = toValues(languages);
  const lower = text.toLowerCase();
  const found: Quantity[] = [];
  let run: Run | null = null;
  const close = () => {
    if (run?.inWords || run?.scaled) found.push(...toQuantities(run, found.at(-1)));
    run = null;
  };
  for (const match of lower.matchAll(piece)) {
    const word = match[0];
    const at = match.index;
    const gap = run ? lower.slice(run.end, at) : '';
    const joins = run !== null && /^[\s-]*$/.test(gap);
    if (run && joins && (word === 'and' || word === 'a' || word === 'und' || word === 'y')) {
      run.pending = true;
      run.end = at + word.length;
      continue;
    }
    if (run && joins && word === 'half' && run.pending) {
      run.current += 0.5;
      run.last = at + word.length;
      close();
      continue;
    }
    if (run && joins && (word === 'point' || word === 'komma' || word === 'coma') && run.fraction === null) {
      run.fraction = '';
      run.end = at + word.length;
      continue;
    }
    const value = anyDigits.test(word) ? toNumber(word) : values.get(word);
    if (value === undefined || (anyDigits.test(word) && run !== null)) {
      close();
      if (value === undefined) {
        if (word === 'o' || word === 'oh') run = start(0, at, at + word.length, true);
        continue;
      }
    }
    if (run && joins && extend(run, value, at + word.length)) continue;
    close();
    run = start(value, at, at + word.length, !anyDigits.test(word));
  }
  close();
  return found;
}

type Run = {
  total: number;
  current: number;
  fraction: string | null;
  pending: boolean;
  scaled: boolean;
  readonly parts: number[];
  readonly inWords: boolean;
  readonly start: number;
  end: number;
  last: number;
};

function start(value: number, at: number, end: number, inWords: boolean): Run {
  const isScale = inWords && value >= 1_000;
  return {
    total: isScale ? value : 0,
    current: isScale ? 0 : value,
    fraction: null,
    pending: false,
    scaled: false,
    parts: [],
    inWords,
    start: at,
    end,
    last: end,
  };
}

/** Takes one more word into a number where it can belong to it. */
function extend(run: Run, value: number, end: number): boolean {
  if (run.fraction !== null) {
    if (value >= 100) return false;
    // "fifty - nine" is 59, digit after digit is as it is said.
    run.fraction =
      value < 10 && /[2-9]0$/.test(run.fraction)
        ? `${run.fraction.slice(0, -1)}${value}`
        : `${run.fraction}${value}`;
  } else if (value === 100 && run.current > 0 && run.current < 100) run.current *= 100;
  else if (value >= 1_000) {
    if (run.current === 0) return false;
    run.parts.push(run.current);
    run.total += run.current * value;
    run.current = 0;
    run.scaled = true;
  } else if (run.inWords && value < 100 && run.current % 100 === 0 && run.current + run.total > 0)
    run.current += value;
  else if (run.inWords && value < 10 && run.current % 100 >= 20 && run.current % 10 === 0)
    run.current += value;
  else return false;
  run.pending = false;
  run.end = end;
  run.last = end;
  return true;
}

function toQuantities(run: Run, before: Quantity | undefined): readonly Quantity[] {
  const whole = run.total + run.current;
  const value = run.fraction ? Number(`${whole}.${run.fraction}`) : whole;
  const place = { start: run.start, end: run.last, inWords: run.inWords };
  const list = [value, ...run.parts].map(each => ({ value: each, ...place }));
  const isPrice =
    before?.inWords && run.start - before.end <= 3 && before.value < 100 && value >= 10 && value < 100;
  const said = isPrice ? [before.value + value / 100, before.value * 100 + value] : [];
  return [...said.map(each => ({ value: each, ...place })), ...list];
}

function toNumber(digits: string): number {
  return Number(digits.replace(/[.,’'](?=\d{3}(?!\d))/gu, '').replace(',', '.'));
}
