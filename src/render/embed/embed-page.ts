import type {
  APIActionRowComponent,
  APIButtonComponentWithCustomId,
  APIEmbed,
  APIStringSelectComponent,
  ButtonStyle,
  ComponentType,
} from 'discord.js';
import { truncate } from '../cut.ts';
import type { Texts } from '../texts.ts';
import { type Atom, joinAtoms } from './discord-markup.ts';

/** The body of one Discord message for the API. */
export type EmbedPage<
  Component extends
    | APIButtonComponentWithCustomId
    | APIStringSelectComponent = APIButtonComponentWithCustomId,
> = {
  /** One or two. */
  readonly embeds: readonly [APIEmbed, ...APIEmbed[]];
  readonly components: readonly APIActionRowComponent<Component>[];
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
export function toPage<Component extends APIButtonComponentWithCustomId | APIStringSelectComponent>(
  embeds: APIEmbed | readonly [APIEmbed, ...APIEmbed[]],
  ...rows: readonly (readonly Component[])[]
): EmbedPage<Component> {
  return {
    embeds: 'length' in embeds ? embeds : [embeds],
    components: rows
      .filter(row => row.length > 0)
      .map(components => ({ type: actionRow, components: [...components] })),
    allowed_mentions: { parse: [] },
  };
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

/** A line of a page: `start` (a bullet, or empty) and words. */
export type PageLine = {
  readonly start: string;
  readonly atoms: readonly Atom[];
  /** No page break comes after this line if one page can hold it and the next line. */
  readonly keepsNext?: true;
};

/** Lines under one heading, as markup; `continued` is the heading of their rest on the next page. */
export type PageBlock = {
  readonly heading: string | null;
  readonly continued: string | null;
  readonly lines: readonly PageLine[];
};

/** A full page, and the footnotes of its markers, ascending. */
export type FilledPage = { readonly text: string; readonly numbers: readonly number[] };

/** With less room than this left, a line that must be split starts on the next page. */
const worthBeginning = 400;

/**
 * Fills pages of at most `max` UTF-16 units. A line that fits a page is not split; others are split between atoms, with
 * an ellipsis on both sides. A heading never ends a page. Expects atoms, headings and an opening much shorter than a
 * page.
 */
export function fillPages(opening: string, blocks: readonly PageBlock[], max: number): readonly FilledPage[] {
  const pages: FilledPage[] = [];
  let text = opening;
  let numbers: number[] = [];
  const turn = () => {
    pages.push({ text, numbers: [...new Set(numbers)].sort((a, b) => a - b) });
    text = '';
    numbers = [];
  };
  const put = (prefix: string, atoms: readonly Atom[], suffix = '') => {
    text = prefix + joinAtoms(atoms) + suffix;
    numbers.push(...atoms.flatMap(atom => atom.numbers ?? []));
  };

  for (const block of blocks) {
    let heading = block.heading;
    let gap = '\n\n';
    for (const [index, line] of block.lines.entries()) {
      const next = line.keepsNext ? block.lines[index + 1] : undefined;
      const kept = next === undefined ? 0 : `\n${next.start}${joinAtoms(next.atoms)}`.length;
      let start = line.start;
      let rest = line.atoms;
      while (rest.length > 0) {
        const head = heading === null ? '' : `${heading}\n`;
        const prefix = `${text}${text === '' ? '' : gap}${head}${start}`;
        const room = max - prefix.length;
        const fitting = countFitting(rest, room - 2);
        if (joinAtoms(rest).length + (text === '' ? 0 : kept) <= room) {
          put(prefix, rest);
          rest = [];
          heading = null;
        } else if (text === '' || (fitting > 0 && room >= worthBeginning && isLongerThan(rest, max - 200))) {
          const taken = Math.max(fitting, 1);
          put(prefix, rest.slice(0, taken), ' …');
          rest = rest.slice(taken);
          start = '… ';
          turn();
          heading = block.continued;
        } else {
          turn();
          heading ??= block.continued;
        }
      }
      gap = '\n';
    }
  }
  if (text !== '' || pages.length === 0) turn();
  return pages;
}

function isLongerThan(atoms: readonly Atom[], max: number): boolean {
  return joinAtoms(atoms).length > max;
}

/** The number of atoms, from the first on, that fit into `room` UTF-16 units. */
function countFitting(atoms: readonly Atom[], room: number): number {
  let used = 0;
  for (const [index, { text, space }] of atoms.entries()) {
    used += text.length + (space && index > 0 ? 1 : 0);
    if (used > room) return index;
  }
  return atoms.length;
}
