import type {
  APIActionRowComponent,
  APIButtonComponentWithCustomId,
  APIEmbed,
  ButtonStyle,
  ComponentType,
} from 'discord.js';
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

export function toButton(label: string, customId: string, enabled = true): APIButtonComponentWithCustomId {
  return {
    type: button,
    style: secondary,
    label: truncate(label, limits.buttonLabel),
    custom_id: customId,
    ...(enabled ? {} : { disabled: true }),
  };
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
    toButton(t('summary.buttons.previous'), toId(page - 1), page > 1),
    toButton(t('summary.buttons.next'), toId(page + 1), page < pages),
  ];
}

/** Bold and other pieces of markup, and list items. */
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
 * Fills pages of at most `toMax(pages before)` UTF-16 units. A heading never ends a page, and a block goes on over pages
 * only where it would leave more than half of one empty. Its heading is not repeated on a page that `isBeside` the one before
 * it. Expects lines shorter than a page.
 */
export function fillPages(
  opening: string,
  blocks: readonly PageBlock[],
  toMax: (before: readonly string[]) => number,
  isBeside: (before: readonly string[]) => boolean = () => false,
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
        if (index > 0 && continued !== null && !isBeside(pages)) page = `${continued}\n${line}`;
      }
    }
  }
  return page !== '' || pages.length === 0 ? [...pages, page] : pages;
}
