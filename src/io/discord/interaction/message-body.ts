import type { APIActionRowComponent, APIComponentInMessageActionRow } from 'discord.js';
import type { EmbedPage } from '../../../render/embed/embed-page.ts';

/** Nobody is mentioned by anything we send. */
export const nobody = { parse: [] as const };

/** The body of a message as discord.js sends it. */
export type MessageBody = {
  readonly content: string;
  readonly embeds: EmbedPage['embeds'][number][];
  readonly components: APIActionRowComponent<APIComponentInMessageActionRow>[];
  readonly allowedMentions: typeof nobody;
  readonly files?: { readonly attachment: Buffer; readonly name: string }[];
};
