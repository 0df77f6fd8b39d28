const suspicious = /[\ufe00-\ufe0f]{2}|[\u{e0000}-\u{e01ef}]/u;
/** Regional flags (England's, Scotland's) are a black flag, a few tags and the tag that ends them. */
const flagOrTags =
  /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,6}\u{e007f})|[\u{e0000}-\u{e007f}]+/gu;
const selectors = /([\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]+/gu;

/**
 * Removes words that a model reads but no person sees: letters as tag characters, bytes as variation selectors. A
 * conversation contains only what people could read in it.
 */
export function withoutHiddenWords(text: string): string {
  if (!suspicious.test(text)) return text;
  return text.replace(flagOrTags, '$1').replace(selectors, '$1');
}
