const questionMark = /[?？؟](?=["'”’)\]*_~]*(?:\s|$)|[^\s\x21-\x7e])/u;

/** Whether a text asks something: a question mark ends a word, or is anywhere in scripts without spaces. */
export function hasQuestionMark(text: string): boolean {
  return questionMark.test(text);
}
