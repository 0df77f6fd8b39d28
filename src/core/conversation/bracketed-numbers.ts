const open = '[［【〔〖❲⟦⁅﹝〚⦗';
const close = '\\]］】〕〗❳⟧⁆﹞〛⦘';
const opening = new RegExp(`[${open}]`, 'gu');
const closing = new RegExp(`[${close}]`, 'gu');

// No two of these that may be empty stand side by side: on long runs of spaces that would take quadratic time.
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

/**
 * Whether a text holds what a reader would take for a marker: numbers in brackets of any kind, digits of any script,
 * with something unseen between them or not, also as other models cite ("【3†source】").
 */
export function hasBracketedNumber(text: string): boolean {
  return text.search(bracketedNumbers) >= 0;
}

/** The text without them, without the space in front and the address behind; what is left of two may be one again. */
export function removeBracketedNumbers(text: string, onRemoved: () => void = () => undefined): string {
  let left = text;
  while (hasBracketedNumber(left)) {
    left = left.replace(withRest, () => {
      onRemoved();
      return '';
    });
  }
  return left;
}

/** The text with other signs in place of the brackets around numbers; other brackets stay. */
export function replaceNumberBrackets(text: string, opened: string, closed: string): string {
  return text.replace(bracketedNumbers, found => replaceBrackets(found, opened, closed));
}

/** The text with other signs in place of all brackets that look like those of a marker. */
export function replaceBrackets(text: string, opened: string, closed: string): string {
  return text.replace(opening, opened).replace(closing, closed);
}
