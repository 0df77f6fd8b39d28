import { MessageFlags } from 'discord-api-types/v10';
import { z } from 'zod';
import { ApiError, refuse } from '../errors.ts';
import { layouts, rows } from './components.ts';
import { choice, list, note, parseForm, snowflake, text, toFormError, url, whole } from './form.ts';

const MAX_EMBEDS = 10;
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

const MAX_CONTENT = 2000;

const allowedMentions = z
  .object({
    parse: z.array(z.enum(['users', 'roles', 'everyone'])).nullish(),
    users: list(snowflake(), 100).nullish(),
    roles: list(snowflake(), 100).nullish(),
    replied_user: z.boolean().nullish(),
  })
  .superRefine((value, context) => {
    for (const kind of ['users', 'roles'] as const) {
      if (!value.parse?.includes(kind) || !value[kind]?.length) continue;
      const message = `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`;
      note(context, 'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE', message);
    }
  });

const pollMedia = (max: number) => z.object({ text: text(max, 1) });

const poll = z.object({
  question: pollMedia(300),
  answers: list(z.object({ poll_media: pollMedia(55) }), 10, 1),
  duration: whole(1, 768).nullish(),
  allow_multiselect: z.boolean().nullish(),
  layout_type: choice([1]).nullish(),
});

const nonce = z.union([
  z.number(),
  z.string().superRefine((value, context) => {
    if (value.length > 25)
      note(context, 'NONCE_TYPE_TOO_LONG', 'Nonce is too long, must be 25 or fewer in length.');
  }),
]);

const common = {
  content: text(MAX_CONTENT).nullish(),
  embeds: embeds.nullish(),
  flags: z.number().int().nullish(),
  tts: z.boolean().nullish(),
  allowed_mentions: allowedMentions.nullish(),
  nonce: nonce.nullish(),
  enforce_nonce: z.boolean().nullish(),
  sticker_ids: list(snowflake(), 3).nullish(),
  poll: poll.nullish(),
  attachments: list(
    z.object({
      id: z.union([z.string(), z.number()]),
      filename: text(1024).nullish(),
      description: text(1024).nullish(),
      duration_secs: z.number().nullish(),
      waveform: z.string().nullish(),
    }),
    10,
  ).nullish(),
  message_reference: z
    .object({
      type: choice([0, 1]).nullish(),
      message_id: snowflake(),
      channel_id: snowflake().nullish(),
      guild_id: snowflake().nullish(),
      fail_if_not_exists: z.boolean().nullish(),
    })
    .nullish(),
};

const ordinary = z.object({ ...common, components: rows.nullish() });

const componentsV2 = z.object({ ...common, components: layouts.nullish() }).superRefine((value, context) => {
  for (const field of ['content', 'embeds', 'poll', 'sticker_ids'] as const) {
    const given = value[field];
    if (!given || (Array.isArray(given) && given.length === 0)) continue;
    const message = `The 'MessageFlags.IS_COMPONENTS_V2' flag cannot be combined with '${field}'`;
    note(context, 'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2', message, [field]);
  }
});

/** The body of a message to send or edit, with all limits checked; unknown fields are dropped. */
export type MessageBody = z.output<typeof ordinary>;

/** Parses a body; `isAlreadyV2`: the message has the Components V2 flag, which an edit cannot remove. */
export function parseMessage(body: unknown, isAlreadyV2 = false): MessageBody {
  const flags = typeof body === 'object' && body !== null && 'flags' in body ? body.flags : 0;
  const isV2 = isAlreadyV2 || (typeof flags === 'number' && (flags & MessageFlags.IsComponentsV2) !== 0);
  return parseForm<z.ZodType<MessageBody>>(isV2 ? componentsV2 : ordinary, body ?? {});
}

/** Refuses a message without visible content. */
export function checkNotEmpty(body: MessageBody, fileCount: number): void {
  const shows =
    (body.content ?? '').trim() !== '' ||
    (body.embeds ?? []).length > 0 ||
    (body.components ?? []).length > 0 ||
    (body.sticker_ids ?? []).length > 0 ||
    Boolean(body.poll) ||
    body.message_reference?.type === 1 ||
    fileCount > 0;
  if (!shows) throw refuse('emptyMessage');
}

const MAX_FILES = 10;
/** The largest file that a bot may upload without boosts. */
const MAX_FILE_BYTES = 10 * 1024 * 1024;

export function checkFiles(files: readonly { readonly bytes: Uint8Array }[]): void {
  if (files.length > MAX_FILES) {
    const message = `Must be ${MAX_FILES} or fewer in length.`;
    throw toFormError([{ path: ['attachments'], code: 'BASE_TYPE_MAX_LENGTH', message }]);
  }
  if (files.some(file => file.bytes.byteLength > MAX_FILE_BYTES)) {
    throw new ApiError(413, 40005, 'Request entity too large');
  }
}
