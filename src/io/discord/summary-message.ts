import {
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
  type APIComponentInMessageActionRow,
  ButtonStyle,
  ComponentType,
} from 'discord.js';
import type { KeptSummary } from '../../app/ports.ts';
import { toReviewItems } from '../../core/claims/review.ts';
import { toCustomId } from '../../render/custom-id.ts';
import { toEmbedPages } from '../../render/embed.ts';
import type { EmbedPage } from '../../render/embed-page.ts';
import type { BotWords } from '../../render/words/bot/words.ts';
import { nobody } from './answer.ts';

/** The body of a message as discord.js sends it. */
export type MessageBody = {
  readonly content: string;
  readonly embeds: EmbedPage['embeds'][number][];
  readonly components: APIActionRowComponent<APIComponentInMessageActionRow>[];
  readonly allowedMentions: typeof nobody;
};

export type SummaryMessageOptions = {
  /** From 1; beyond the last it is the last. */
  readonly page: number;
  /** A private summary can be shared, a public one is. */
  readonly isPrivate: boolean;
  readonly words: BotWords;
  /** Lines above the embed. */
  readonly content?: string;
};

/** What one may think of a summary, as its button shows it. */
export const opinions = [
  { emoji: '👍', action: 'helpful' },
  { emoji: '👎', action: 'unhelpful' },
] as const;

/** One page of a kept summary with all its buttons. */
export function toSummaryMessage(kept: KeptSummary, options: SummaryMessageOptions): MessageBody {
  const { summary } = kept;
  const pages = toEmbedPages(summary);
  const page = pages[Math.min(options.page, pages.length) - 1];
  const { buttons } = options.words;
  const summaryId = summary.id;
  const actions = [
    ...(options.isPrivate ? [{ label: buttons.share, action: 'share' as const }] : []),
    // A digest is regenerated with `/digest run`.
    ...(kept.request.digestId === undefined ? [{ label: buttons.again, action: 'again' as const }] : []),
    { label: buttons.delete, action: 'delete' as const },
    ...(isReviewable(kept) ? [{ label: options.words.review.open, action: 'review' as const }] : []),
  ];
  return {
    content: options.content ?? '',
    embeds: page ? [...page.embeds] : [],
    components: toRows([
      page?.components[0]?.components ?? [],
      actions.map(({ label, action }) => toPlainButton({ label }, { summaryId, action })),
      opinions.map(({ emoji, action }) => toPlainButton({ emoji: { name: emoji } }, { summaryId, action })),
    ]),
    allowedMentions: nobody,
  };
}

/** Whether there is something to decide, or it has to be looked through all the same. */
function isReviewable({ summary, needsReview }: KeptSummary): boolean {
  return summary.checked === undefined && (needsReview === true || toReviewItems(summary).length > 0);
}

type Button = APIButtonComponentWithCustomId;

function toPlainButton(
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

const mostInRow = 5;

/** As few rows as hold these groups in their order, none of them torn apart. */
function toRows(groups: readonly (readonly Button[])[]): MessageBody['components'] {
  const rows: Button[][] = [[]];
  for (const group of groups) {
    const last = rows.at(-1) ?? [];
    if (last.length + group.length <= mostInRow) last.push(...group);
    else rows.push([...group]);
  }
  return rows.filter(row => row.length > 0).map(toRow);
}

export function toRow(components: readonly Button[]): MessageBody['components'][number] {
  return { type: ComponentType.ActionRow, components: [...components] };
}
