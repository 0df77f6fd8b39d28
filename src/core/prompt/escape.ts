import { toBars } from '../conversation/spoilers.ts';

/** A text as it may stand inside an element; half an emoji is refused by the model's API, so it is made whole. */
export function escapeText(text: string): string {
  return toBars(text)
    .toWellFormed()
    .replace(/[&<>]/g, sign => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'));
}

/** A text as it may stand inside an attribute: on one line, without a quotation mark that would end it. */
export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;').replace(/\s+/g, ' ');
}
