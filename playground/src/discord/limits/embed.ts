import { z } from 'zod';
import { list, note, text, url, whole } from './form.ts';

export const MAX_EMBEDS = 10;
const MAX_TOTAL = 6000;

const WEB = ['http', 'https'];
const MEDIA = ['http', 'https', 'attachment'];

const picture = z.object({ url: url(MEDIA) });

const field = z.object({
  name: text(256, 1),
  value: text(1024, 1),
  inline: z.boolean().nullish(),
});

const embed = z
  .object({
    title: text(256).nullish(),
    description: text(4096).nullish(),
    url: url(WEB).nullish(),
    color: whole(0, 0xffffff).nullish(),
    timestamp: z.iso.datetime({ offset: true }).nullish(),
    footer: z.object({ text: text(2048, 1), icon_url: url(MEDIA).nullish() }).nullish(),
    author: z
      .object({ name: text(256, 1), url: url(WEB).nullish(), icon_url: url(MEDIA).nullish() })
      .nullish(),
    fields: list(field, 25).nullish(),
    image: picture.nullish(),
    thumbnail: picture.nullish(),
  })
  .superRefine((value, context) => {
    const shows = [value.title, value.description, value.footer, value.author, value.image, value.thumbnail];
    if (shows.some(Boolean) || (value.fields ?? []).length > 0) return;
    note(context, 'BASE_TYPE_REQUIRED', 'This field is required', ['description']);
  });

type Embed = z.output<typeof embed>;

export const embeds = list(embed, MAX_EMBEDS).superRefine((values, context) => {
  const total = values.reduce((sum, value) => sum + toTextLength(value), 0);
  if (total <= MAX_TOTAL) return;
  note(context, 'MAX_EMBED_SIZE_EXCEEDED', `Embed size exceeds maximum size of ${MAX_TOTAL}`);
});

/**
 * The length that counts toward the 6000: titles, descriptions, field names and values, footers and authors of all
 * embeds.
 */
function toTextLength(value: Embed): number {
  const parts = [value.title, value.description, value.footer?.text, value.author?.name];
  const inFields = (value.fields ?? []).reduce((sum, one) => sum + one.name.length + one.value.length, 0);
  return parts.reduce((sum, part) => sum + (part?.length ?? 0), inFields);
}
