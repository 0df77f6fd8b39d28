/** A part of a claim in quotation marks: offsets into the claim, including the marks, and the words between them. */
export type Quotation = { readonly start: number; readonly end: number; readonly words: string };

const quoted = /“([^“”]+)”|"([^"]+)"|„([^„“”]+)[“”]|«([^«»]+)»|「([^「」]+)」/gu;

/** The quotations of a text, in order. */
export function findQuotations(text: string): readonly Quotation[] {
  return [...text.matchAll(quoted)].map(match => ({
    start: match.index,
    end: match.index + match[0].length,
    words: match.slice(1).find(group => group !== undefined) ?? '',
  }));
}

/** Words in the form for quotation marks: on one line, without a mark that would end the quotation. */
export function toInnerQuote(words: string): string {
  return words.replace(/\s+/g, ' ').replace(/["“”„‟«»「」『』]/gu, "'");
}

/** One or two words in quotation marks are the name of a thing ("the 'dev' branch"); more are a quote. */
export function isPhrase(words: string): boolean {
  return words.trim().split(/\s+/).length > 2 || words.trim().length > 24;
}
