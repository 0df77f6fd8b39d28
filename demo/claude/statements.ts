import { trimEnd } from './cues.ts';

const others: Readonly<Record<string, string>> = {
  i: 'they',
  me: 'them',
  my: 'their',
  mine: 'theirs',
  myself: 'themselves',
  "i'm": 'they are',
  "i've": 'they have',
  "i'd": 'they would',
  "i'll": 'they will',
};

/** Turns a speaker's words about themselves into the third person. */
export function toThirdPerson(words: string): string {
  return words.replace(
    /(?<![\p{L}\p{N}'’])(?:i['’](?:m|ve|d|ll)|i|me|my|mine|myself)(?![\p{L}\p{N}'’])/giu,
    word => others[word.toLowerCase().replace('’', "'")] ?? word,
  );
}

const opening =
  /^(?:(?:ok(?:ay)?|yes|yeah|yep|sure|well|so|right|hm+|morning|hi|hello)[,!.]+\s+(?:then\s+)?)+(?=.)/iu;

/** A separate sentence: unchanged if anyone could say it, otherwise as a quotation of its speaker. */
export function toStatement(text: string, author: string): string {
  const sentence = trimEnd(text).replace(opening, '');
  const isPersonal = /(?<![\p{L}\p{N}])(?:i|me|my|we|our|us|you|your)(?![\p{L}\p{N}])/iu.test(sentence);
  if (isPersonal || isQuoteless(text)) return `${author} said: “${text}”`;
  return `${sentence[0]?.toUpperCase()}${sentence.slice(1)}.`;
}

/** A question or a quotation would lose its meaning without its marks. */
function isQuoteless(text: string): boolean {
  return text.endsWith('?') || /[“”"]/.test(text);
}

const common = new Set(
  'about after again also because been before being cannot could does doing done each else even every from going good have here into just know last like look made make many maybe more most much must need next once only other over please really right said same shall should since some still such sure take than thanks that them then there these they thing things think this those time today tomorrow tonight until very want well were what when where which while will with would your yours'.split(
    ' ',
  ),
);

/** The most frequent content words of some texts, at most `most`, in order of first use. */
export function toKeywords(texts: readonly string[], most: number): readonly string[] {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const [word] of text
      .toLowerCase()
      .matchAll(/(?<![\p{L}\p{N}@/.-])[\p{L}]{4,}(?![\p{L}\p{N}'’./-])/gu))
      if (!common.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([word]) => word);
}

/** "tents", "tents and tape", "tents, tape and rain". */
export function join(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
