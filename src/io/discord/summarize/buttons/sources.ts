import {
  type APIActionRowComponent,
  type APISelectMenuOption,
  type APIStringSelectComponent,
  ComponentType,
} from 'discord.js';
import type { StoredSummary } from '../../../../app/ports.ts';
import { isUnclear } from '../../../../core/claims/section.ts';
import { maskSpoilers } from '../../../../core/conversation/spoilers.ts';
import { parseCustomId, toCustomId } from '../../../../render/custom-id.ts';
import { truncate } from '../../../../render/cut.ts';
import { toSourcesPages, toWhyPages } from '../../../../render/embed/panels.ts';
import { type Texts, toTexts } from '../../../../render/texts.ts';
import { toShownLine } from '../../../../render/view/shown.ts';
import {
  type Acknowledgement,
  type Action,
  type Press,
  type PressContext,
  type Pressed,
  toCustomIds,
} from '../../interaction/action.ts';
import { type MessageBody, noMentions } from '../../interaction/message-body.ts';
import { edit } from '../../interaction/reply.ts';

/** A select has at most 25 options: "all claims", 23 claims, and one for more. */
const claimsInSelect = 23;
const maxLabel = 100;

/** Opens the sources for the person who pressed, and changes their pages. */
export const sourcesAction: Action<'sources'> = {
  showsMore: true,
  onlyRequester: false,
  toAcknowledgement,
  run: async (context, { action, stored }) => {
    const { page, claimId, grouping } = action;
    await show(context, stored, {
      page,
      grouping,
      choices: toChoicesPage(stored, claimId),
      ...(claimId !== undefined && { claimId }),
    });
    if (toAcknowledgement(context.interaction) === 'private') context.telemetry.count({ kind: 'opened' });
  },
};

/** Narrows the sources to one claim, or pages through the claims to choose from. */
export const filterAction: Action<'filter'> = {
  showsMore: true,
  onlyRequester: false,
  toAcknowledgement,
  run: async (context, { action, stored }) => {
    const { interaction } = context;
    const [value = ''] = interaction.isStringSelectMenu() ? interaction.values : [];
    const more = /^page:(\d+)$/.exec(value)?.[1];
    const claimId = stored.summary.claims.find(({ id }) => id === value)?.id;
    const choices = more === undefined ? action.page : Number(more);
    const { grouping } = action;
    await show(context, stored, { page: 1, choices, grouping, ...(claimId !== undefined && { claimId }) });
  },
};

/** On a summary, the sources open beside it; on the sources, they change in place. */
function toAcknowledgement({ message }: Press): Acknowledgement {
  const isOnSources = toCustomIds(message).every(id => {
    const action = parseCustomId(id)?.action;
    return action === undefined || action === 'sources' || action === 'filter';
  });
  return isOnSources ? 'update' : 'private';
}

type Shown = {
  readonly page: number;
  readonly claimId?: string;
  readonly choices: number;
  /** Undefined for one list. */
  readonly grouping: Pressed<'sources'>['action']['grouping'];
};

async function show({ interaction, t }: PressContext, stored: StoredSummary, shown: Shown): Promise<void> {
  await edit(interaction, { ...toSourcesMessage(stored, t, shown), content: '' });
}

/** If the claim is gone, the sources of all claims. */
function toSourcesMessage(
  stored: StoredSummary,
  t: Texts,
  { page, claimId: wanted, choices, grouping }: Shown,
): Omit<MessageBody, 'content'> {
  const claimId = stored.summary.claims.find(({ id }) => id === wanted)?.id;
  const pages = toSourcesPages(stored.summary, {
    t,
    ...(claimId !== undefined && { claimId }),
    ...(grouping !== undefined && { grouping }),
    ...(stored.traceId !== undefined && { traceId: stored.traceId }),
  });
  const shown = pages[Math.min(page, pages.length) - 1];
  return {
    embeds: shown ? [...shown.embeds] : [],
    components: [...(shown?.components ?? []), ...toSelect(stored, t, { claimId, grouping, page: choices })],
    allowedMentions: noMentions,
  };
}

function toChoicesPage({ summary }: StoredSummary, claimId: string | undefined): number {
  const index = summary.claims.findIndex(({ id }) => id === claimId);
  return Math.floor(Math.max(0, index) / claimsInSelect) + 1;
}

function toSelect(
  { summary }: StoredSummary,
  t: Texts,
  { page, claimId, grouping }: { page: number; claimId: string | undefined; grouping: Shown['grouping'] },
): APIActionRowComponent<APIStringSelectComponent>[] {
  if (summary.claims.length < 2) return [];
  const pages = Math.ceil(summary.claims.length / claimsInSelect);
  const shown = Math.min(Math.max(1, page), pages);
  const claims = summary.claims.slice((shown - 1) * claimsInSelect, shown * claimsInSelect);
  const options: APISelectMenuOption[] = [
    { label: t('bot.allClaims'), value: 'all', default: claimId === undefined },
    ...claims.map(claim => ({
      label: truncate(maskSpoilers(toShownLine(claim.text)) || '…', maxLabel),
      value: claim.id,
      default: claim.id === claimId,
      ...(isUnclear(claim) && { description: t('summary.check.outcomes.unclear') }),
    })),
    ...(pages > 1 ? [{ label: t('bot.moreClaims'), value: `page:${(shown % pages) + 1}` }] : []),
  ];
  return [
    {
      type: ComponentType.ActionRow,
      components: [
        {
          type: ComponentType.StringSelect,
          custom_id: toCustomId({
            summaryId: summary.id,
            action: 'filter',
            page: shown,
            ...(grouping !== undefined && { grouping }),
          }),
          placeholder: t('bot.filterByClaim'),
          options,
        },
      ],
    },
  ];
}

/** Opens the reasons for marked, changed and dropped claims for the person who pressed, and changes their pages. */
export const whyAction: Action<'why'> = {
  showsMore: true,
  onlyRequester: false,
  toAcknowledgement: ({ message }: Press) => (isOnWhy(toCustomIds(message)) ? 'update' : 'private'),
  run: async ({ interaction, locale }, { action, stored }) => {
    const pages = toWhyPages(stored.summary, toTexts(locale));
    const shown = pages[Math.min(action.page, pages.length) - 1];
    await edit(interaction, {
      content: '',
      embeds: shown ? [...shown.embeds] : [],
      components: [...(shown?.components ?? [])],
      allowedMentions: noMentions,
    });
  },
};

/** On a summary, they open beside it; on their own pages (whose buttons may lack an action), the page changes. */
function isOnWhy(controls: readonly string[]): boolean {
  return controls.every(id => ['why', undefined].includes(parseCustomId(id)?.action));
}
