import { type APIMessage, type APIUser, SnowflakeUtil } from 'discord.js';

export type UserRecord = Pick<APIUser, 'id' | 'username'> & Partial<Pick<APIUser, 'global_name' | 'bot'>>;

/** The fields that a message and a forwarded copy share. */
export type BodyRecord = Pick<APIMessage, 'content' | 'embeds'> &
  Partial<Pick<APIMessage, 'flags' | 'components'>> & {
    readonly mentions?: readonly UserRecord[];
    readonly attachments: readonly { readonly filename: string; readonly content_type?: string }[];
    readonly sticker_items?: readonly { readonly name: string }[];
  };

/** The fields that we read of a message of Discord's API. */
export type MessageRecord = BodyRecord &
  Pick<APIMessage, 'id' | 'channel_id' | 'type' | 'edited_timestamp'> &
  Partial<Pick<APIMessage, 'mention_roles' | 'webhook_id' | 'message_reference' | 'poll'>> & {
    readonly author: UserRecord;
    readonly reactions?: readonly {
      readonly emoji: { readonly name: string | null };
      readonly count: number;
    }[];
    readonly referenced_message?: MessageRecord | null;
    readonly message_snapshots?: readonly { readonly message: BodyRecord }[];
  };

/** The names of all fields that we read, at any depth. */
const readFields = [
  ...['id', 'channel_id', 'type', 'content', 'flags', 'edited_timestamp', 'webhook_id', 'components'],
  ...['author', 'mentions', 'username', 'global_name', 'bot', 'mention_roles'],
  ...['attachments', 'filename', 'content_type', 'sticker_items', 'name', 'reactions', 'emoji', 'count'],
  ...['embeds', 'title', 'url', 'description', 'fields', 'value', 'custom_id'],
  ...['message_reference', 'message_id', 'referenced_message', 'message_snapshots', 'message'],
  ...['poll', 'question', 'text', 'answers', 'answer_id', 'poll_media', 'results', 'answer_counts'],
];

/** Only the fields that we read: Discord sends about twice as much. */
export function withReadFields(message: MessageRecord): MessageRecord {
  return JSON.parse(JSON.stringify(message, readFields));
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
