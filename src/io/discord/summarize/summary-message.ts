import {
  type APIButtonComponentWithCustomId,
  type APIButtonComponentWithURL,
  ButtonStyle,
  ComponentType,
} from 'discord.js';
import type { StoredSummary } from '../../../app/ports.ts';
import { toCustomId } from '../../../render/custom-id.ts';
import { toEmbedPages } from '../../../render/embed/embed.ts';
import { type Texts, toTexts } from '../../../render/texts.ts';
import { type MessageBody, noMentions } from '../interaction/message-body.ts';
import { isAwaitingReview } from '../review/needs-review.ts';

type SummaryMessageOptions = {
  /** From 1; a greater number means the last page. */
  readonly page: number;
  /** A private summary can be shared, and a public one voted on. */
  readonly isPrivate: boolean;
  readonly t: Texts;
  /** Lines above the embed. */
  readonly content?: string;
};

/** The possible votes on a summary, with their buttons' emoji. */
export const opinions = [
  { emoji: '👍', action: 'helpful' },
  { emoji: '👎', action: 'unhelpful' },
] as const;

/**
 * One page of a stored summary with its buttons: a row of page buttons if there are several pages, and the row of the
 * summary's own.
 */
export function toSummaryMessage(stored: StoredSummary, options: SummaryMessageOptions): MessageBody {
  const { summary } = stored;
  const pages = toEmbedPages(summary);
  const page = pages[Math.min(options.page, pages.length) - 1];
  const summaryId = summary.id;
  const rows = page?.components ?? [];
  const turning = rows.slice(0, pages.length > 1 ? 1 : 0);
  const own = [
    ...rows.slice(turning.length).flatMap(({ components }) => components),
    ...(options.isPrivate
      ? [toPlainButton({ label: options.t('bot.buttons.share') }, { summaryId, action: 'share' })]
      : []),
    toPlainButton({ label: options.t('bot.more.button') }, { summaryId, action: 'more' }),
    ...(options.isPrivate ? [] : opinions).map(({ emoji, action }) =>
      toPlainButton({ emoji: { name: emoji } }, { summaryId, action }),
    ),
  ];
  return {
    content: options.content ?? '',
    embeds: page ? [...page.embeds] : [],
    components: [...turning, toActionRow(own)],
    allowedMentions: noMentions,
  };
}

type Button = APIButtonComponentWithCustomId;

export function toPlainButton(
  face: Pick<Button, 'label' | 'emoji'>,
  action: Parameters<typeof toCustomId>[0],
): Button {
  return {
    type: ComponentType.Button,
    style: ButtonStyle.Secondary,
    ...face,
    custom_id: toCustomId(action),
  };
}

export function toActionRow(
  components: readonly (Button | APIButtonComponentWithURL)[],
): MessageBody['components'][number] {
  return { type: ComponentType.ActionRow, components: [...components] };
}

type PostMessageOptions = {
  /** From 1; a greater number means the last page. */
  readonly page: number;
  readonly t: Texts;
  /** The lines above the embed. */
  readonly content: string;
};

/** The language of a public post: for a digest, the summary's, otherwise the requester's. */
export function toPostWords({ request, summary, locale = 'en-US' }: StoredSummary): Texts {
  return toTexts(request.digestId === undefined ? locale : summary.language);
}

/** A public message of a summary; while it is held, a line that says so, with the Review button. */
export function toPostMessage(stored: StoredSummary, { page, t, content }: PostMessageOptions): MessageBody {
  const heldLine =
    stored.request.digestId === undefined
      ? t('bot.review.held', { person: `<@${stored.requesterId}>` })
      : t('bot.review.heldDigest');
  const others = content.split('\n').filter(line => line !== heldLine && line !== '');
  if (!isAwaitingReview(stored))
    return toSummaryMessage(stored, { page, isPrivate: false, t, content: others.join('\n') });
  return {
    content: [heldLine, ...others].join('\n'),
    embeds: [],
    components: [{ type: ComponentType.ActionRow, components: toButtons(stored.summary.id, t) }],
    allowedMentions: noMentions,
  };
}

function toButtons(summaryId: string, t: Texts) {
  const button = { type: ComponentType.Button as const };
  return [
    {
      ...button,
      style: ButtonStyle.Primary as const,
      label: t('bot.review.open'),
      custom_id: toCustomId({ summaryId, action: 'review' }),
    },
    {
      ...button,
      style: ButtonStyle.Secondary as const,
      label: t('bot.buttons.open'),
      custom_id: toCustomId({ summaryId, action: 'open' }),
    },
    {
      ...button,
      style: ButtonStyle.Secondary as const,
      label: t('bot.buttons.delete'),
      custom_id: toCustomId({ summaryId, action: 'delete' }),
    },
  ];
}
