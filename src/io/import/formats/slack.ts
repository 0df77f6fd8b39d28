import { z } from 'zod';
import type { ReadResult } from '../../../app/ports.ts';
import { type MarkupNames, toMediaType } from '../../../core/conversation/discord.ts';
import type { Message, Place } from '../../../core/conversation/message.ts';
import { toAuthorName, toMessageText, toOneLine } from '../../../core/conversation/text.ts';
import { compare } from '../../../core/order.ts';
import type { Archive } from '../archive.ts';
import { parseJson } from '../parse-json.ts';
import {
  createMessage,
  optional,
  readRecords,
  textField,
  toNoMessages,
  toRawRecords,
  toTitle,
  words,
} from '../records.ts';

const day = /^(?:.*\/)?([^/]+)\/\d{4}-\d\d-\d\d\.json$/;
const lists = /(?:^|\/)(?:channels|groups|dms|mpims)\.json$/;

/** Whether the names of an archive are those of a Slack export: folders of days. */
export function isSlackArchive({ names }: Pick<Archive, 'names'>): boolean {
  return names.some(name => day.test(name));
}

type File = { readonly name: string; readonly values: readonly unknown[] };

export function readSlackArchive({ texts }: Archive, fileName: string): ReadResult {
  const notices: string[] = [];
  const files: File[] = [];
  for (const [name, bytes] of [...texts].sort(([a], [b]) => compare(a, b))) {
    if (!name.endsWith('.json')) continue;
    const values = parseList(bytes.toString('utf8').replace(/^\ufeff/, ''));
    if (values) files.push({ name, values });
    else notices.push(`${name} in ${fileName} is no JSON list and was left out.`);
  }
  const users = files
    .filter(({ name }) => /(?:^|\/)users\.json$/.test(name))
    .flatMap(({ values }) => values.flatMap(value => slackUser.safeParse(value).data ?? []));
  const channels = files.filter(({ name }) => lists.test(name)).flatMap(toChannels);
  const foreign = notices.length;
  const people = new Map(users.map(user => [user.id, user]));
  const places = new Map(channels.map(({ title, id }) => [title, id]));
  const channelNames = new Map(channels.map(({ title, id }) => [id, title]));
  const days = files.flatMap(({ name, values }) => {
    const [, folder] = day.exec(name) ?? [];
    if (folder === undefined) return [];
    const { sound, unreadable, notices: skipped } = readRecords(toRawRecords(values), slackRecord, name);
    notices.push(...skipped);
    return { folder, records: sound.map(({ value }) => value), unreadable };
  });
  // People who are not in users.json, such as guests, have their profile in their messages.
  for (const { user, user_profile: profile } of days.flatMap(({ records }) => records))
    if (user && profile && !people.has(user)) people.set(user, { id: user, profile });
  const names: SlackNames = {
    user: id => toPersonName(people.get(id)) || undefined,
    channel: id => channelNames.get(id),
  };
  const messages = days.flatMap(({ folder, records }) => {
    const place = { id: places.get(folder) ?? folder, title: `#${toOneLine(folder)}` };
    return records.map(record => toMessage(record, place, people, names));
  });
  const unreadable = days.reduce((sum, each) => sum + each.unreadable, foreign);
  if (messages.length === 0) throw toNoMessages(fileName, notices);
  const channelIds = [...new Set(messages.flatMap(({ channel }) => channel?.id ?? []))];
  return {
    conversation: { source: { type: 'slack', title: toTitle(fileName), channelIds }, messages, unreadable },
    notices,
  };
}

function parseList(text: string): readonly unknown[] | null {
  try {
    const value = parseJson(text);
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** Direct messages have no name: their folder is named by their id. */
function toChannels({ values }: File): readonly Place[] {
  return values.flatMap(value => {
    const { data } = slackChannel.safeParse(value);
    return data ? [{ id: data.id, title: data.name || data.id }] : [];
  });
}

function toPersonName(user: SlackUser | undefined): string {
  const { profile } = user ?? {};
  const names = [profile?.display_name, profile?.real_name, user?.real_name, user?.name, profile?.name];
  return names.map(name => toAuthorName(name ?? '')).find(name => name !== '') ?? '';
}

/** Subtypes that people write; the others are joins, topics and the like. */
const said: ReadonlySet<string> = new Set([
  'bot_message',
  'me_message',
  'thread_broadcast',
  'file_share',
  'file_comment',
]);

function toMessage(
  record: SlackRecord,
  place: Place,
  people: ReadonlyMap<string, SlackUser>,
  names: SlackNames,
): Message {
  const { subtype, user, ts, thread_ts: thread, bot_id: bot } = record;
  const toId = (each: string) => `${place.id}:${each}`;
  const attachments = (record.files ?? []).map(({ name, title, mimetype }) => {
    const shown = toOneLine(name || title || '') || 'file';
    return { name: shown, type: mimetype || toMediaType(shown) };
  });
  const person = user ? people.get(user) : undefined;
  const name = toPersonName(person) || toAuthorName(record.username ?? '') || user || bot || 'Slack';
  const words = toPlainText(record.text ?? '', names);
  return createMessage({
    id: toId(ts),
    kind: record.type === 'message' && (!subtype || said.has(subtype)) ? 'said' : 'system',
    author: {
      id: user || bot || name,
      name,
      bot: Boolean(bot) || subtype === 'bot_message' || person?.is_bot === true,
    },
    time: toIso(ts),
    editedTime: record.edited ? toIso(record.edited.ts) : undefined,
    text: toMessageText(words, {
      attachments,
      embeds: (record.attachments ?? []).map(({ title, text, fallback }) => ({
        title: title ?? '',
        description: toPlainText(text || fallback || '', names),
      })),
    }),
    replyTo: thread && thread !== ts ? toId(thread) : undefined,
    channel: place,
    attachments,
    reactions: record.reactions?.map(({ name, count }) => ({ name: `:${name}:`, count })),
  });
}

function toIso(ts: string): string {
  return new Date(Math.floor(Number(ts) * 1_000)).toISOString();
}

type SlackNames = Omit<MarkupNames, 'role'>;

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** Writes out the mentions and links of Slack's text, such as `<@U012AB3CD>` and `<https://a.example|the plan>`. */
function toPlainText(text: string, names: SlackNames): string {
  return text
    .replace(/<([@#!])([^<>|]+)(?:\|([^<>]*))?>/g, (_all, kind: string, id: string, label?: string) => {
      if (kind === '@') return `@${names.user(id) ?? (label || id)}`;
      if (kind === '#') return `#${label || (names.channel(id) ?? id)}`;
      return label || `@${id.replace(/^subteam\^|\^.*$/g, '')}`;
    })
    .replace(/<([^<>|\s]+)\|([^<>]*)>/g, (_all, url: string, label: string) =>
      label === '' || url.endsWith(label) ? url : `${label} (${url})`,
    )
    .replace(/<([a-z]+:[^<>|\s]+)>/g, '$1')
    .replace(/&(?:amp|lt|gt);/g, entity => entities[entity] ?? entity);
}

// The layout of Slack's workspace exports; fields that no message needs are left out.

/** Seconds with a fraction that makes it the id of a message in its channel. */
const timestamp = z
  .string('a time such as "1773065520.000100"')
  .regex(/^\d{9,11}\.\d{1,6}$/, 'a time such as "1773065520.000100"');

const profile = optional(z.object({ display_name: words, real_name: words, name: words }));

const slackRecord = z.object(
  {
    type: z.string('"message"'),
    subtype: words,
    ts: timestamp,
    thread_ts: timestamp.nullish().catch(null),
    user: words,
    username: words,
    bot_id: words,
    user_profile: profile,
    text: textField.nullish(),
    edited: optional(z.object({ ts: timestamp })),
    files: optional(z.array(z.object({ name: words, title: words, mimetype: words }))),
    attachments: optional(z.array(z.object({ title: words, text: words, fallback: words }))),
    reactions: optional(z.array(z.object({ name: textField, count: z.int() }))),
  },
  'an object with "type" and "ts"',
);

type SlackRecord = z.infer<typeof slackRecord>;

const slackUser = z.object({
  id: z.string(),
  name: words,
  real_name: words,
  is_bot: optional(z.boolean()),
  profile,
});

type SlackUser = z.infer<typeof slackUser>;

/** One entry of channels.json, groups.json, dms.json or mpims.json. */
const slackChannel = z.object({ id: z.string(), name: words });
