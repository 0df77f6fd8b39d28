import { type Message as DiscordMessage, SnowflakeUtil } from 'discord.js';
import type { EmbedRecord } from '../../../core/conversation/discord/embeds.ts';

export type UserRecord = {
  readonly id: string;
  readonly username: string;
  readonly global_name?: string | null | undefined;
  readonly bot?: boolean | undefined;
};

/** Only some components have text; others may have children with text. */
export type ComponentRecord = {
  readonly type: number;
  readonly content?: string;
  readonly components?: readonly object[];
};

/** The fields that a message and a forwarded copy share. */
export type BodyRecord = {
  readonly content: string;
  readonly flags?: number | undefined;
  readonly mentions?: readonly UserRecord[];
  readonly attachments: readonly {
    readonly filename: string;
    readonly content_type?: string | null | undefined;
  }[];
  readonly embeds: readonly EmbedRecord[];
  readonly components?: readonly object[] | undefined;
  readonly sticker_items?: readonly { readonly name: string }[] | undefined;
};

type PollRecord = {
  readonly question: { readonly text?: string | null | undefined };
  readonly answers: readonly {
    readonly answer_id: number;
    readonly poll_media: {
      readonly text?: string | undefined;
      readonly emoji?: { readonly name?: string | null };
    };
  }[];
  readonly results?: { readonly answer_counts: readonly { readonly id: number; readonly count: number }[] };
};

/** The fields that we read of a message in Discord's REST format, a subset of `APIMessage`. */
export type MessageRecord = BodyRecord & {
  readonly id: string;
  readonly channel_id: string;
  readonly type: number;
  readonly author: UserRecord;
  readonly edited_timestamp: string | null;
  readonly mention_roles?: readonly string[];
  readonly webhook_id?: string | undefined;
  readonly reactions?: readonly {
    readonly emoji: { readonly name: string | null };
    readonly count: number;
  }[];
  readonly message_reference?:
    | {
        readonly type?: number | undefined;
        readonly channel_id?: string | undefined;
        readonly message_id?: string | undefined;
      }
    | undefined;
  readonly referenced_message?: MessageRecord | null | undefined;
  readonly message_snapshots?: readonly { readonly message: BodyRecord }[] | undefined;
  readonly poll?: PollRecord | undefined;
};

/** Only the fields that we read: Discord sends about twice as much. */
export function withReadFields(record: MessageRecord): MessageRecord {
  const { reactions, message_reference: reference, referenced_message: referenced, poll } = record;
  const { message_snapshots: snapshots } = record;
  return {
    ...toCachedBody(record),
    id: record.id,
    channel_id: record.channel_id,
    type: record.type,
    author: toCachedUser(record.author),
    edited_timestamp: record.edited_timestamp,
    ...(record.mention_roles?.length && { mention_roles: record.mention_roles }),
    ...(record.webhook_id !== undefined && { webhook_id: record.webhook_id }),
    ...(reactions && {
      reactions: reactions.map(({ emoji, count }) => ({ emoji: { name: emoji.name }, count })),
    }),
    ...(reference && {
      message_reference: {
        type: reference.type,
        channel_id: reference.channel_id,
        message_id: reference.message_id,
      },
    }),
    ...(referenced && { referenced_message: withReadFields(referenced) }),
    ...(snapshots && {
      message_snapshots: snapshots.map(({ message }) => ({ message: toCachedBody(message) })),
    }),
    ...(poll && { poll }),
  };
}

function toCachedBody(body: BodyRecord): BodyRecord {
  return {
    content: body.content,
    ...(body.flags && { flags: body.flags }),
    ...(body.mentions?.length && { mentions: body.mentions.map(toCachedUser) }),
    attachments: body.attachments.map(({ filename, content_type }) => ({ filename, content_type })),
    embeds: body.embeds,
    ...(body.components?.length && { components: body.components }),
    ...(body.sticker_items?.length && { sticker_items: body.sticker_items.map(({ name }) => ({ name })) }),
  };
}

function toCachedUser({ id, username, global_name, bot }: UserRecord): UserRecord {
  return { id, username, global_name, ...(bot && { bot }) };
}

/** Converts a discord.js message back to Discord's REST format, so that both are parsed by the same code. */
export function toRecord(message: DiscordMessage): MessageRecord {
  const { reference, poll } = message;
  const referenced = message.channel?.messages.cache.get(reference?.messageId ?? '');
  return {
    ...toBodyRecord(message),
    id: message.id,
    channel_id: message.channelId,
    type: message.type,
    author: toUserRecord(message.author),
    edited_timestamp: message.editedAt?.toISOString() ?? null,
    ...(message.webhookId === null ? {} : { webhook_id: message.webhookId }),
    reactions: message.reactions.cache.map(({ emoji, count }) => ({ emoji: { name: emoji.name }, count })),
    ...(reference && {
      message_reference: {
        type: reference.type,
        channel_id: reference.channelId,
        message_id: reference.messageId,
      },
    }),
    ...(referenced && referenced !== message && { referenced_message: toRecord(referenced) }),
    message_snapshots: message.messageSnapshots.map(snapshot => ({ message: toBodyRecord(snapshot) })),
    ...(poll && {
      poll: {
        question: { text: poll.question.text },
        answers: poll.answers.map(({ id, text, emoji }) => ({
          answer_id: id,
          poll_media: { text: text ?? undefined, ...(emoji && { emoji: { name: emoji.name } }) },
        })),
        results: { answer_counts: poll.answers.map(({ id, voteCount }) => ({ id, count: voteCount })) },
      },
    }),
  };
}

type Body = Pick<
  DiscordMessage,
  'content' | 'flags' | 'mentions' | 'attachments' | 'embeds' | 'components' | 'stickers'
>;

function toBodyRecord(body: Body): BodyRecord {
  return {
    content: body.content ?? '',
    flags: body.flags.bitfield,
    mentions: body.mentions.users.map(toUserRecord),
    attachments: body.attachments.map(({ name, contentType }) => ({
      filename: name,
      content_type: contentType,
    })),
    embeds: body.embeds.map(({ data }) => data),
    components: body.components.map(component => component.toJSON()),
    sticker_items: body.stickers.map(({ name }) => ({ name })),
  };
}

function toUserRecord(user: DiscordMessage['author']): UserRecord {
  return { id: user.id, username: user.username, global_name: user.globalName, bot: user.bot };
}

/** The time in an id, as an ISO instant. */
export function toInstant(id: string): string {
  return new Date(SnowflakeUtil.timestampFrom(id)).toISOString();
}

/** The smallest id at a time. Use it as `before` for older messages, and minus one as `after` for the others. */
export function toFirstId(atMs: number): bigint {
  const sinceEpoch = BigInt(Math.floor(atMs)) - SnowflakeUtil.epoch;
  return sinceEpoch > 0n ? sinceEpoch << 22n : 0n;
}
