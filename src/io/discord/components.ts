import {
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
  type APIComponentInMessageActionRow,
  type APISelectMenuOption,
  type APIStringSelectComponent,
  ButtonStyle,
  ComponentType,
} from 'discord.js';
import { truncate } from '../../render/cut.ts';
import type { EmbedPage } from '../../render/embed/embed-page.ts';

/** A row of up to five buttons, or of one select. */
export type Row = APIActionRowComponent<APIComponentInMessageActionRow>;

/** The most options of a select, and the longest label of an option. */
export const mostOptions = 25;
const mostLabel = 100;

type ButtonOptions = {
  readonly emoji?: string;
  readonly style?: APIButtonComponentWithCustomId['style'];
  readonly disabled?: boolean;
};

export function toRow(...components: APIComponentInMessageActionRow[]): Row {
  return { type: ComponentType.ActionRow, components };
}

/** Secondary unless `style` says otherwise; an emoji takes the place of the label. */
export function toButton(
  label: string,
  customId: string,
  { style = ButtonStyle.Secondary, disabled = false, emoji }: ButtonOptions = {},
): APIButtonComponentWithCustomId {
  const face = emoji === undefined ? { label } : { emoji: { name: emoji } };
  return { type: ComponentType.Button, style, ...face, custom_id: customId, ...(disabled && { disabled }) };
}

/** Options and labels beyond Discord's limits are cut. */
export function toSelect(
  customId: string,
  options: readonly APISelectMenuOption[],
  placeholder?: string,
): APIStringSelectComponent {
  return {
    type: ComponentType.StringSelect,
    custom_id: customId,
    ...(placeholder !== undefined && { placeholder }),
    options: options
      .slice(0, mostOptions)
      .map(({ label, ...option }) => ({ ...option, label: truncate(label, mostLabel) })),
  };
}

/** Our messages never ping anyone. */
export const noMentions = { parse: [] as const };

/** A message body for discord.js. */
export type MessageBody = {
  readonly content: string;
  readonly embeds: EmbedPage['embeds'][number][];
  readonly components: Row[];
  readonly allowedMentions: typeof noMentions;
  readonly files?: { readonly attachment: Buffer; readonly name: string }[];
};

/** A body with nothing but this text, in place of anything that was shown before. */
export function toTextBody(content: string): MessageBody {
  return { content, embeds: [], components: [], allowedMentions: noMentions };
}

/** A person's input as inline code, so that nothing in it is markup. */
export function toInline(typed: string): string {
  const plain = typed.replace(/[`\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return `\`${plain.slice(0, 100).toWellFormed() || ' '}\``;
}
