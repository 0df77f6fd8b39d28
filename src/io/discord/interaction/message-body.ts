import type { APIActionRowComponent, APIComponentInMessageActionRow } from 'discord.js';
import type { EmbedPage } from '../../../render/embed/embed-page.ts';

/** Our messages never ping anyone. */
export const noMentions = { parse: [] as const };

/** A message body for discord.js. */
export type MessageBody = {
  readonly content: string;
  readonly embeds: EmbedPage['embeds'][number][];
  readonly components: APIActionRowComponent<APIComponentInMessageActionRow>[];
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
