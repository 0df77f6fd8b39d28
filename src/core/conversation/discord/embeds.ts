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

/** The words of embeds with content of their own: all of a bot's; a person's without previews of the links they wrote. */
export function toEmbedsWords(
  embeds: readonly EmbedRecord[],
  content: string,
  bot: boolean,
  names: MarkupNames,
): readonly EmbedWords[] {
  return embeds
    .filter(({ url }) => bot || !(url && content.includes(url.replace(/\/$/, ''))))
    .map(embed => ({
      title: toPlainWords([embed.author?.name, embed.title].filter(Boolean).join(': '), names),
      description: toPlainWords(embed.description ?? '', names),
      fields: (embed.fields ?? []).map(field => ({
        name: toPlainWords(field.name ?? '', names),
        value: toPlainWords(field.value ?? '', names),
      })),
    }));
}
