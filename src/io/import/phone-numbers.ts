import { createHmac } from 'node:crypto';

/** Between the groups of a number: one sign, or a space beside it. Never the end of a line. */
const gap = String.raw`(?:[ \t\u00a0\u202f]?[().\-/\u2010-\u2013][ \t\u00a0\u202f]?|[ \t\u00a0\u202f]){0,2}`;
/** "+49 …", "0049 …", "wa.me/49…", "@49…", as WhatsApp mentions people, and "0171 …". */
const candidate = new RegExp(
  String.raw`(?<![\p{L}\d])(?:\+|(?<![.,:/-])00(?=[1-9])|(?:wa\.me/|phone=|tel:)\+?|@(?=\d{7,15}(?!\d))|(?<![.,:/+-])(?=0[1-9]))\(?\d(?:${gap}\d)*`,
  'gu',
);
const invisible = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Digits as letters: a number in a claim would be looked for in the messages. */
const letters = 'BDFGKLMNPR';
const moreLetters = 'BCDFGHJKLMNPQRSTVWXZ';
const hashLetters = 6;

/** Masks phone numbers: "+…NPKTRWBM" ends in 78; the rest is a keyed hash, the same in every export that is read with the key. */
export function createNumberMask(key: string): (text: string) => string {
  const masks = new Map<string, string>();
  const toMask = (digits: string): string => {
    const known = masks.get(digits);
    if (known !== undefined) return known;
    const hash = createHmac('sha256', key).update(digits).digest().subarray(0, hashLetters);
    const end = digits.slice(-2).replace(/\d/g, digit => letters[Number(digit)] ?? '');
    const mask = `+…${end}${Array.from(hash, byte => moreLetters[byte % moreLetters.length]).join('')}`;
    masks.set(digits, mask);
    return mask;
  };
  const replaceFound = (found: string, at: number, text: string): string => {
    const [, prefix = '', rest = ''] = /^((?:\+|00|\D*\+?)?)(.*)$/su.exec(found) ?? [];
    const isNational = prefix === '' && rest.startsWith('0');
    const sort = isNational ? 'national' : prefix === '+' ? 'written' : 'link';
    const isOpen = /^(?:\p{L}|:\d)/u.test(text.slice(at + found.length, at + found.length + 2));
    const number = cutNumber(rest, sort, isOpen);
    if (number === null) return found;
    const kept = prefix === '+' || prefix === '00' ? '' : prefix.replace(/\+$/u, '');
    return `${kept}${toMask(toDigits(number))}${rest.slice(number.length)}`;
  };
  return text =>
    /\d{2}/.test(text) ? text.replace(candidate, (found, at: number) => replaceFound(found, at, text)) : text;
}

type Sort = 'national' | 'written' | 'link';

/** As many groups from the start as make one number; null if none. With `isOpen`, the last goes on as something else: "10:30". */
function cutNumber(text: string, sort: Sort, isOpen: boolean): string | null {
  if (isAmountOrDate(text, sort)) return null;
  const { min, max } = lengths[sort];
  let number = '';
  for (const { 0: part, index } of text.matchAll(/[^\d]*\d+/gu)) {
    const digits = toDigits(part).length;
    const before = toDigits(number).length;
    const last = /\d+$/u.exec(number)?.[0].length ?? 0;
    const isTail = isOpen && index + part.length === text.length;
    if (before >= min && (isTail || before + digits > max || isComplete(number, before, last, digits))) break;
    number += part;
  }
  const count = toDigits(number).length;
  return count >= min && count <= max ? number : null;
}

/** The digits, with the country code if there is one. */
const lengths = {
  national: { min: 9, max: 12 },
  written: { min: 8, max: 15 },
  link: { min: 7, max: 15 },
} as const;

/** A number in groups of two goes on with two digits; after a long group they are something else. */
function isComplete(number: string, digits: number, last: number, next: number): boolean {
  const isNorthAmerican = number.startsWith('1') && digits === 11;
  return isNorthAmerican || (digits >= 10 && next <= 2 && last > 3);
}

/** "+1 000 000" and "+250 000", "01.02.2026", "03/04/26 10". */
function isAmountOrDate(text: string, sort: Sort): boolean {
  if (sort === 'national') return /^0\d[./-]\d{1,2}[./-]\d{2,4}(?!\d)/u.test(text);
  const isGrouped = /^\d{1,3}(?:[ .\u00a0\u202f]\d{3})+$/u.test(text);
  return sort === 'written' && isGrouped && (text.endsWith('000') || toDigits(text).length < 9);
}

/** "+49 (0)171" is "+49 171". */
function toDigits(number: string): string {
  return number.replace('(0)', '').replace(/\D/gu, '');
}

/** Direction marks surround numbers that stand for people. */
export function withoutDirectionMarks(name: string): string {
  return name.replace(invisible, '');
}
