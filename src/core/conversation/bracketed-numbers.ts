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

/**
 * Whether a text contains what looks like a marker: numbers in brackets of any kind, digits of any script, invisible
 * characters between them, and the form of other models ("【3†source】").
 */
export function hasBracketedNumber(text: string): boolean {
  return text.search(bracketedNumbers) >= 0;
}

/** Removes them, with the space in front and the address behind; repeated, because removing two can leave another one. */
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

/** Replaces the brackets around numbers; other brackets stay. */
export function replaceNumberBrackets(text: string, opened: string, closed: string): string {
  return text.replace(bracketedNumbers, found => replaceBrackets(found, opened, closed));
}

/** Replaces all brackets that look like those of a marker. */
export function replaceBrackets(text: string, opened: string, closed: string): string {
  return text.replace(opening, opened).replace(closing, closed);
}
