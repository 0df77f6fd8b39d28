import type {
  APIActionRowComponent,
  APIButtonComponentWithCustomId,
  APIComponentInMessageActionRow,
  APIEmbed,
  APISelectMenuOption,
  APIStringSelectComponent,
  APITextInputComponent,
  ButtonStyle,
  ComponentType,
  TextInputStyle,
} from 'discord.js';
import { truncate } from '../cut.ts';
import type { Texts } from '../texts.ts';

export type Row = APIActionRowComponent<APIComponentInMessageActionRow>;

/** A message body for discord.js, which lets none of our messages ping anyone. */
export type MessageBody = {
  readonly content: string;
  readonly embeds: readonly APIEmbed[];
  readonly components: readonly Row[];
  readonly files?: readonly { readonly attachment: Buffer; readonly name: string }[];
};

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
  embed: 6000,
  buttonLabel: 80,
} as const;

/** The longest description and footer that leave room for a full title and field in one message. */
export const maxDescriptionLength = 4000;
export const maxFooterLength = 660;

/** Values of discord.js's enums: their types can be imported without loading the values. */
const actionRow: ComponentType.ActionRow = 1;
const button: ComponentType.Button = 2;
const select: ComponentType.StringSelect = 3;
const textInput: ComponentType.TextInput = 4;
const label: ComponentType.Label = 18;
const lines: { readonly one: TextInputStyle.Short; readonly many: TextInputStyle.Paragraph } = {
  one: 1,
  many: 2,
};
const secondary: ButtonStyle.Secondary = 2;

/** The color of an embed's edge shows how reliable it is. */
export const colors = {
  verified: 0x2f9e6e,
  needsClarification: 0xd99a2b,
  unjudged: 0x4a7fb5,
  empty: 0x80848e,
} as const;

export function toEmbed(
  title: string,
  description: string,
  { footer = '', color = colors.empty }: { readonly footer?: string; readonly color?: number } = {},
): APIEmbed {
  return { title, description, color, ...(footer !== '' && { footer: { text: footer } }) };
}

/** Embeds with their rows, without the empty rows; nobody is pinged. */
export function toPage(
  embeds: APIEmbed | readonly [APIEmbed, ...APIEmbed[]],
  ...rows: readonly (readonly APIButtonComponentWithCustomId[])[]
): EmbedPage {
  return {
    embeds: 'length' in embeds ? embeds : [embeds],
    components: toRows(...rows),
    allowed_mentions: { parse: [] },
  };
}

export function toRows(...rows: readonly (readonly APIButtonComponentWithCustomId[])[]) {
  return rows
    .filter(row => row.length > 0)
    .map(components => ({ type: actionRow, components: [...components] }));
}

export function toRow(...components: APIComponentInMessageActionRow[]): Row {
  return { type: actionRow, components };
}

type ButtonOptions = {
  readonly emoji?: string;
  readonly style?: APIButtonComponentWithCustomId['style'];
  readonly disabled?: boolean;
};

/** Secondary unless `style` says otherwise; an emoji takes the place of the label. */
export function toButton(
  label: string,
  customId: string,
  { style = secondary, disabled = false, emoji }: ButtonOptions = {},
): APIButtonComponentWithCustomId {
  const face =
    emoji === undefined ? { label: truncate(label, limits.buttonLabel) } : { emoji: { name: emoji } };
  return { type: button, style, ...face, custom_id: customId, ...(disabled && { disabled }) };
}

export const mostOptions = 25;
const mostLabel = 100;

/** Options and labels beyond Discord's limits are cut. */
export function toSelect(
  customId: string,
  options: readonly APISelectMenuOption[],
  placeholder?: string,
): APIStringSelectComponent {
  return {
    type: select,
    custom_id: customId,
    ...(placeholder !== undefined && { placeholder }),
    options: options
      .slice(0, mostOptions)
      .map(({ label, ...option }) => ({ ...option, label: truncate(label, mostLabel) })),
  };
}

type TextFieldOptions = Pick<APITextInputComponent, 'required' | 'value'> & {
  readonly longest: number;
  readonly hint?: string | undefined;
  readonly hasLines?: boolean;
};

export function toTextField(
  customId: string,
  title: string,
  { longest, hint, hasLines, ...options }: TextFieldOptions,
) {
  const style = hasLines ? lines.many : lines.one;
  const component = { type: textInput, custom_id: customId, style, max_length: longest, ...options };
  return { type: label, label: title, ...(hint !== undefined && { description: hint }), component };
}

/** A body with nothing but this text, in place of anything that was shown before. */
export function toTextBody(content: string): MessageBody {
  return { content, embeds: [], components: [] };
}

/** A person's input as inline code, so that nothing in it is markup. */
export function toInline(typed: string, longest = 100): string {
  const plain = typed.replace(/[`\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  return `\`${plain.slice(0, longest).toWellFormed() || ' '}\``;
}

/** *Previous* and *Next*, disabled at the ends; empty for a single page. */
export function toTurning(
  page: number,
  pages: number,
  t: Texts,
  toId: (page: number) => string,
): readonly APIButtonComponentWithCustomId[] {
  if (pages < 2) return [];
  return [
    toButton(t('summary.buttons.previous'), toId(page - 1), { disabled: page === 1 }),
    toButton(t('summary.buttons.next'), toId(page + 1), { disabled: page === pages }),
  ];
}

const markup =
  /\*\*[^*\n]+\*\*|(?<![*\\])\*[^*\n]+\*(?!\*)|\]\(|`[^`\n]+`|<t:-?\d+:\w>|\|\|[^|]+\|\||^(?:-#?|>) /gm;

export function countMarkup(text: string): number {
  return text.match(markup)?.length ?? 0;
}

/** From 100 pieces of markup in a message on, Discord's apps show the rest as it is written. A message has two embeds. */
const mostMarkup = 48;

/** Lines under one heading, as markup that is not split; `continued` is the heading of their rest on the next page. */
export type PageBlock = {
  readonly heading: string | null;
  readonly continued: string | null;
  readonly lines: readonly string[];
};

/**
 * Fills pages of at most `toMax(pages before)` UTF-16 units. No heading ends a page; a block goes on over pages only where more than half
 * of one would stay empty. Expects lines shorter than a page.
 */
export function fillPages(
  opening: string,
  blocks: readonly PageBlock[],
  toMax: (before: readonly string[]) => number,
): readonly string[] {
  const pages: string[] = [];
  let page = opening;
  let max = toMax(pages);
  const turn = (next: string) => {
    pages.push(page);
    page = next;
    max = toMax(pages);
  };
  for (const { heading, continued, lines } of blocks) {
    const whole = [...(heading === null ? [] : [heading]), ...lines].join('\n').length;
    if (2 * page.length > max && page.length + 2 + whole > max && whole <= max) turn('');
    for (const [index, line] of lines.entries()) {
      const added = index === 0 && heading !== null ? `${heading}\n${line}` : line;
      const gap = index === 0 ? '\n\n' : '\n';
      if (page === '') page = added;
      else if (
        page.length + gap.length + added.length <= max &&
        countMarkup(page) + countMarkup(added) <= mostMarkup
      )
        page += gap + added;
      else {
        turn(added);
        if (index > 0 && continued !== null) page = `${continued}\n${line}`;
      }
    }
  }
  return page !== '' || pages.length === 0 ? [...pages, page] : pages;
}
