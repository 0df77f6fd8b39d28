import {
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
  type APIButtonComponentWithURL,
  type APISelectMenuOption,
  type APIStringSelectComponent,
  ButtonStyle,
  ComponentType,
} from 'discord.js';
import type { StoredSummary } from '../../../../app/ports.ts';
import { details, isHighlights } from '../../../../core/claims/summary.ts';
import { toCustomId } from '../../../../render/custom-id.ts';
import type { Texts } from '../../../../render/texts.ts';
import { type MessageBody, noMentions } from '../../interaction/message-body.ts';
import { isReviewable } from '../../review/review.ts';
import { toActionRow, toPlainButton } from '../summary-message.ts';
import { toSaveFormats } from './save.ts';

/** A person's rights on a summary. */
type Rights = {
  /** Why they may not read it; they may still delete it. */
  readonly denied: string | null;
  readonly mayReview: boolean;
  readonly mayDelete: boolean;
  readonly isRequester: boolean;
  /** Whether they have Manage Server. */
  readonly isManager: boolean;
  /** Opens the summary in this person's browser; null if there is no address for it. */
  readonly viewerUrl: string | null;
};

/** One person's actions on a summary, as buttons and selects. */
export function toPanel(stored: StoredSummary, rights: Rights, t: Texts): MessageBody {
  const summaryId = stored.summary.id;
  const { denied } = rights;
  const mayRead = denied === null;
  // A digest is run again with `/digest run`, and statements are always checked in full.
  const mayRegenerate = mayRead && rights.isRequester && stored.request.digestId === undefined;
  const addsKey =
    rights.isManager && isHighlights(stored.summary) && stored.summary.engine.reason === undefined;
  const toButton = (label: string, action: 'review' | 'again' | 'delete') =>
    toPlainButton({ label }, { summaryId, action });
  const own: readonly (APIButtonComponentWithCustomId | APIButtonComponentWithURL)[] = [
    ...(mayRead
      ? [toPlainButton({ label: t('summary.buttons.why') }, { summaryId, action: 'why', page: 1 })]
      : []),
    ...(mayRead && rights.mayReview && isReviewable(stored)
      ? [toButton(t('bot.review.open'), 'review')]
      : []),
    ...(mayRegenerate ? [toButton(t('bot.buttons.again'), 'again')] : []),
    ...(mayRead && rights.viewerUrl !== null ? [toLinkButton(t('bot.more.open'), rights.viewerUrl)] : []),
    ...(rights.mayDelete ? [toButton(t('bot.buttons.delete'), 'delete')] : []),
  ];
  return {
    content: denied ?? (addsKey ? `${t('bot.more.title')}\n${t('summary.aboutKey')}` : t('bot.more.title')),
    embeds: [],
    components: [
      toActionRow(own),
      ...(mayRegenerate && stored.request.checkOf === undefined ? [toDetailSelect(stored, t)] : []),
      ...(mayRead ? [toSaveSelect(stored, t)] : []),
    ],
    allowedMentions: noMentions,
  };
}

function toLinkButton(label: string, url: string): APIButtonComponentWithURL {
  return { type: ComponentType.Button, style: ButtonStyle.Link, label, url };
}

function toDetailSelect(
  { summary, request }: StoredSummary,
  t: Texts,
): APIActionRowComponent<APIStringSelectComponent> {
  const options = details.map(detail => ({
    label: t(`bot.commands.summarize.details.${detail}`),
    value: detail,
    ...(detail === request.detail && { description: t('bot.more.current') }),
  }));
  return toSelect(toCustomId({ summaryId: summary.id, action: 'detail' }), t('bot.more.detail'), options);
}

function toSaveSelect(stored: StoredSummary, t: Texts): APIActionRowComponent<APIStringSelectComponent> {
  const options = toSaveFormats(stored).map(format => ({
    label: t(`bot.more.formats.${format}`),
    value: format,
  }));
  return toSelect(toCustomId({ summaryId: stored.summary.id, action: 'save' }), t('bot.more.save'), options);
}

function toSelect(
  customId: string,
  placeholder: string,
  options: APISelectMenuOption[],
): APIActionRowComponent<APIStringSelectComponent> {
  return {
    type: ComponentType.ActionRow,
    components: [{ type: ComponentType.StringSelect, custom_id: customId, placeholder, options }],
  };
}
