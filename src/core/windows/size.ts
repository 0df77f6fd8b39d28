import type { EvidenceMessage } from '../conversation/evidence.ts';

const latinPerToken = 3.5;
/** What the element around a text takes: position, time, author. */
const tokensAround = 14;
const lastLatin = 0x24f;

/** About how many tokens a text is: it grows as the API's count does, and needs no call. */
export function estimateTokens(text: string): number {
  let latin = 0;
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) <= lastLatin) latin += 1;
  return Math.ceil(latin / latinPerToken) + text.length - latin;
}

/** About how many tokens a message takes in a prompt. */
export function estimateMessage({ text }: Pick<EvidenceMessage, 'text'>): number {
  return tokensAround + estimateTokens(text);
}
