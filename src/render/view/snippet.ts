import type { Quote } from '../../core/claims/claim.ts';
import type { CitedMessage } from '../../core/claims/summary.ts';
import { widenToSpoilers } from '../../core/conversation/spoilers.ts';
import { replaceNumberBrackets } from '../../core/conversation/text.ts';
import { truncate } from '../cut.ts';
import { toShownLine } from './shown.ts';

/** The longest snippet, in UTF-16 units, its forward mark and ellipses included. */
const maxSnippetLength = 200;

const forwardMark = '[forwarded] ';

/**
 * One line of a message, marked if it is a forward. It starts at the start of the message, or a little before the quote
 * if that would not be visible.
 */
export function toSnippet(message: Pick<CitedMessage, 'text' | 'forwarded'>, quote?: Quote | null): string {
  const text = toShownLine(message.text);
  const mark = message.forwarded && !text.startsWith(forwardMark) ? forwardMark : '';
  const room = maxSnippetLength - mark.length;
  if (quote && text.length > room) {
    const words = toShownLine(quote.text);
    const at = text.indexOf(words);
    if (at > 0 && at + words.length > room - 1) {
      const lead = text.slice(0, at);
      const before = Math.max(lead.lastIndexOf(' ', Math.max(0, at - 40)), 0);
      const { start } = widenToSpoilers(text, { start: at - before > 60 ? at : before, end: text.length });
      return truncate(`${mark}…${text.slice(start).trimStart()}`, maxSnippetLength);
    }
  }
  return mark + truncate(text, room);
}

/** A visible character: no space, mark, format character or blank letter. */
const ink = /[^\s\p{Cf}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u;

/**
 * The name of a person or place on one line, at most `max` UTF-16 units; `otherwise` if it is invisible. It cannot look
 * like a marker: "[42] Clan" becomes "(42) Clan".
 */
export function toShownName(name: string, otherwise: string, max = 80): string {
  const shown = replaceNumberBrackets(toShownLine(name), '(', ')');
  return ink.test(shown) ? truncate(shown, max) : otherwise;
}
