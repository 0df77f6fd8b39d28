import { replaceBrackets } from './bracketed-numbers.ts';
import { withoutHiddenWords } from './hidden-words.ts';

/** Invisible characters alone do not make a text visible. */
const visible = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a reader sees any of it. */
export function isVisible(text: string): boolean {
  return visible.test(text);
}

/** A name as one well-formed line, to be put before a message; empty if nothing of it shows. */
export function toOneLine(name: string): string {
  return isVisible(name) ? withoutHiddenWords(name).replace(/\s+/g, ' ').trim().toWellFormed() : '';
}

/** Far above what apps allow. In UTF-16 units. */
const longestAuthorName = 256;

/**
 * An author's name as in the source, with its spaces; only line breaks, tabs and hidden words are removed. A longer name
 * than any app allows is cut off.
 */
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

/**
 * A name as claims write it, without what looks like a marker, a mention, quotation marks or another speaker's turn.
 * "[42] Clan" becomes "(42) Clan", "Ann: yes → Bob" becomes "Ann, yes - Bob".
 */
export function toSpeakerName(name: string): string {
  const plain = replaceBrackets(toOneLine(name), '(', ')')
    .replace(/["“”„‟«»「」『』]/gu, "'")
    .replace(/[:：](?=\s)/gu, ',')
    .replace(/→/gu, '-')
    .replace(/^@+/, '');
  return [...plain].slice(0, longestName).join('').trim() || 'someone';
}
