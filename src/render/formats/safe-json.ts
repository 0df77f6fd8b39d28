import { maskSpoilers } from '../../core/conversation/spoilers.ts';

/** Candidates for `unsafe`, which is slow; and `<`, which could end a script around the document. */
const suspicious = /[^ -~\n]+|<(?=[/!?]|script)/giu;
/** Characters that hide, reorder or cover printed text. */
const unsafe =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e01ef}]|\p{Noncharacter_Code_Point}|(?<=[\ufe00-\ufe0f])[\ufe00-\ufe0f]|(?<=\p{M}{8})\p{M}/gu;

/** Any value as JSON without raw control characters: unchanged when parsed, harmless when printed. */
export function toSafeJson(value: unknown, indent = 2): string {
  return JSON.stringify(
    value,
    (_key, each) => (typeof each === 'string' ? maskSpoilers(each) : each),
    indent,
  ).replace(suspicious, found => (found === '<' ? toEscapes(found) : found.replace(unsafe, toEscapes)));
}

function toEscapes(text: string): string {
  return text
    .split('')
    .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
