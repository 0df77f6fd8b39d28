const questionMark = /[?？؟](?=["'”’)\]*_~]*(?:\s|$)|[^\s\x21-\x7e])/u;

/** Whether a text asks something: by a question mark at the end of a word, or anywhere in scripts that set no spaces. */
export function hasQuestionMark(text: string): boolean {
  return questionMark.test(text);
}
