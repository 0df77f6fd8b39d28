import type { PromptMessage } from './conversation.ts';

/** One sentence of a message, verbatim. */
export type PromptSentence = { readonly message: PromptMessage; readonly text: string };

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentences of a message, as trimmed slices of its text. */
export function toSentences(message: PromptMessage): readonly PromptSentence[] {
  return message.text
    .split('\n')
    .flatMap(line => [...segmenter.segment(line)].map(({ segment }) => segment.trim()))
    .filter(text => /[\p{L}\p{N}]/u.test(text))
    .map(text => ({ message, text }));
}

const begin = '^(?:(?:ok(?:ay)?|so|well|then|hm+|yes|yeah|sure|right|alright|and|but|also)[,!. ]+)*';
const hedges = /\b(?:maybe|perhaps|might|probably|not sure|i think|i guess|unless|if)\b/i;

export function isQuestion(text: string): boolean {
  return text.endsWith('?');
}

/** A suggestion, as words that follow "agreed" or "suggested": "to take the blue one", "on blue". */
export type Suggestion = { readonly words: string; readonly form: 'verb' | 'noun' };

const suggestions: readonly (readonly [RegExp, Suggestion['form']])[] = [
  [new RegExp(`${begin}let['’]?s (?!see\\b|hope\\b|say\\b)(.+)`, 'i'), 'verb'],
  [new RegExp(`${begin}(?:how about|what if|why don['’]t) we (.+)`, 'i'), 'verb'],
  [new RegExp(`${begin}(?:should|shall|could|can) we (.+)`, 'i'), 'verb'],
  [new RegExp(`${begin}(?:i think |maybe )?we (?:should|could) (.+)`, 'i'), 'verb'],
  [new RegExp(`${begin}(?:how|what) about (?!you\\b)(.+)`, 'i'), 'noun'],
  [new RegExp(`${begin}i(?:['’]d)? (?:suggest|propose|recommend|vote for) (.+)`, 'i'), 'noun'],
];

export function toSuggestion(text: string): Suggestion | null {
  for (const [pattern, form] of suggestions) {
    const words = pattern.exec(text)?.[1];
    if (words !== undefined) return { words: trimEnd(words), form };
  }
  return null;
}

const settling = [
  /\bwe(?:['’]ve| have)? (?:all |both |finally )?(?:decided|agreed) ((?:to|on|that) .+)/i,
  /\bwe(?:['’]re| are) (going|sticking|staying)( with .+)/i,
  /\bwe(?:['’]ll| will) (go|stick|stay)( with .+)/i,
];

/** What a sentence says is decided, as words that follow "It was decided"; null if it only supposes it. */
export function toSettled(text: string): string | null {
  if (isQuestion(text) || hedges.test(text) || /n['’]t\b|\bnot\b|\bnever\b/i.test(text)) return null;
  for (const pattern of settling) {
    const [, first, second] = pattern.exec(text) ?? [];
    if (first === undefined) continue;
    if (second === undefined) return trimEnd(first);
    return `to ${first.replace(/^(?:going)$/i, 'go').replace(/^(stick|stay)(?:k?ing)?$/i, '$1')}${trimEnd(second)}`;
  }
  return null;
}

const yes =
  /^(?:oh |well )?(?:yes|yep|yup|yeah|sure|agreed?|i agree|\+1|👍|sounds (?:good|great|fine)|works for me|(?:fine|ok|good) (?:by|with|for) me|(?:good|great|nice) (?:idea|plan)|deal|let['’]?s do (?:it|that)|do it|ok(?:ay)?)(?![\p{L}\p{N}])/iu;
const no =
  /^(?:oh |well )?(?:no|nope|nah|i disagree|rather not|bad idea|not a fan|i['’]d rather not)(?![\p{L}\p{N}])/iu;
const reservation = /\b(?:but|only|unless|except|though|until|not|no|never)\b|n['’]t\b/i;

/** Whether a message accepts or refuses a suggestion; null for "yes, but …". */
export function toAnswer(text: string): 'yes' | 'no' | null {
  if (no.test(text)) return 'no';
  if (!yes.test(text) || isQuestion(text) || reservation.test(text)) return null;
  return text.split(/\s+/).length <= 12 ? 'yes' : null;
}

/** What a person says that they will do. */
export function toPromise(text: string): string | null {
  if (isQuestion(text)) return null;
  const match =
    /(?:^|[,;.!–—-]\s*|\band )(?:ok(?:ay)? |sure |yeah )?i(?:['’]ll| will|['’]m going to| am going to) (?!be (?:back|away|late|off)\b|not\b|never\b|probably\b|have to\b|see\b)(.+)/i.exec(
      text,
    );
  return match?.[1] === undefined ? null : trimEnd(match[1]);
}

/** A request, and the name of the person who is asked, if it is given. */
export function toWish(text: string): { readonly words: string; readonly name: string | null } | null {
  const match =
    /^(?:@?([\p{L}\p{N}_.-]+)[,:]? )?(?:(?:can|could|would|will) you(?: please)?|please) (.+)/iu.exec(text);
  return match?.[2] === undefined ? null : { words: trimEnd(match[2]), name: match[1] ?? null };
}

const due =
  /\b(?:by|before|until|on|next|this) (?:the )?(?:end of (?:the )?(?:day|week|month)|(?:next )?(?:mon|tues|wednes|thurs|fri|satur|sun)day(?: (?:morning|afternoon|evening|night))?|tomorrow|tonight|noon|\d{1,2}(?::\d\d)? ?(?:am|pm)?)\b|\b(?:tomorrow|tonight|today)\b/i;

/** The due date in the sentence's own words; empty if there is none. */
export function toDue(text: string): string {
  return due.exec(text)?.[0] ?? '';
}

export function isConstraint(text: string): boolean {
  return (
    !isQuestion(text) &&
    /\b(?:must(?:n['’]t)?|deadline|at the latest|not allowed|have to|has to|need(?:s)? to|no more than|at most|only until|can(?:not|['’]t) be)\b/i.test(
      text,
    )
  );
}

export function hasFigure(text: string): boolean {
  return /\d/.test(text) && text.split(/\s+/).length >= 3;
}

export function trimEnd(text: string): string {
  return text.replace(/[\s.!?…,;:]+$/u, '');
}
