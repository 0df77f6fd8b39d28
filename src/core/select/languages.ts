import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { eld } from 'eld/extrasmall';
import { ces, dan, deu, eng, fin, fra, ita, nld, nob, pol, por, rus, spa, swe, tur, ukr } from 'stopword';
import { tokenize } from '../conversation/tokens.ts';

/** In shorter texts, the detector is less accurate. */
const minLetters = 20;
/** A character of these scripts says as much as this many letters. */
const denseAsLetters = 3.5;
const dense = /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}\p{sc=Hangul}]/gu;
const kana = /[\p{sc=Hiragana}\p{sc=Katakana}]/gu;
/** Chinese text may contain a few kana, and so does a shrug emoticon. */
const minKana = 2;
const minKanaShare = 0.1;
const sampleSize = 200;
const minShare = 0.15;

/** Addresses, code, mentions, emoji names, and the parts of a message that its author did not type. */
const noProse =
  /https?:\/\/\S+|```[\s\S]*?(?:```|(?![\s\S]))|`[^`\n]*`|[@#]\S+|:\w{2,32}:|^\[(?:image|video|audio|file|sticker): .*\]$|^\[voice message\]$/gmu;

/** The BCP 47 tag of a text's language; null if the text is too short or unclear. */
export function detectLanguage(text: string): string | null {
  const prose = text.replace(noProse, ' ');
  const letters = count(prose, /\p{L}/gu);
  if (letters + (denseAsLetters - 1) * count(prose, dense) < minLetters) return null;
  const kanaLetters = count(prose, kana);
  if (kanaLetters >= minKana && kanaLetters >= letters * minKanaShare) return 'ja';
  return eld.detect(prose).language || null;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** The languages of a conversation, most used first, from up to 200 messages; empty if all of it is too short. */
export function toLanguages({
  messages,
}: {
  readonly messages: readonly { readonly text: string }[];
}): readonly string[] {
  const counts = new Map<string, number>();
  let told = 0;
  const step = Math.max(1, messages.length / sampleSize);
  for (let at = 0; at < messages.length; at += step) {
    const language = detectLanguage(messages[Math.floor(at)]?.text ?? '');
    if (language === null) continue;
    told += 1;
    counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  if (told < 10) {
    const all = detectLanguage(
      messages
        .slice(0, sampleSize)
        .map(({ text }) => text)
        .join('\n'),
    );
    if (all !== null) counts.set(all, (counts.get(all) ?? 0) + 1 + told);
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [...counts]
    .filter(([, count]) => count / total >= minShare)
    .sort((a, b) => b[1] - a[1])
    .map(([language]) => language);
}

const lists: Readonly<Record<string, readonly string[]>> = {
  cs: ces,
  da: dan,
  de: deu,
  en: eng,
  es: spa,
  fi: fin,
  fr: fra,
  it: ita,
  nl: nld,
  no: nob,
  pl: pol,
  pt: por,
  ru: rus,
  sv: swe,
  tr: tur,
  uk: ukr,
};

/** Words without content that are missing from these lists; most ask something. */
const missing: Readonly<Record<string, string>> = {
  en: "don't doesn't didn't isn't aren't wasn't weren't won't can't couldn't wouldn't shouldn't haven't hasn't it's that's i'm we're they're you're there's i'll we'll what's let's he's she's we've i've them do did does not no nor yes yeah okay ok uh um hmm so just really very quite thing things something anything got get going go gonna us me my mine yours ours being been having doing done one ones will shall can't whether although however therefore thus moreover furthermore besides according instead rather still even yet already also too again once upon within without during toward towards across per via regarding concerning these those each every both either neither few several lot lots bit kind sort able way well actually basically when why whose whom somebody someone anybody anyone everybody everyone ever",
  es: 'quién quiénes cuándo dónde adónde cómo cuál cuáles cuánto cuánta cuántos cuántas',
  fr: 'quand pourquoi comment combien',
};

/** Words that say nothing of what a text is about, in the languages given (BCP 47 tags); none where no list is known. */
export function toFunctionWords(languages: readonly string[]): ReadonlySet<string> {
  const tags = languages.map(language => language.split('-')[0] ?? '');
  return new Set(tags.flatMap(tag => [...(lists[tag] ?? []), ...(missing[tag]?.split(' ') ?? [])]));
}

const stemmers: Readonly<Record<string, (word: string) => string>> = {
  de: german,
  en: english,
  es: spanish,
  fr: french,
  it: italian,
  nl: dutch,
  pt: portuguese,
  ru: russian,
  sv: swedish,
};

export type TermReader = (text: string) => readonly string[];

/** Cuts texts into word stems without stop words, by the first language that has a stemmer. Stems are cached. */
export function createTermReader(languages: readonly string[]): TermReader {
  const tags = languages.length > 0 ? languages.map(tag => tag.split('-')[0] ?? tag) : ['en'];
  const stem = tags.flatMap(tag => stemmers[tag] ?? [])[0] ?? (word => word);
  const empty = toFunctionWords(tags);
  const cache = new Map<string, string>();
  const toTerm = (word: string): string => {
    const known = cache.get(word);
    if (known !== undefined) return known;
    const bare = word.replace(/['’]s$/u, '');
    const term =
      empty.has(bare) || /^\p{Ll}$/u.test(bare) ? '' : /^[\p{L}'’]+$/u.test(bare) ? stem(bare) : bare;
    cache.set(word, term);
    return term;
  };
  return text => {
    const terms: string[] = [];
    for (const word of tokenize(text)) {
      for (const part of word.includes('-') && !/\d/.test(word) ? word.split('-') : [word]) {
        const term = toTerm(part);
        if (term !== '') terms.push(term);
      }
    }
    return terms;
  };
}
