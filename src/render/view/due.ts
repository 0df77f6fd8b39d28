import type { Summary, SummaryClaim } from '../../core/claims/summary.ts';
import { hasSpoiler } from '../../core/conversation/spoilers.ts';
import { interpretDueDate } from '../../core/due-date.ts';
import { isDated } from '../../core/time.ts';
import type { Texts } from '../texts.ts';
import { toShownLine } from './shown.ts';

/** When a task is due, or the host of a link that is shown by its label. At least one property is not null. */
export type Due = {
  /** "due tomorrow"; null if the claim's text already contains it, or if it is in another language and `date` says it. */
  readonly words: string | null;
  /** What "tomorrow" means, because a summary may be read days later. Null if the words are a date, or no day is known. */
  readonly date: { readonly at: string; readonly isTimed: boolean } | null;
};

/** "(due tomorrow, 23 Aug 2025)", with the instant written by `write`. */
export function toDueWords(
  { words, date }: Due,
  t: Texts,
  write: (iso: string, isTimed?: boolean) => string,
): string {
  if (date === null) return `(${words})`;
  const on = write(date.at, date.isTimed);
  return `(${words === null ? t('summary.due', { when: on }) : t.list([words, on])})`;
}

/** When a task is due; null if it is not, or if its text is enough. */
export function toDue(claim: SummaryClaim, text: string, summary: Summary, t: Texts): Due | null {
  const due = toShownLine(claim.due ?? '');
  if (due === '') return null;
  const cited = claim.references.flatMap(({ footnote, quote }) => {
    const note = summary.footnotes[footnote - 1];
    return note ? [{ time: note.time, said: toShownLine(quote?.text ?? note.text) }] : [];
  });
  const source = cited.find(({ said }) => holdsWords(said, due)) ?? cited[0];
  const found =
    source && isDated(source.time)
      ? interpretDueDate(due, source.time, summary.zone, summary.language)
      : null;
  // A date would reveal the spoiler.
  const meaning = hasSpoiler(due) ? null : found;
  const isForeign = meaning !== null && meaning.language !== summary.language.split('-')[0];
  const isTold = holdsWords(text, due);
  const date =
    meaning && (meaning.isRelative || (isForeign && !isTold))
      ? { at: meaning.instant, isTimed: meaning.date.at !== undefined }
      : null;
  const words = isForeign || isTold ? null : t('summary.due', { when: due });
  return words === null && date === null ? null : { words, date };
}

/** The host of a link that is shown by its label. */
export function toLinkHost(claim: SummaryClaim, summary: Summary): Due | null {
  const [reference] = claim.references;
  const note = reference && summary.footnotes[reference.footnote - 1];
  if (!note || !reference.quote) return null;
  const target = labelledTarget.exec(note.text.slice(reference.quote.end));
  const host = target ? toHost(target[1] ?? '') : null;
  return host === null ? null : { words: host, date: null };
}

/** The part after a link's label in Markdown. */
const labelledTarget = /^\]\(<?(https?:\/\/[^\s)>]+)/;

/** In ASCII, so that letters of another script cannot imitate it. */
function toHost(url: string): string | null {
  return URL.canParse(url) ? new URL(url).hostname : null;
}

const letter = /[\p{L}\p{N}]/u;

/** Whether a text contains `words`, ignoring case; "money" does not contain "Mon". */
function holdsWords(text: string, words: string): boolean {
  const [inside, sought] = [text.toLowerCase(), words.toLowerCase()];
  const isJoined = (a: string, b: string) => /[a-z]/.test(a + b) && letter.test(a) && letter.test(b);
  for (let at = inside.indexOf(sought); at >= 0; at = inside.indexOf(sought, at + 1)) {
    const end = at + sought.length;
    const joined =
      isJoined(inside.charAt(at - 1), sought.charAt(0)) || isJoined(sought.slice(-1), inside.charAt(end));
    if (!joined) return true;
  }
  return false;
}
