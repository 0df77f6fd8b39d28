import type { Quote } from '../../core/claims/claim.ts';
import type { CitedMessage } from '../../core/claims/summary.ts';
import { isWebhookAuthor } from '../../core/conversation/message.ts';
import { maskSpoilers, widenToSpoilers, withoutHiddenWords } from '../../core/conversation/spoilers.ts';
import { replaceNumberBrackets } from '../../core/conversation/text.ts';
import { truncate } from '../cut.ts';
import type { Texts } from '../texts.ts';

/** Controls, bidirectional overrides and isolates, which reorder text, invisible annotation characters, and noncharacters. */
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u202a-\u202e\u2066-\u206f\ufff9-\ufffb]|\p{Noncharacter_Code_Point}/gu;

/** Scripts use half as many marks on a letter; more cover the lines above and below. */
const stackedMarks = /(\p{M}{8})\p{M}+/gu;

const beyondLatin = /[\u0300-\uffff]/;

function withoutUnseen(text: string): string {
  const whole = text.toWellFormed().replace(unseen, '');
  return beyondLatin.test(whole) ? withoutHiddenWords(whole).replace(stackedMarks, '$1') : whole;
}

/** Content as one line that is safe to show: well-formed, without control characters, with single spaces. */
export function toShownLine(text: string): string {
  return withoutUnseen(text)
    .replace(/[\s\u0085]+/g, ' ')
    .trim();
}

/** The same with line breaks and indents; not trimmed, so that pieces of a text still join. */
export function toShownText(text: string): string {
  return withoutUnseen(text).replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n');
}

/** Puts a zero-width space after the @ of `@everyone` and `@here`; nothing else disarms them. */
export function withoutPings(text: string): string {
  return text.replace(/@(?=[\p{M}\p{Cf}]*(?:everyone|here))/giu, '@\u200b');
}

/** The longest snippet, in UTF-16 units, its forward mark and ellipses included. */
const maxSnippetLength = 200;

const forwardMark = '[forwarded] ';

/** One line of a message, marked if it is a forward, from its start or from a little before the quote. */
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

/** A name on one line of at most `max` UTF-16 units, which cannot look like a marker ("[42]" is "(42)"); `otherwise` if it is invisible. */
export function toShownName(name: string, otherwise: string, max = 80): string {
  const shown = replaceNumberBrackets(toShownLine(name), '(', ')');
  return ink.test(shown) ? truncate(shown, max) : otherwise;
}

/** The author of a message. Anybody may choose the name that a webhook shows, so it is marked. */
export function toSenderName(
  { sender, authorId }: { readonly sender: string; readonly authorId?: string | undefined },
  t: Texts,
): string {
  const name = toShownName(sender, t('summary.someone'));
  return isWebhookAuthor(authorId) ? t('summary.viaWebhook', { name }) : name;
}

/** Text as anybody may see it, on several lines if it has them. */
export function toMaskedText(text: string): string {
  return maskSpoilers(toShownText(text));
}

/** The words that are quoted; half a spoiler is all of it. */
export function toQuotedText(text: string, quote: Quote): string {
  const { start, end } = widenToSpoilers(text, quote);
  return toMaskedText(text.slice(start, end));
}

/** The longest address that a marker links to; a longer one would fill a page. */
const maxMarkerUrlLength = 512;

const breaking: Readonly<Record<string, string>> = {
  '(': '%28',
  ')': '%29',
  '[': '%5B',
  ']': '%5D',
  '<': '%3C',
  '>': '%3E',
  ' ': '%20',
  '"': '%22',
  "'": '%27',
  '\\': '%5C',
  '`': '%60',
  '|': '%7C',
  '*': '%2A',
};

/** A safe link target: http(s), with characters that would end a link percent-encoded; null if it is none. */
export function toLinkTarget(url: string | undefined): string | null {
  if (url === undefined || !/^https?:\/\/[^\s/]/i.test(url)) return null;
  if (toShownLine(url) !== url.replace(/ +/g, ' ') || !URL.canParse(url)) return null;
  return url.replace(/[()[\]<> "'\\`|*]/g, character => breaking[character] ?? '');
}

/** A footnote's marker in Discord and Markdown: `[[1]](url)`, or `[1]` without an address. */
export function toMarker(number: number, url: string | null | undefined): string {
  return toLink(`[${number}]`, url);
}

/** A link in Discord and Markdown; only the label if the address is unsafe. */
export function toLink(label: string, url: string | null | undefined): string {
  const target = toLinkTarget(url ?? undefined);
  return target === null || target.length > maxMarkerUrlLength ? label : `[${label}](${target})`;
}
