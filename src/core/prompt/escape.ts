import { toBars } from '../conversation/spoilers.ts';

/** Escapes text for the inside of an element. The model's API refuses half a surrogate pair, so it is replaced. */
export function escapeText(text: string): string {
  return toBars(text)
    .toWellFormed()
    .replace(/[&<>]/g, sign => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'));
}

/** Escapes text for an attribute: on one line, with quotation marks escaped. */
export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;').replace(/\s+/g, ' ');
}
