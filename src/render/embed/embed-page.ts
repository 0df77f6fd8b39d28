import type {
  APIActionRowComponent,
  APIButtonComponentWithCustomId,
  APIEmbed,
  ButtonStyle,
  ComponentType,
} from 'discord.js';
import type { SummaryAction } from '../custom-id.ts';
import { toCustomId } from '../custom-id.ts';
import { truncate } from '../cut.ts';
import type { Texts } from '../texts.ts';

/** The body of one Discord message for the API. */
export type EmbedPage = {
  /** One or two. */
  readonly embeds: readonly [APIEmbed, ...APIEmbed[]];
  readonly components: readonly APIActionRowComponent<APIButtonComponentWithCustomId>[];
  readonly allowed_mentions: { readonly parse: readonly [] };
};

/** Discord's limits, in UTF-16 units; the API counts code points, which are never more. */
export const limits = {
  title: 256,
  description: 4096,
  fieldName: 256,
  fieldValue: 1024,
  footer: 2048,
  embed: 6000,
  customId: 100,
  buttonLabel: 80,
} as const;

/** The longest description and footer that leave room for a full title and field in one message. */
export const maxDescriptionLength = 4000;
export const maxFooterLength = 660;

/** Values of discord.js's enums: their types can be imported without loading the values. */
const actionRow: ComponentType.ActionRow = 1;
const button: ComponentType.Button = 2;
const secondary: ButtonStyle.Secondary = 2;

/** Embeds with their rows of buttons, without the empty rows; nobody is pinged. */
export function toPage(
  embeds: APIEmbed | readonly [APIEmbed, ...APIEmbed[]],
  ...rows: readonly (readonly APIButtonComponentWithCustomId[])[]
): EmbedPage {
  return {
    embeds: 'length' in embeds ? embeds : [embeds],
    components: rows
      .filter(buttons => buttons.length > 0)
      .map(buttons => ({ type: actionRow, components: [...buttons] })),
    allowed_mentions: { parse: [] },
  };
}

/** A button; disabled if it has no action. */
export function toButton(label: string, action: SummaryAction, enabled: boolean) {
  return {
    type: button,
    style: secondary,
    label: truncate(label, limits.buttonLabel),
    custom_id: toCustomId(action),
    ...(enabled ? {} : { disabled: true }),
  } satisfies APIButtonComponentWithCustomId;
}

/** *Previous* and *Next*, disabled at the ends; empty for a single page. */
export function toTurning(
  page: number,
  pages: number,
  t: Texts,
  toAction: (page: number) => SummaryAction,
): readonly APIButtonComponentWithCustomId[] {
  if (pages < 2) return [];
  return [
    toButton(t('summary.buttons.previous'), toAction(page - 1), page > 1),
    toButton(t('summary.buttons.next'), toAction(page + 1), page < pages),
  ];
}
