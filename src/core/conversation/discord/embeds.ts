import type { EmbedWords } from '../text.ts';
import { type MarkupNames, toPlainWords } from './markup.ts';

type Optional = string | null | undefined;

/** An embed, as in Discord's API and in exports. */
export type EmbedRecord = {
  readonly title?: Optional;
  readonly url?: Optional;
  readonly description?: Optional;
  readonly author?: { readonly name?: Optional } | null | undefined;
  readonly fields?: readonly { readonly name?: Optional; readonly value?: Optional }[] | null | undefined;
};

/**
 * The words of embeds with content of their own: all of a bot's. A person's embeds are previews of links, which repeat the
 * page: of those only the titles count, each once, unless the message says the link or the title itself.
 */
export function toEmbedsWords(
  embeds: readonly EmbedRecord[],
  content: string,
  bot: boolean,
  names: MarkupNames,
): readonly EmbedWords[] {
  if (!bot) return toPreviews(embeds, content, names);
  return embeds.map(embed => ({
    title: toPlainWords([embed.author?.name, embed.title].filter(Boolean).join(': '), names),
    description: toPlainWords(embed.description ?? '', names),
    fields: (embed.fields ?? []).map(field => ({
      name: toPlainWords(field.name ?? '', names),
      value: toPlainWords(field.value ?? '', names),
    })),
  }));
}

function toPreviews(
  embeds: readonly EmbedRecord[],
  content: string,
  names: MarkupNames,
): readonly EmbedWords[] {
  const titles = embeds
    .filter(({ url }) => !(url && content.includes(url.replace(/\/$/, ''))))
    .map(({ title }) => toPlainWords(title ?? '', names))
    .filter(title => title !== '' && !content.includes(title));
  return [...new Set(titles)].map(title => ({ title, description: '', fields: [] }));
}
