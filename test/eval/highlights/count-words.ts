/** The words of some texts as a reader counts them; marks alone are none. */
export function countShownWords(texts: readonly string[]): number {
  const words = texts.flatMap(text => text.split(/\s+/));
  return words.filter(word => /[\p{L}\p{N}]/u.test(word)).length;
}
