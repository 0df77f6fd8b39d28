import type { Summary, SummaryClaim } from '../../core/claims/summary/summary.ts';
import { hasSpoiler } from '../../core/conversation/spoilers.ts';
import { interpretDueDate } from '../../core/due-date.ts';
import { isDated } from '../../core/time.ts';
import type { Texts } from '../texts.ts';
import { toShownLine } from './shown.ts';

/** When a task is due; or the target of a shared link, and when it was shared. At least one property is not null. */
export type Due = {
  /** "due tomorrow"; null if the claim's text already contains it, or if it is in another language and `date` says it. */
  readonly words: string | null;
  /** What "tomorrow" means, because a summary may be read days later. Null if the words are a date, or no day is known. */
  readonly date: { readonly at: string; readonly isTimed: boolean } | null;
  /** ISO instant; "after the release" counts from it. Null if `date` is known or if all messages are from one day. */
  readonly saidAt: string | null;
  /** It is a link or a file. */
  readonly isShared?: true;
};

/** When a task is due; null if it is not, or if its text is enough. */
export function toDue(
  claim: SummaryClaim,
  text: string,
  summary: Summary,
  t: Texts,
  severalDays: boolean,
): Due | null {
  const due = toShownLine(claim.due ?? '');
  if (due === '') return null;
  const cited = claim.references.flatMap(({ footnote, quote }) => {
    const note = summary.footnotes[footnote - 1];
    return note ? [{ time: note.time, said: toShownLine(quote?.text ?? note.text) }] : [];
  });
  const source = cited.find(({ said }) => holdsWords(said, due)) ?? cited[0];
  const time = source && isDated(source.time) ? source.time : null;
  const found = time === null ? null : interpretDueDate(due, time, summary.zone, summary.language);
  // A date would reveal the spoiler.
  const meaning = hasSpoiler(due) ? null : found;
  const isForeign = meaning !== null && meaning.language !== summary.language.split('-')[0];
  const isTold = holdsWords(text, due);
  const date =
    meaning && (meaning.isRelative || (isForeign && !isTold))
      ? { at: meaning.instant, isTimed: meaning.date.at !== undefined }
      : null;
  const saidAt = severalDays && meaning === null ? time : null;
  const dueWords = isForeign || isTold ? null : t('summary.due', { when: due });
  return dueWords === null && date === null && saidAt === null ? null : { words: dueWords, date, saidAt };
}

/** When a link or file was shared, and the host of a link that is shown by its label. */
export function toShared(claim: SummaryClaim, summary: Summary): Due | null {
  const note = claim.references.map(({ footnote }) => summary.footnotes[footnote - 1]).find(Boolean);
  if (!note) return null;
  const end = claim.references[0]?.quote?.end;
  const target = end === undefined ? null : labelledTarget.exec(note.text.slice(end));
  const host = target ? toHost(target[1] ?? '') : null;
  const saidAt = isDated(note.time) ? note.time : null;
  return host === null && saidAt === null ? null : { words: host, date: null, saidAt, isShared: true };
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
