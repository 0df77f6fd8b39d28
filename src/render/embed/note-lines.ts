import type { NoteState } from '../../core/claims/stored-summary.ts';
import type { Texts } from '../texts.ts';
import { toTimestamp } from './discord-markup.ts';
import { toInline } from './message-body.ts';

/** When a note was renewed, what says that its post is solved, why it waits, and how many lines are `waiting` for a review. */
export function toNoteLines(note: NoteState, t: Texts, waiting = 0): readonly string[] {
  const { newIds, changed, left, solvedTags = [], answer, isClosed, cappedUntil } = note;
  const time = toTimestamp(note.renewedAt, 'f');
  const isRenewed = newIds.length + changed + left > 0;
  const state = toSolvedWords(solvedTags, answer?.url, t);
  return [
    waiting > 0
      ? t('bot.note.held', { time, count: waiting, left })
      : isRenewed
        ? t('bot.note.renewed', { time, added: newIds.length, changed, left })
        : t('bot.note.first', { time }),
    ...(state === '' ? [] : [state]),
    ...(isClosed ? [t('bot.note.closed')] : []),
    ...(cappedUntil === undefined ? [] : [t('bot.note.capped', { resets: toTimestamp(cappedUntil, 'R') })]),
  ];
}

/** That a post is marked as solved, and the message that its author thanked for; empty if neither is known. */
export function toSolvedWords(tags: readonly string[], link: string | undefined, t: Texts): string {
  return [
    ...(tags.length > 0 ? [t('bot.post.solved', { tags: toTagList(tags, t) })] : []),
    ...(link ? [t('bot.post.thanked', { link })] : []),
  ].join(' ');
}

export function toTagList(names: readonly string[], t: Texts): string {
  return t.list(names.map(name => toInline(name)));
}
