import { createRandom } from '@footnote/playground/random';
import { strToU8, zipSync } from 'fflate';
import { toEvidence } from '../../../src/core/conversation/evidence.ts';
import { UserError } from '../../../src/errors.ts';
import { importChat } from './import-chat.ts';

/** A file as an app exports it; each message says a word of its own, "tok7". */
export type ImportFile = { readonly name: string; readonly bytes: Buffer };

const count = 12;
const indexes = Array.from({ length: count }, (_, index) => index);
const minute = (index: number) => String(index + 10);
const who = (index: number) => ['Mia', 'Tom', '+49 151 2345678'][index % 3] ?? '';

const android = indexes.map(
  index => `25/03/2026, 09:${minute(index)} - ${who(index)}: say tok${index} now\nand more`,
);
const ios = indexes.map(
  index => `\u200e[03/25/26, 9:${minute(index)}:07\u202fPM] ${who(index)}: \u200etok${index} image omitted`,
);
const telegram = {
  name: 'Trip',
  type: 'private_group',
  id: 7,
  messages: indexes.map(index => ({
    id: index,
    type: 'message',
    date: `2026-03-25T09:${minute(index)}:00`,
    from: who(index),
    from_id: `user${index % 3}`,
    text: ['say ', { type: 'bold', text: `tok${index}` }],
  })),
};
const slackDay = indexes.map(index => ({
  type: 'message',
  user: `U${index % 3}`,
  ts: `17730432${minute(index)}.000100`,
  text: `say tok${index}`,
}));
const discord = {
  guild: { id: '1', name: 'Boats' },
  channel: { id: '2', name: 'general', type: 'GuildTextChat' },
  messages: indexes.map(index => ({
    id: String(1_099_000_000_000_000_000n + BigInt(index)),
    type: 'Default',
    timestamp: `2026-03-25T09:${minute(index)}:00+00:00`,
    author: { id: String(index % 3), name: who(index) },
    content: `say tok${index}`,
  })),
};
const jsonLines = indexes.map(index =>
  JSON.stringify({
    id: index,
    author: who(index),
    time: `2026-03-25T09:${minute(index)}:00Z`,
    text: `say tok${index}`,
  }),
);
const captions = indexes.map(
  index => `${index}\n00:00:${minute(index)},000 --> 00:00:${minute(index)},900\nMia: say tok${index}\n`,
);
const turns = indexes.map(index => `${['Mia', 'Tom'][index % 2]}: say tok${index}`);
const sections = indexes.map(index => `## Part ${index}\n\nsay tok${index}\n`);

function text(name: string, content: string): ImportFile {
  return { name, bytes: Buffer.from(content) };
}

/** One file of each format. */
export const importFiles: readonly ImportFile[] = [
  text('WhatsApp Chat with Trip.txt', android.join('\n')),
  text('_chat.txt', ios.join('\r\n')),
  { name: 'WhatsApp Chat - Trip.zip', bytes: Buffer.from(zipSync({ '_chat.txt': strToU8(ios.join('\n')) })) },
  text('result.json', JSON.stringify(telegram, null, 1)),
  {
    name: 'team.zip',
    bytes: Buffer.from(
      zipSync({ 'general/2026-03-25.json': strToU8(JSON.stringify(slackDay)), 'users.json': strToU8('[]') }),
    ),
  },
  text('general.json', JSON.stringify(discord, null, 2)),
  text('chat.jsonl', jsonLines.join('\n')),
  text('call.srt', captions.join('\n')),
  text('call.vtt', `WEBVTT\n\n${captions.join('\n').replaceAll(',', '.')}`),
  text('meeting.txt', turns.join('\n')),
  text('plan.md', sections.join('\n')),
];

const strange = [
  ...['\u200e', '\ufeff', '\u0000', '\r', '\n\n', 'PK\u0003\u0004', '\ud800', '"', '\\', ': '],
  ...['9'.repeat(400), '['.repeat(2_000), '{"a":'.repeat(500), '<'.repeat(3_000)],
  ...[' '.repeat(20_000), '\n'.repeat(20_000), '# '.repeat(10_000)],
  ...['25/03/2026, 09:14 - ', '32/13/2026, 09:14 - Mia: ', '00:00:01.000 --> '],
];

/** The file of a seed: one to four changes to bytes or lines of a file. */
export function mutate(seed: number): ImportFile {
  const random = createRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const file = importFiles[seed % importFiles.length] ?? text('', '');
  let bytes = file.bytes;
  for (let changes = 1 + below(4); changes > 0; changes--) {
    const [from, to] = [below(bytes.length + 1), below(bytes.length + 1)].sort((a, b) => a - b) as [
      number,
      number,
    ];
    const near = Math.min(to, from + 40);
    const cut = (start: number, end: number, between: Uint8Array) =>
      Buffer.concat([bytes.subarray(0, start), between, bytes.subarray(end)]);
    const none = Buffer.alloc(0);
    const kinds = [
      () => bytes.subarray(0, from),
      () => cut(from, near, none),
      () => cut(from, to, none),
      () => cut(from, from, bytes.subarray(from, to)),
      () => cut(from, from, Buffer.from(strange[below(strange.length)] ?? '')),
      () => cut(from, Math.min(from + 1, bytes.length), Buffer.from([below(256)])),
      () => cut(from, near, Buffer.from(Array.from({ length: below(60) }, () => below(256)))),
      () => swapLines(bytes, below),
      () => cut(from, from, importFiles[below(importFiles.length)]?.bytes ?? none),
    ];
    bytes = Buffer.from(kinds[below(kinds.length)]?.() ?? none);
  }
  return { name: file.name, bytes };
}

function swapLines(bytes: Buffer, below: (limit: number) => number): Buffer {
  const lines = bytes.toString('latin1').split('\n');
  const [a, b] = [below(lines.length), below(lines.length)];
  [lines[a], lines[b]] = [lines[b] ?? '', lines[a] ?? ''];
  return Buffer.from(lines.join('\n'), 'latin1');
}

/** How an import ended; `uncounted` says what is missing without being counted. */
export type Outcome = { readonly kind: 'read' | 'refused'; readonly uncounted: string | null };

/** Of two fields with the same name, JSON knows the second only. */
const shadowedField =
  /"(?:text|content)"\s*:\s*"[^"{}]*?(tok\d+)(?:[^{}]|\{[^{}]*\})*?"(?:text|content)"\s*:/g;

/** Imports a file; throws only for a bug. */
export async function importMutated({ name, bytes }: ImportFile): Promise<Outcome> {
  try {
    const { conversation, counts, problems } = await importChat(bytes, name, { zone: 'Europe/Berlin' });
    const { messages, unreadable } = conversation;
    const { available } = toEvidence(conversation);
    const left = counts.omitted.reduce((sum, omission) => sum + omission.count, 0);
    const text = bytes.toString('utf8');
    const found = new Set(
      messages.flatMap(each => `${each.text}\n${each.author.name}`.match(/tok\d+/g) ?? []),
    );
    const titles = new Set(messages.flatMap(({ channel }) => channel?.title.match(/tok\d+/g) ?? []));
    const shadowed = new Set([...text.matchAll(shadowedField)].map(match => match[1] ?? ''));
    const lost = [...new Set(text.match(/tok\d+/g))].filter(
      token => !found.has(token) && !titles.has(token) && !shadowed.has(token),
    );
    const isCounted =
      counts.messages + left === messages.length + unreadable && available === messages.length + unreadable;
    if (!isCounted) return { kind: 'read', uncounted: `${available} are not ${counts.messages} and ${left}` };
    const isTold = left > 0 || problems.length > 0;
    return { kind: 'read', uncounted: lost.length > 0 && !isTold ? lost.join(' ') : null };
  } catch (error) {
    if (error instanceof UserError && error.message.includes(name.split('/').at(-1) ?? ''))
      return { kind: 'refused', uncounted: null };
    throw error;
  }
}
