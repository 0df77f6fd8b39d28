import type { Quote } from '../claims/claim.ts';
import { messageAt } from '../conversation/evidence.ts';
import { widenToSpoilers } from '../conversation/spoilers.ts';
import { findNearest } from './align.ts';
import type { Candidate, ProofContext } from './proof.ts';
import { indexOfWords, isInsideWord } from './words.ts';

/** Signs of words that were left out. */
const gap = /\[?\s?(?:…|\.{3})\s?\]?/u;
const mostPieces = 6;

/** Finds an engine's quote in a message: exactly, folded, with gaps for "…", or approximately. The result is a slice of the message. */
export function findQuote(message: HasText, wanted: string): Quote | null {
  const words = wanted
    .trim()
    .replace(/&(lt|gt|amp|quot|apos|#39);/g, (whole, name: string) => entities[name] ?? whole);
  if (/^[….\s]*$/u.test(words)) return null;
  if (!/[\p{L}\p{N}]/u.test(words)) return toWhole(message, findWhole(message, words));
  return findExactQuote(message, words) ?? toWhole(message, findNear(message, words));
}

/** The same without alignment, for words that must be exact. */
export function findExactQuote(message: HasText, wanted: string): Quote | null {
  const words = wanted.trim();
  const pieces = words.split(gap);
  const whole = findWhole(message, words);
  return toWhole(message, whole ?? (pieces.length > mostPieces ? null : findWords(message, pieces)));
}

function toWhole({ text }: HasText, quote: Quote | null): Quote | null {
  if (quote === null) return null;
  const { start, end } = widenToSpoilers(text, quote);
  return { start, end, text: text.slice(start, end) };
}

function findWhole(message: HasText, words: string): Quote | null {
  return findExact(message, words) ?? findWords(message, [words]);
}

const wordOf = /[\p{L}\p{N}\p{M}]+/gu;

/**
 * Finds the same words in a row, ignoring the marks between and around them: "Yes do it." matches "**yes**, do it". Of several pieces,
 * each comes after the one before it, and the quote runs from the first to the last.
 */
function findWords(message: HasText, pieces: readonly string[]): Quote | null {
  const { text } = message;
  const { toOrigin, row, rowAt, starts } = normalizeOnce(message);
  const wanted = pieces
    .map(words => normalize(words).text.match(wordOf) ?? [])
    .filter(({ length }) => length > 0);
  const found: number[] = [];
  let from = 0;
  for (const words of wanted) {
    const at = row.indexOf(toRow(words), from);
    if (at < 0) return null;
    found.push(at);
    from = at + toRow(words).length - 1;
  }
  const [lastAt, words] = [found.at(-1), wanted.at(-1)];
  if (lastAt === undefined || words === undefined) return null;
  const last = rowAt.indexOf(lastAt) + words.length - 1;
  const start = toOrigin(starts[rowAt.indexOf(found[0] ?? 0)] ?? 0);
  const end = toClusterEnd(text, toOrigin((starts[last] ?? 0) + (words.at(-1)?.length ?? 1) - 1));
  return { start, end, text: text.slice(start, end) };
}

function toRow(words: readonly string[]): string {
  return ` ${words.join(' ')} `;
}

/** One error in this many characters is accepted, such as a letter or an accent; shorter quotes must be exact. */
const lettersAnError = 10;
const shortest = 16;
const longest = 500;

/** The span of a message with the fewest differences from a quote, cut at whole words; null if there are too many. */
function findNear(message: HasText, words: string): Quote | null {
  const { text } = message;
  const { text: haystack, toOrigin } = normalizeOnce(message);
  const needle = normalize(words).text;
  if (needle.length < shortest || needle.length > longest) return null;
  const match = findNearest(haystack, needle, Math.floor(needle.length / lettersAnError));
  if (match === null) return null;
  let start = toOrigin(match.start);
  let end = toClusterEnd(text, toOrigin(match.end - 1));
  while (isInsideWord(text, start)) start -= 1;
  while (isInsideWord(text, end)) end += 1;
  const span = text.slice(start, end);
  return {
    start: start + span.length - span.trimStart().length,
    end: end - span.length + span.trimEnd().length,
    text: span.trim(),
  };
}

function findExact({ text }: HasText, wanted: string): Quote | null {
  const start = indexOfWords(text, wanted);
  return start < 0 ? null : { start, end: start + wanted.length, text: wanted };
}

const clusterAt = /\P{M}\p{M}*|\p{M}+/uy;

/** The end of the character, with its marks, that starts at or contains `from`. */
function toClusterEnd(text: string, from: number): number {
  const isLowHalf = /[\udc00-\udfff]/.test(text[from] ?? '') && /[\ud800-\udbff]/.test(text[from - 1] ?? '');
  clusterAt.lastIndex = isLowHalf ? from - 1 : from;
  const match = clusterAt.exec(text);
  return match ? match.index + match[0].length : from + 1;
}

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  '#39': "'",
};

/** A text in the form for comparison; `toOrigin(i)` is the offset in the original of character i of `text`. */
type Normalized = { readonly text: string; readonly toOrigin: (at: number) => number };

/** ASCII with single spaces, or letters and digits, before anything but a mark; or one character with its marks. */
const piece =
  /(?:[\x21-\x7e]| (?=[\x21-\x7e])){1,256}(?!\p{M})|[[\p{L}\p{N}]--[ʼ\p{Default_Ignorable_Code_Point}]]{1,256}(?!\p{M})|\P{M}\p{M}*|\p{M}+/gv;
const ascii = /^[\x20-\x7e]+$/;
/** Only ASCII letters, digits and marks with single spaces: only case must be folded. */
const plain = /^(?! )(?:[\x21-\x7e]| (?=[\x21-\x7e]))*$/;
const folded = new Map<string, string>([
  ...[...'‘’‚‛′`´ʼ'].map(mark => [mark, "'"] as const),
  // A quotation inside another one has single marks.
  ...[...'"“”„‟″«»「」『』'].map(mark => [mark, "'"] as const),
  ...[...'‐‑‒–—―−'].map(mark => [mark, '-'] as const),
  ...[...'\u200b\u200c\u200d\u2060\ufeff\u00ad\ufe0f'].map(mark => [mark, ''] as const),
]);

/** Twice the longest attached file: the rest of a longer text is only searched for the words as they are. */
const mostFolded = 40_000;

/** Folds what does not matter in a quote: NFKC forms, case, kinds of marks and dashes, white space, invisible characters. */
export function normalize(text: string): Normalized {
  if (text.length <= mostFolded && plain.test(text)) return { text: foldAscii(text), toOrigin: at => at };
  const out: string[] = [];
  const offsets: number[] = [];
  // Tracked separately: reading the end of a growing string would copy it each time.
  let endsInSpace = true;
  const push = (unit: string, from: number) => {
    const isSpace = /^\s$/.test(unit);
    if (isSpace && endsInSpace) return;
    endsInSpace = isSpace;
    out.push(isSpace ? ' ' : unit);
    for (let i = 0; i < unit.length; i++) offsets.push(from + i);
  };
  const forms = new Map<string, string>();
  for (const { 0: written, index } of text.matchAll(piece)) {
    if (offsets.length > mostFolded) break;
    const run = toRun(written);
    if (run !== null) {
      const lead = endsInSpace && run.startsWith(' ') ? 1 : 0;
      push(run.slice(lead), index + lead);
      endsInSpace = run.endsWith(' ');
      continue;
    }
    let at = index;
    for (const each of /\p{M}/u.test(written) ? [written] : written) {
      const form = forms.get(each) ?? toFolded(each);
      forms.set(each, form);
      for (const unit of form) push(unit, at);
      at += each.length;
    }
  }
  return { text: out.join('').trimEnd(), toOrigin: at => offsets[at] ?? text.length };
}

/** Several characters whose forms are as long as they are; null if they may not be. */
function toRun(written: string): string | null {
  if (written.length < 2) return null;
  if (ascii.test(written)) return foldAscii(written);
  const isPlain = !/[\p{M}\p{Default_Ignorable_Code_Point}]/u.test(written);
  return isPlain && written.normalize('NFKC').toLowerCase() === written ? written : null;
}

function foldAscii(text: string): string {
  return text.toLowerCase().replace(/[`"]/g, "'");
}

/** Invisible characters are removed from claims, but messages may contain them. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

function toFolded(piece: string): string {
  const known = folded.get(piece) ?? folded.get(piece[0] ?? '');
  if (known !== undefined) return known;
  const wide = piece.normalize('NFKC').toLowerCase().replace(invisible, '');
  return [...wide].map(unit => folded.get(unit) ?? unit).join('');
}

type HasText = { readonly text: string };

/** A normalized text with its words in a row: where each begins in the row, and in the text. */
type NormalizedWords = Normalized & {
  readonly row: string;
  readonly rowAt: readonly number[];
  readonly starts: readonly number[];
};

const cache = new WeakMap<HasText, NormalizedWords>();

/** The normalized text of a message, cached because many claims are compared with it. */
function normalizeOnce(message: HasText): NormalizedWords {
  const known = cache.get(message) ?? withWords(normalize(message.text));
  cache.set(message, known);
  return known;
}

function withWords(normalized: Normalized): NormalizedWords {
  const found = [...normalized.text.matchAll(wordOf)];
  const rowAt: number[] = [];
  let length = 0;
  for (const [word] of found) {
    rowAt.push(length);
    length += word.length + 1;
  }
  return {
    ...normalized,
    row: toRow(found.map(([word]) => word)),
    rowAt,
    starts: found.map(({ index }) => index),
  };
}

const quoted = /“([^“”]+)”|"([^"]+)"|„([^„“”]+)[“”]|«([^«»]+)»|「([^「」]+)」/gu;

/** The parts of a claim in quotation marks: offsets into the claim, including the marks, and the words between them. */
export function findQuotations(text: string) {
  return [...text.matchAll(quoted)].map(match => ({
    start: match.index,
    end: match.index + match[0].length,
    words: match.slice(1).find(group => group !== undefined) ?? '',
  }));
}

/** Words in the form for quotation marks: on one line, without a mark that would end the quotation. */
export function toInnerQuote(words: string): string {
  return words.replace(/\s+/g, ' ').replace(/["“”„‟«»「」『』]/gu, "'");
}

/** One or two words in quotation marks are the name of a thing ("the 'dev' branch"); more are a quote. */
export function isPhrase(words: string): boolean {
  return words.trim().split(/\s+/).length > 2 || words.trim().length > 24;
}

/** One turn, with the index of its citation for its quote: an arrow, a name, marks, and dots where it is cut or follows a gap. */
const turn =
  /^(?:\s*…)?(?:\s*→)?\s*(?:@?([^→\ue000]{1,80}?)\s*[:：]\s*)?[“"„«「](?:…\s*)?\ue000(\d+)\ue000(?:\s*…)?[”"“»」]/u;

/** Whether a claim consists of the quotes of its citations, each with or without its author's name, as the extractive engine writes them. */
export function isQuoteOnly({ text, citations }: Candidate, { evidence, people }: ProofContext): boolean {
  let rest = text.replaceAll('\ue000', '');
  const byLength = [...citations.entries()].sort(
    ([, a], [, b]) => (b.quote?.text.length ?? 0) - (a.quote?.text.length ?? 0),
  );
  for (const [index, { quote }] of byLength) {
    const words = quote && toInnerQuote(quote.text);
    if (words) rest = rest.replace(words, () => `\ue000${index}\ue000`);
  }
  let turns = 0;
  for (let match = turn.exec(rest); match !== null; match = turn.exec(rest)) {
    const [whole, name, index] = match;
    const author = messageAt(evidence, citations[Number(index)]?.position ?? 0)?.author;
    if (author === undefined || (name !== undefined && !people.toIds(name).has(author.id))) return false;
    rest = rest.slice(whole.length);
    turns += 1;
  }
  return turns > 0 && rest.trim() === '';
}
