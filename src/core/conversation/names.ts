import { replaceBrackets } from './bracketed-numbers.ts';
import { withoutHiddenWords } from './hidden-words.ts';

/** Characters that show nothing by themselves make nothing visible. */
const visible = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a reader sees anything of it. */
export function isVisible(text: string): boolean {
  return visible.test(text);
}

/** A name as one well-formed line, so that it can stand in front of a message; empty where nothing of it shows. */
export function toOneLine(name: string): string {
  return isVisible(name) ? withoutHiddenWords(name).replace(/\s+/g, ' ').trim().toWellFormed() : '';
}

/** An author's name as the source has it, its spaces included; only line breaks, tabs and hidden words go. */
export function toAuthorName(name: string): string {
  if (!isVisible(name)) return '';
  return withoutHiddenWords(name)
    .replace(/[\t-\r\u0085\u2028\u2029]+/g, ' ')
    .trim()
    .toWellFormed();
}

/** Far beyond what Discord allows; a claim is not to be all name. */
const longestName = 80;

/**
 * A name as claims write it: nothing in it looks like a marker, a mention, the quotation marks around what its owner
 * said, or a turn in which somebody else speaks. "[42] Clan" is "(42) Clan", "Ann: yes → Bob" is "Ann, yes - Bob".
 */
export function toSpeakerName(name: string): string {
  const plain = replaceBrackets(toOneLine(name), '(', ')')
    .replace(/["“”„‟«»「」『』]/gu, "'")
    .replace(/[:：](?=\s)/gu, ',')
    .replace(/→/gu, '-')
    .replace(/^@+/, '');
  return [...plain].slice(0, longestName).join('').trim() || 'someone';
}
