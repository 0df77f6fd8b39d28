import { ButtonStyle, ComponentType } from 'discord.js';
import type { StoredSummary } from '../../../app/ports.ts';
import { toCustomId } from '../../../render/custom-id.ts';
import { toBotWords } from '../../../render/words/bot/index.ts';
import type { BotWords } from '../../../render/words/bot/words.ts';
import { type MessageBody, noMentions } from '../interaction/message-body.ts';
import { isAwaitingReview } from '../review/needs-review.ts';
import { toSummaryMessage } from './summary-message.ts';

type PostMessageOptions = {
  /** From 1; a greater number means the last page. */
  readonly page: number;
  readonly words: BotWords;
  /** The lines above the embed. */
  readonly content: string;
};

/** The language of a public post: for a digest, the summary's, otherwise the requester's. */
export function toPostWords({ request, summary, locale = 'en-US' }: StoredSummary): BotWords {
  return toBotWords(request.digestId === undefined ? locale : summary.language);
}

/** A public message of a summary; while it is held, a line that says so, with the Review button. */
export function toPostMessage(
  stored: StoredSummary,
  { page, words, content }: PostMessageOptions,
): MessageBody {
  const heldLine =
    stored.request.digestId === undefined
      ? words.review.held(`<@${stored.requesterId}>`)
      : words.review.heldDigest;
  const others = content.split('\n').filter(line => line !== heldLine && line !== '');
  if (!isAwaitingReview(stored))
    return toSummaryMessage(stored, { page, isPrivate: false, words, content: others.join('\n') });
  return {
    content: [heldLine, ...others].join('\n'),
    embeds: [],
    components: [{ type: ComponentType.ActionRow, components: toButtons(stored.summary.id, words) }],
    allowedMentions: noMentions,
  };
}

function toButtons(summaryId: string, words: BotWords) {
  const button = { type: ComponentType.Button as const };
  return [
    {
      ...button,
      style: ButtonStyle.Primary as const,
      label: words.review.open,
      custom_id: toCustomId({ summaryId, action: 'review' }),
    },
    {
      ...button,
      style: ButtonStyle.Secondary as const,
      label: words.buttons.open,
      custom_id: toCustomId({ summaryId, action: 'open' }),
    },
    {
      ...button,
      style: ButtonStyle.Secondary as const,
      label: words.buttons.delete,
      custom_id: toCustomId({ summaryId, action: 'delete' }),
    },
  ];
}
