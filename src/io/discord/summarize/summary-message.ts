import { ButtonStyle } from 'discord.js';
import type { StoredRequest, StoredSummary } from '../../../app/store-ports.ts';
import { withoutClaims } from '../../../core/claims/note.ts';
import { isAwaitingReview } from '../../../core/claims/review.ts';
import type { Summary } from '../../../core/claims/summary.ts';
import { toOneLine } from '../../../core/conversation/text.ts';
import { toCustomId, toDigestId } from '../../../render/custom-id.ts';
import { toEmbedPages, toLead, withoutLeadLines } from '../../../render/embed/embed.ts';
import { type MessageBody, type Row, toButton, toRow, toSelect } from '../../../render/embed/message-body.ts';
import { toNoteLines } from '../../../render/embed/note-lines.ts';
import { type Texts, toFrameTexts, toTexts } from '../../../render/texts.ts';
import { toTickRow } from '../decisions/entry-message.ts';

type SummaryMessageOptions = {
  /** From 1; a greater number means the last page. */
  readonly page: number;
  /** A private summary can be shared, and a public one voted on. */
  readonly isPrivate: boolean;
  readonly t: Texts;
  /** Lines above the embed; a lead in them is replaced. */
  readonly content?: string;
  /** Other lines that are put above these; the lead leaves room for them. */
  readonly above?: readonly string[] | undefined;
  readonly below?: readonly Row[] | undefined;
};

/** Discord's limits for a message. */
const mostRows = 5;
const mostContent = 2_000;

/** A channel or thread; the messages with a greater id are what a person missed. */
export type Missed = { readonly channelId: string; readonly afterId: string };

/** The first select; its values have the format of a button's custom id. */
export const missedSelectId = 'catchup';

/** Writes `catchup:CHANNEL:AFTER`, so that nothing has to be stored. */
export function toMissedId({ channelId, afterId }: Missed): string {
  return `catchup:${channelId}:${afterId}`;
}

/** The threads of what was read, to be summarized for who chooses one. Not in a direct message, where no server can be asked for. */
function toThreadRow({ threads = [], isDirect }: StoredSummary, t: Texts): readonly Row[] {
  if (threads.length === 0 || isDirect) return [];
  const options = threads.map(({ id, title, afterId }) => ({
    label: toOneLine(title) || id,
    value: toMissedId({ channelId: id, afterId }),
  }));
  return [
    toRow(toSelect(missedSelectId, options, t('bot.catchup.selectThread', { threads: threads.length }))),
  ];
}

/** Whether it is one list of lines, each with its channel. */
export function isCard({ everywhere, detail }: StoredRequest): boolean {
  return everywhere === true && detail === 'brief';
}

/** Whether the button for a further question is below the summary itself, and not under *More*. */
export function asksFurther({ summary, isDirect }: StoredSummary): boolean {
  return summary.question !== undefined && isDirect !== true;
}

/** The possible votes on a summary, with their buttons' emoji. */
export const opinions = [
  { emoji: '👍', action: 'helpful' },
  { emoji: '👎', action: 'unhelpful' },
] as const;

/** One page of a stored summary with its buttons: a row of page buttons if there are several, and the row of its own. */
export function toSummaryMessage(stored: StoredSummary, options: SummaryMessageOptions): MessageBody {
  const { summary, request } = stored;
  const said = withoutLeadLines(options.content ?? '');
  const shown = { isCard: isCard(request), newIds: stored.note?.newIds };
  const above = [...(options.above ?? []), said, ''].join('\n');
  const lead = toLead(summary, shown, mostContent - above.length);
  const pages = toEmbedPages(summary, { isPublic: !options.isPrivate, ...shown, leadItems: lead.items });
  const page = pages[Math.min(options.page, pages.length) - 1];
  const summaryId = summary.id;
  const rows = page?.components ?? [];
  const turning = rows.slice(0, pages.length > 1 ? 1 : 0);
  const own = [
    ...rows.slice(turning.length).flatMap(({ components }) => components),
    ...(options.isPrivate
      ? [toButton(options.t('bot.buttons.share'), toCustomId({ summaryId, action: 'share' }))]
      : []),
    ...(asksFurther(stored)
      ? [toButton(options.t('bot.buttons.askFurther'), toCustomId({ summaryId, action: 'ask' }))]
      : []),
    toButton(options.t('bot.more.button'), toCustomId({ summaryId, action: 'more' })),
    ...(options.isPrivate ? [] : opinions).map(({ emoji, action }) =>
      toButton('', toCustomId({ summaryId, action }), { emoji }),
    ),
  ];
  const tick = toTickRow(stored, options.isPrivate ? stored.requesterId : null, options.t);
  const below = [...toThreadRow(stored, options.t), ...(options.below ?? [])];
  const rowsBelow = [...turning, toRow(...own), ...(tick === null ? [] : [tick]), ...below];
  return {
    content: [said, Math.min(options.page, pages.length) === 1 ? lead.text : ''].filter(Boolean).join('\n'),
    embeds: page?.embeds ?? [],
    components: rowsBelow.slice(0, mostRows),
  };
}

/** The language of a public post: for a digest, the summary's, otherwise the requester's. */
export function toPostWords({ request, summary, locale = 'en-US' }: StoredSummary): Texts {
  return request.digestId === undefined ? toTexts(locale) : toFrameTexts(summary.language);
}

/** What everybody sees: of a note, what was shown before its news was held. Null if all of it is held. */
export function toPublicSummary(stored: StoredSummary): Summary | null {
  if (!isAwaitingReview(stored)) return stored.summary;
  return stored.note ? withoutClaims(stored.summary, stored.note.unreviewed ?? []) : null;
}

/** A public message of a summary; while it is held, a line that says so, with the Review button. */
export function toPostMessage(
  stored: StoredSummary,
  { page, t, content = '', below: rows = [] }: Omit<SummaryMessageOptions, 'isPrivate'>,
): MessageBody {
  const { id: summaryId, claims } = stored.summary;
  const isHeld = isAwaitingReview(stored);
  const unreviewed = isHeld ? (stored.note?.unreviewed ?? []) : [];
  const heldLine =
    stored.request.digestId === undefined
      ? t('bot.review.held', { person: `<@${stored.requesterId}>` })
      : t('bot.review.heldDigest');
  const others = stored.note
    ? toNoteLines(stored.note, t, claims.filter(({ id }) => unreviewed.includes(id)).length)
    : withoutLeadLines(content)
        .split('\n')
        .filter(line => line !== heldLine && line !== '');
  const { card, request } = stored;
  const shown = card?.sources === null ? [...others.slice(0, 1), `-# ${t('bot.digest.me.changed')}`] : others;
  const below = [
    ...rows,
    ...(card && request.digestId !== undefined ? [toStopCardRow(request.digestId, t)] : []),
  ];
  if (!isHeld)
    return toSummaryMessage(stored, { page, isPrivate: false, t, content: shown.join('\n'), below });
  // Of a note, what was shown before stays.
  const reviewed = toPublicSummary(stored);
  const pages = reviewed && reviewed.claims.length > 0 ? toEmbedPages(reviewed) : [];
  const open = pages[Math.min(page, pages.length) - 1];
  return {
    content: [...(stored.note ? [] : [heldLine]), ...others].join('\n'),
    embeds: open?.embeds ?? [],
    components: [
      ...(pages.length > 1 ? (open?.components ?? []).slice(0, 1) : []),
      toRow(
        toButton(t('bot.review.open'), toCustomId({ summaryId, action: 'review' }), {
          style: ButtonStyle.Primary,
        }),
        toButton(t('bot.buttons.open'), toCustomId({ summaryId, action: 'open' })),
        toButton(t('bot.buttons.delete'), toCustomId({ summaryId, action: 'delete' })),
      ),
    ],
  };
}

/** The button with which the reader of a card by direct message stops it. */
export function toStopCardRow(digestId: string, t: Texts): Row {
  return toRow(toButton(t('bot.digest.me.buttons.stop'), toDigestId({ kind: 'stop', digestId })));
}
