/** A phone number that is a name or is written out with its country. */
const number = /\+\d[\d\s().\u00a0-]{5,20}\d/gu;
/** WhatsApp writes mentions of people without a name as "@4915112345678". */
const mention = /@\d{7,15}(?!\d)/gu;
const invisible = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Digits as letters: a number in a claim would be looked for in the messages. */
const letters = 'BDFGKLMNPR';

/**
 * Masks phone numbers: "+…NP" ends in 78. A number gets the same mask wherever it is, and no two numbers get the same: the
 * second one that ends in 78 is "+…NPB", the third "+…NPD".
 */
export function createNumberMask(): (text: string) => string {
  const masks = new Map<string, string>();
  const taken = new Map<string, number>();
  const toMask = (found: string): string => {
    const digits = found.replace(/\D/g, '');
    const known = masks.get(digits);
    if (known !== undefined) return known;
    const end = digits.slice(-2);
    const before = taken.get(end) ?? 0;
    taken.set(end, before + 1);
    const mask = `+…${toLetters(end)}${before === 0 ? '' : toLetters(String(before - 1))}`;
    masks.set(digits, mask);
    return mask;
  };
  return text =>
    /\d{2}/.test(text)
      ? text
          .replace(number, found => (isNumber(found) ? toMask(found) : found))
          .replace(mention, found => `@${toMask(found)}`)
      : text;
}

function toLetters(digits: string): string {
  return digits.replace(/\d/g, digit => letters[Number(digit)] ?? '');
}

function isNumber(found: string): boolean {
  const digits = found.replace(/\D/g, '').length;
  return digits >= 7 && digits <= 15;
}

/** Marks of writing direction surround numbers that stand for people. */
export function withoutDirectionMarks(name: string): string {
  return name.replace(invisible, '');
}
