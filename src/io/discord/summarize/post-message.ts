import { ButtonStyle, ComponentType } from 'discord.js';
import type { StoredSummary } from '../../../app/ports.ts';
import { toCustomId } from '../../../render/custom-id.ts';
import { type Texts, toTexts } from '../../../render/texts.ts';
import { type MessageBody, noMentions } from '../interaction/message-body.ts';
import { isAwaitingReview } from '../review/needs-review.ts';
import { toSummaryMessage } from './summary-message.ts';

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
