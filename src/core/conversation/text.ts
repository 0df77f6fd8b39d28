import type { Attachment, Message } from './message.ts';
import { withoutHiddenWords } from './spoilers.ts';

export type MessageExtras = {
  readonly forwarded?: string;
  readonly attachments?: readonly Attachment[];
  readonly stickers?: readonly string[];
  readonly embeds?: readonly EmbedWords[];
  readonly poll?: PollWords;
  readonly voice?: boolean;
};

export type EmbedWords = {
  readonly title?: string;
  readonly description?: string;
  readonly fields?: readonly { readonly name: string; readonly value: string }[];
};

export type PollWords = {
  readonly question: string;
  readonly answers: readonly { readonly text: string; readonly votes?: number }[];
};

/** The `text` of a message: its own words, then other contents in brackets; well-formed and without hidden words. */
export function toMessageText(words: string, extras: MessageExtras = {}): string {
  const parts = [words.trim()];
  if (extras.forwarded?.trim()) parts.push(`[forwarded] ${extras.forwarded.trim()}`);
  for (const embed of extras.embeds ?? []) {
    const fields = embed.fields?.map(({ name, value }) => join([name, value], ': ')) ?? [];
    const inner = join([embed.title, embed.description, ...fields], ' — ');
    if (inner !== '') parts.push(`[embed: ${inner}]`);
  }
  if (extras.poll) {
    const answers = extras.poll.answers.map(answer =>
      answer.votes === undefined ? answer.text : `${answer.text} (${answer.votes})`,
    );
    parts.push(`[poll: ${join([extras.poll.question, join(answers, ' / ')], ' — ')}]`);
  }
  for (const sticker of extras.stickers ?? []) parts.push(`[sticker: ${toLine(sticker)}]`);
  if (extras.voice) parts.push('[voice message]');
  else
    for (const { name, type } of extras.attachments ?? [])
      parts.push(name === null ? `[${toNoun(type)}]` : `[${toNoun(type)}: ${toLine(name)}]`);
  return withoutHiddenWords(parts.filter(part => part !== '').join('\n')).toWellFormed();
}

export function toAttachedHeading(name: string): string {
  return `\n[text of ${name}]\n`;
}

/** The text of a message followed by those of its files, and where these are. */
export function withAttachedTexts(
  own: string,
  files: readonly { readonly name: string; readonly text: string }[],
): Pick<Message, 'text' | 'attachedTexts'> {
  let text = own;
  const attachedTexts = files.map(({ name, text: words }) => {
    const start = text.length + toAttachedHeading(name).length;
    text += `${toAttachedHeading(name)}${words}`;
    return { name, start, end: text.length };
  });
  return attachedTexts.length === 0 ? { text } : { text, attachedTexts };
}

/** Bracketed content stays on one line, so that the line shows whose words it is. */
function toLine(words: string): string {
  return words.replace(/[\s\u200b]+/g, ' ').trim();
}

function join(parts: readonly (string | undefined)[], separator: string): string {
  return parts
    .map(part => toLine(part ?? ''))
    .filter(part => part !== '')
    .join(separator);
}

function toNoun(type: string): string {
  const [family = ''] = type.split('/');
  return ['image', 'video', 'audio'].includes(family) ? family : 'file';
}

/** Invisible characters alone do not make a text visible. */
const visible = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

export function isVisible(text: string): boolean {
  return visible.test(text);
}

/** A name as one well-formed line, to be put before a message; empty if nothing of it shows. */
export function toOneLine(name: string): string {
  return isVisible(name) ? withoutHiddenWords(name).replace(/\s+/g, ' ').trim().toWellFormed() : '';
}

/** Far above what apps allow. In UTF-16 units. */
const longestAuthorName = 256;

/** An author's name with its spaces, without line breaks, tabs and hidden words, cut at more than any app allows. */
export function toAuthorName(name: string): string {
  if (!isVisible(name)) return '';
  const shown = withoutHiddenWords(name)
    .replace(/[\t-\r\u0085\u2028\u2029]+/g, ' ')
    .trim();
  const isLong = shown.length > longestAuthorName;
  return (isLong ? `${shown.slice(0, longestAuthorName - 1)}…` : shown).toWellFormed();
}

/** Far above Discord's limit; keeps a claim from being mostly a name. */
const longestName = 80;

/** A name as claims write it: "[42] Clan" becomes "(42) Clan", "Ann: yes → Bob" becomes "Ann, yes - Bob". */
export function toSpeakerName(name: string): string {
  const plain = replaceBrackets(toOneLine(name), '(', ')')
    .replace(/["“”„‟«»「」『』]/gu, "'")
    .replace(/[:：](?=\s)/gu, ',')
    .replace(/→/gu, '-')
    .replace(/^@+/, '');
  return [...plain].slice(0, longestName).join('').trim() || 'someone';
}

const questionMark = /[?？؟](?=["'”’)\]*_~]*(?:\s|$)|[^\s\x21-\x7e])/u;

/** Whether a text asks something: a question mark ends a word, or is anywhere in scripts without spaces. */
export function hasQuestionMark(text: string): boolean {
  return questionMark.test(text);
}

const open = '[［【〔〖❲⟦⁅﹝〚⦗';
const close = '\\]］】〕〗❳⟧⁆﹞〛⦘';
const opening = new RegExp(`[${open}]`, 'gu');
const closing = new RegExp(`[${close}]`, 'gu');

// Two parts that may both be empty never follow each other: on long runs of spaces that takes quadratic time.
const ignorable = '\\p{Default_Ignorable_Code_Point}';
const gap = `[\\s${ignorable}]*`;
const digits = `\\p{Nd}(?:${ignorable}*\\p{Nd}){0,8}`;
const bracketedNumbers = new RegExp(
  [
    `[${open}](?:${gap}[${open}]){0,2}${gap}(?:[#^]${gap})?${digits}`,
    `(?:${gap}[,;‐-―-]${gap}#?${digits})*(?:†[^${close}]{0,60})?`,
    `${gap}[${close}](?:${gap}[${close}]){0,2}`,
  ].join(''),
  'gu',
);
const withRest = new RegExp(`\\s?${bracketedNumbers.source}(?:\\([^)]{0,600}\\))?`, 'gu');

/** Whether a text contains what looks like a marker: numbers in brackets of any kind and script, or "【3†source】". */
export function hasBracketedNumber(text: string): boolean {
  return text.search(bracketedNumbers) >= 0;
}

/** Removes them, with the space in front and the address behind; repeated, because removing two can leave another one. */
export function removeBracketedNumbers(text: string): string {
  let left = text;
  while (hasBracketedNumber(left)) left = left.replace(withRest, '');
  return left;
}

export function replaceNumberBrackets(text: string, opened: string, closed: string): string {
  return text.replace(bracketedNumbers, found => replaceBrackets(found, opened, closed));
}

/** Replaces all brackets that look like those of a marker. */
function replaceBrackets(text: string, opened: string, closed: string): string {
  return text.replace(opening, opened).replace(closing, closed);
}
