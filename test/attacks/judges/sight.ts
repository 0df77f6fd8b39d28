// Written apart from the product on purpose: what judges must not share a mistake with what is judged.

const open = /[[［【〔〖❲⟦⁅﹝〚⦗]/gu;
const close = /[\]］】〕〗❳⟧⁆﹞〛⦘]/gu;

/** A text as it looks: what shows nothing is gone, digits and brackets of all kinds are plain ones. */
function toSeen(text: string): string {
  return text
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(open, '[')
    .replace(close, ']')
    .replace(/\p{Nd}/gu, digit => digit.normalize('NFKC').replace(/\D/u, '0'));
}

const looksLikeMarker = /\[[\s#^]*(\d[\s\d]{0,8}(?:[\s,;–-]+#?\d{1,9})*(?:†[^\]]*)?)\s*\]/gu;

/** What a reader would take for markers: what stands between the brackets. */
export function findMarkers(text: string): readonly string[] {
  return [...toSeen(text).matchAll(looksLikeMarker)].map(([, inner = '']) => inner.trim());
}

const unseen: readonly (readonly [string, RegExp])[] = [
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  ['a control character', /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/u],
  ['a line end of another kind', /[\u2028\u2029]/u],
  ['a character that turns the line', /[\u202a-\u202e\u2066-\u2069]/u],
  ['a character that hides or annotates', /[\u206a-\u206f\ufff9-\ufffb]/u],
  [
    'hidden words',
    /(?<![\u{1f3f4}\u{e0020}-\u{e007e}])[\u{e0000}-\u{e007f}]|[\u{e0100}-\u{e01ef}]{2}|[\ufe00-\ufe0f]{2}/u,
  ],
  ['marks over other lines', /\p{M}{12}/u],
  ['half a character', /\p{Cs}/u],
];

/** What stands in a text that nobody sees, or that moves or covers what stands around it. */
export function findUnseen(text: string): readonly string[] {
  return unseen.filter(([, pattern]) => pattern.test(text)).map(([what]) => what);
}

/** Whether numbers, in the order in which a reader meets them, first appear as 1, 2, 3 and so on. */
export function findDisorder(numbers: readonly number[], expected: number): readonly string[] {
  const first = [...new Set(numbers)];
  const isOrdered = first.length === expected && first.every((number, index) => number === index + 1);
  return isOrdered ? [] : [`markers appear as ${first.join()} and should be 1 to ${expected}`];
}
