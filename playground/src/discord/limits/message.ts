import { MessageFlags } from 'discord-api-types/v10';
import { z } from 'zod';
import { ApiError, refuse } from '../errors.ts';
import { layouts, rows } from './components.ts';
import { embeds } from './embed.ts';
import { choice, list, note, parseForm, snowflake, text, toFormError, whole } from './form.ts';

export const MAX_CONTENT = 2000;

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

export const MAX_FILES = 10;
/** The largest file that a bot may upload without boosts. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

export function checkFiles(files: readonly { readonly bytes: Uint8Array }[]): void {
  if (files.length > MAX_FILES) {
    const message = `Must be ${MAX_FILES} or fewer in length.`;
    throw toFormError([{ path: ['attachments'], code: 'BASE_TYPE_MAX_LENGTH', message }]);
  }
  if (files.some(file => file.bytes.byteLength > MAX_FILE_BYTES)) {
    throw new ApiError(413, 40005, 'Request entity too large');
  }
}
