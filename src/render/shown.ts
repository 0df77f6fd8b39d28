/** C0 and C1 controls, and the bidirectional overrides and isolates that reorder what stands around them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const unseen = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Content as one line that a reader may be shown: well-formed, without control characters, runs of space as one. */
export function toShownLine(text: string): string {
  return text
    .toWellFormed()
    .replace(unseen, '')
    .replace(/[\s\u0085]+/g, ' ')
    .trim();
}

/** The same, with its line breaks and indents kept; not trimmed, so that pieces of a text still join. */
export function toShownText(text: string): string {
  return text
    .toWellFormed()
    .replace(unseen, '')
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n');
}
