import { toSection } from './section.ts';
import type { Summary } from './summary.ts';

/**
 * The id of the claim that says what a conversation waits for; null if there is none. By matter, only a thread has one: its
 * last open question or request.
 */
export function findActiveRequest({
  source,
  matters,
  claims,
}: Pick<Summary, 'source' | 'matters' | 'claims'>): string | null {
  const kinds =
    matters === undefined ? ['request'] : source.threadId === undefined ? [] : ['request', 'question'];
  const waiting = claims.filter(claim => kinds.includes(toSection(claim)));
  return (matters === undefined ? waiting[0] : waiting.at(-1))?.id ?? null;
}
