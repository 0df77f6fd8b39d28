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

/** A row of up to five buttons, or of one select. */
export type Row = APIActionRowComponent<APIComponentInMessageActionRow>;

/** The most options of a select, and the longest label of an option. */
const mostOptions = 25;
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
