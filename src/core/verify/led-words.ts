import type { EvidenceMessage } from '../conversation/evidence.ts';
import { findQuote } from './quote.ts';

/** Words in quotation marks of any kind behind a name and a colon, at the beginning of a text or behind an arrow. */
const led = /(?:^|→)\s*@?([^→:："“”„‟«»「」『』]{1,80}?)\s*[:：]\s*["“”„‟«»「『]([^"“”„‟«»「」『』]*)/gu;

/**
 * A name that leads words which stand in no cited message by that person; null where there is none. Who wrote a cited
 * message is not enough: the words behind a name are those of a message by that name.
 */
export function findMisled(
  text: string,
  cited: readonly EvidenceMessage[],
  toAuthorIds: (name: string) => ReadonlySet<string>,
): string | null {
  for (const [, name = '', words = ''] of text.matchAll(led)) {
    const ids = toAuthorIds(name);
    if (ids.size === 0) continue;
    const own = cited.filter(({ author }) => ids.has(author.id));
    // What was left out of a quote stands as an ellipsis.
    const parts = words
      .split('…')
      .map(part => part.trim())
      .filter(part => /[\p{L}\p{N}]/u.test(part));
    const isHeld = (part: string) => own.some(({ text: said }) => findQuote(said, part) !== null);
    if (!parts.every(isHeld)) return name;
  }
  return null;
}
