import { type CheckedText, type SkippedPart, skippedParts } from '../claims/summary.ts';
import { removeBracketedNumbers } from '../conversation/text.ts';
import { toSentences } from '../select/sentences.ts';

/** The statements of a text, in order, and the parts of it that contain none. */
export type SplitText = { readonly statements: readonly string[]; readonly skipped: CheckedText['skipped'] };

/**
 * Cuts a text into statements, one for each sentence. Lines are separate unless one continues on the next; markup is removed.
 * Every line with a letter or digit is in a statement or in a part that is counted as skipped.
 */
export function splitStatements(text: string): SplitText {
  const counts = new Map<SkippedPart, number>();
  const skip = (part: SkippedPart) => counts.set(part, (counts.get(part) ?? 0) + 1);
  const lines = text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n').split('\n');
  const statements: string[] = [];
  let block: string[] = [];
  const flush = () => {
    statements.push(...toStatements(block.join(' ')));
    block = [];
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const end = findFenceEnd(lines, at) ?? findTableEnd(lines, at);
    if (end !== null) {
      flush();
      skip(fence.test(line) ? 'code' : 'table');
      at = end;
    } else if (!says.test(line)) {
      // A line of ">" marks alone is no statement; a blank one ends the block before it.
      flush();
    } else if (isHeading(line, lines[at + 1])) {
      flush();
      skip('heading');
    } else {
      if (block.length > 0 && !goesOn(lines[at - 1] ?? '', line)) flush();
      block.push(line.replace(leading, '').trim());
    }
  }
  flush();
  return {
    statements,
    skipped: skippedParts.flatMap(part => {
      const count = counts.get(part);
      return count === undefined ? [] : [{ part, count }];
    }),
  };
}

const says = /[\p{L}\p{N}]/u;
const fence = /^\s*(?:>\s*)*(```|~~~)/;
/** Markdown quote marks, a bullet or a number, a checkbox; in this order, each at most a few times. */
const bullet = /^\s*(?:>\s?)*(?:[-*+•‣◦▪·–—→]|\(?\d{1,3}[.)])\s+/u;
const leading =
  /^\s*(?:>\s?)*(?:(?:[-*+•‣◦▪·–—→]|\(?\d{1,3}[.)])\s+)?(?:\[[ xX✓✔]?\]\s+|[☐☑☒✅✔✓❌➜▶]\ufe0f?\s*)?/u;

/** The last line of a fenced block that begins here; null for a fence that is never closed. */
function findFenceEnd(lines: readonly string[], at: number): number | null {
  const mark = fence.exec(lines[at] ?? '')?.[1];
  if (mark === undefined) return null;
  if ((lines[at] ?? '').split(mark).length > 2) return at;
  const end = lines.findIndex((line, index) => index > at && line.includes(mark));
  return end < 0 ? null : end;
}

const row = /^\s*\|.*\|\s*$/;
const rule = /^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)+\|?\s*$/;

/** The last row of a table that begins here; rows may lack bars at their ends. */
function findTableEnd(lines: readonly string[], at: number): number | null {
  const hasRule = (lines[at] ?? '').includes('|') && rule.test(lines[at + 1] ?? '');
  if (!hasRule && !(row.test(lines[at] ?? '') && row.test(lines[at + 1] ?? ''))) return null;
  let end = at + 1;
  while (hasRule ? (lines[end + 1] ?? '').includes('|') : row.test(lines[end + 1] ?? '')) end += 1;
  return end;
}

const hashes = /^\s*(?:>\s?)*-?#{1,6}\s/;
const underline = /^\s*(?:={3,}|-{3,})\s*$/;
const allStrong = /^(\*\*|__)[^*_\n]{1,120}\1\s*:?$/u;
const mostHeadingWords = 8;
const closes = /[.!?。！？…]["'”’»)]*$/u;

/** Marked or underlined as a heading, all in bold, or a few words that end in a colon. */
function isHeading(line: string, next: string | undefined): boolean {
  if (hashes.test(line)) return true;
  const words = line.replace(leading, '').trim();
  const isItem = bullet.test(line);
  if (!isItem && underline.test(next ?? '') && !closes.test(words)) return true;
  const bare = toPlainStatement(words);
  if (bare === '' || closes.test(bare)) return false;
  if (allStrong.test(words.replace(/:(?=\*\*$|__$)/, '')) && !/\d/.test(bare)) return true;
  return /[:：]$/u.test(bare) && bare.split(' ').length <= mostHeadingWords && !/\d/.test(bare);
}

/** Authors end shorter lines on purpose. */
const wrappedFrom = 50;

/** Whether a line continues the one before it: indented below an item, or after a long, wrapped line. */
function goesOn(before: string, line: string): boolean {
  if (bullet.test(line) || closes.test(before.trimEnd()) || /[:：]\s*$/u.test(before)) return false;
  if (/^\s*(?:>\s?)*(?:\[[ xX✓✔]?\]\s|[☐☑☒✅✔✓❌])/u.test(line)) return false;
  if (bullet.test(before) || /^\s*[[☐]/u.test(before)) {
    return /^\s{2,}\S/.test(line) || (before.length >= wrappedFrom && /^\p{Ll}/u.test(line));
  }
  return before.trim().length >= wrappedFrom && /^\s*[\p{Ll}\p{N}"'“‘„«([]/u.test(line);
}

/** A longer quotation is missing its closing mark. */
const longestQuotation = 2_000;
const opens = /[“„«「]/gu;
const ends = /[”»」]/gu;

function toStatements(words: string): readonly string[] {
  const bare = toPlainStatement(words);
  const found: string[] = [];
  let start: number | null = null;
  for (const span of toSentences(bare)) {
    start ??= span.start;
    const sentence = bare.slice(start, span.end);
    if (isOpen(sentence) && !isOpen(bare.slice(start, start + longestQuotation))) continue;
    found.push(sentence);
    start = null;
  }
  if (start !== null) found.push(bare.slice(start).trim());
  return found.filter(sentence => says.test(sentence));
}

function isOpen(text: string): boolean {
  const german = (text.match(/„/gu) ?? []).length;
  const turned = (text.match(/“/gu) ?? []).length;
  // “ closes what „ opens.
  const closedByTurned = Math.min(german, turned);
  const opened = (text.match(opens) ?? []).length - closedByTurned;
  const closed = (text.match(ends) ?? []).length + closedByTurned;
  const straight = (text.match(/"/gu) ?? []).length;
  return opened > closed || straight % 2 === 1;
}

/** The source after a marker in our own plain text: "(Nadia, 2026-03-10 10:10)". */
const source = /(?<=\d[\]】])\s?\([^()\n]{1,100}, \d{4}-\d\d-\d\d \d\d:\d\d\)/gu;
const messageLink =
  /<?https:\/\/(?:www\.|ptb\.|canary\.)?discord(?:app)?\.com\/channels\/(?:@me|\d{1,20})\/\d{1,20}\/\d{1,20}\/?>?/giu;
const maskedLink = /\[([^[\]\n]{0,300})\]\(<?https?:[^\s()<>]{1,2000}>?\)/giu;
const emptyBrackets = /\s?[([]\s*[)\]]/gu;
/** Not that of a unit: "13 m²". */
const superscript = /(?<![\d\s][cdkm]?m(?=[²³]))(?<=[\p{L}\p{P}])[¹²³⁰⁴-⁹]{1,4}(?![\p{L}\p{N}])/gu;
/** Labels that only name the target of a link. */
const pointing = /^(?:\W*|source|sources|src|link|message|msg|jump|quelle|fuente|lien|\d+)$/iu;
const strong = /(\*\*|__|~~)(?=\S)([^\n]{1,2000}?\S)\1/gu;
const emphasis = /(?<![\p{L}\p{N}*\\])\*(?=[^\s*])([^*\n]{1,500}[^\s*])\*(?![\p{L}\p{N}*])/gu;
const escaped = /\\([\\*_~|`>[\]()#<.+=-])/gu;

/** A statement as plain text on one line: no markers, no links to sources, no emphasis. */
export function toPlainStatement(text: string): string {
  const unlinked = removeBracketedNumbers(text.replace(source, ''))
    .replace(maskedLink, (_, label: string) => (pointing.test(label.trim()) ? '' : label))
    .replace(messageLink, '');
  const plain = unlinked.replace(strong, '$2').replace(emphasis, '$1').replace(escaped, '$1');
  return removeBracketedNumbers(plain)
    .replace(superscript, '')
    .replace(emptyBrackets, '')
    .replace(/[\u200b\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:!?](?:\s|$))/g, '')
    .trim();
}
