import { withoutHiddenWords } from '../../core/conversation/spoilers.ts';

/**
 * C0 and C1 controls, bidirectional overrides and isolates, which reorder the text around them, invisible annotation
 * characters, and noncharacters.
 */
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u202a-\u202e\u2066-\u206f\ufff9-\ufffb]|\p{Noncharacter_Code_Point}/gu;

/** Scripts use half as many marks on a letter; more cover the lines above and below. */
const stackedMarks = /(\p{M}{8})\p{M}+/gu;

const beyondLatin = /[\u0300-\uffff]/;

function withoutUnseen(text: string): string {
  const whole = text.toWellFormed().replace(unseen, '');
  return beyondLatin.test(whole) ? withoutHiddenWords(whole).replace(stackedMarks, '$1') : whole;
}

/** Content as one line that is safe to show: well-formed, without control characters, with single spaces. */
export function toShownLine(text: string): string {
  return withoutUnseen(text)
    .replace(/[\s\u0085]+/g, ' ')
    .trim();
}

/** The same with line breaks and indents; not trimmed, so that pieces of a text still join. */
export function toShownText(text: string): string {
  return withoutUnseen(text).replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n');
}

/**
 * Puts a zero-width space after the @ of `@everyone` and `@here`. Only that disarms them; marks and invisible
 * characters do not.
 */
export function withoutPings(text: string): string {
  return text.replace(/@(?=[\p{M}\p{Cf}]*(?:everyone|here))/giu, '@\u200b');
}
