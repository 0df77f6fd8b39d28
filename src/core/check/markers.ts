import { removeBracketedNumbers } from '../conversation/bracketed-numbers.ts';

/** The source after a marker in our own plain text: "(Nadia, 2026-03-10 10:10)". */
const source = /(?<=\d[\]】])\s?\([^()\n]{1,100}, \d{4}-\d\d-\d\d \d\d:\d\d\)/gu;
const messageLink =
  /<?https:\/\/(?:www\.|ptb\.|canary\.)?discord(?:app)?\.com\/channels\/(?:@me|\d{1,20})\/\d{1,20}\/\d{1,20}\/?>?/giu;
const maskedLink = /\[([^[\]\n]{0,300})\]\(<?https?:[^\s()<>]{1,2000}>?\)/giu;
const emptyBrackets = /\s?[([]\s*[)\]]/gu;
const superscript = /(?<=[\p{L}\p{P}])[¹²³⁰⁴-⁹]{1,4}(?![\p{L}\p{N}])/gu;
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
