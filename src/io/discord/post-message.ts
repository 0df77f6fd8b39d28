import { ButtonStyle, ComponentType } from 'discord.js';
import type { KeptSummary } from '../../app/ports.ts';
import { toCustomId } from '../../render/custom-id.ts';
import type { BotWords } from '../../render/words/bot/words.ts';
import { nobody } from './answer.ts';
import { isHeld } from './reviewing.ts';
import { type MessageBody, toSummaryMessage } from './summary-message.ts';

export type PostMessageOptions = {
  /** From 1; beyond the last it is the last. */
  readonly page: number;
  readonly words: BotWords;
  /** Lines above the embed, as they stand there or are to. */
  readonly content: string;
};

/** A summary where everybody sees it; while it is held, that it is, and what leads to its review. */
export function toPostMessage(kept: KeptSummary, { page, words, content }: PostMessageOptions): MessageBody {
  const heldLine = words.review.held(`<@${kept.requesterId}>`);
  const others = content.split('\n').filter(line => line !== heldLine && line !== '');
  if (!isHeld(kept))
    return toSummaryMessage(kept, { page, isPrivate: false, words, content: others.join('\n') });
  return {
    content: [heldLine, ...others].join('\n'),
    embeds: [],
    components: [{ type: ComponentType.ActionRow, components: toButtons(kept.summary.id, words) }],
    allowedMentions: nobody,
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
