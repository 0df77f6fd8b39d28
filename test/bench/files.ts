import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createPlayground, type InteractionView } from '@footnote/playground/discord';
import { zipSync } from 'fflate';
import { commands } from '../../commands/index.ts';
import { createClaude } from '../../demo/claude/claude.ts';
import { parseConversation } from '../../demo/claude/conversation.ts';
import { type Writer, writeClaim } from '../../demo/claude/writer.ts';
import type { Message } from '../../src/core/conversation/message.ts';
import { deployCommands } from '../../src/io/discord/check-discord.ts';
import { printTable, toCell } from '../eval/table.ts';
import { isFinished } from '../faults/ending.ts';
import { startApi, startBot, watchBot } from './bot.ts';
import { makeConversation } from './conversation.ts';
import { makeText, texts } from './proofs.ts';

type Form = { readonly file: string; readonly toText: (messages: readonly Message[]) => string };

const longestMs = 5 * 60_000;

const bySecond = (ms: number) => new Date(ms).toISOString().slice(11, 19);

const forms: Readonly<Record<string, Form>> = {
  WhatsApp: {
    file: 'chat.txt',
    toText: messages =>
      messages
        .map(({ time, author, text }) => {
          const [date = '', clock = ''] = time.split('T');
          return `${date.split('-').reverse().join('/')}, ${clock.slice(0, 5)} - ${author.name}: ${text}`;
        })
        .join('\n'),
  },
  Telegram: {
    file: 'result.json',
    toText: messages =>
      JSON.stringify({
        name: 'bench',
        type: 'private_group',
        id: 1,
        messages: messages.map(({ time, author, text }, index) => ({
          id: index + 1,
          type: 'message',
          date: time.slice(0, 19),
          date_unixtime: String(Math.floor(Date.parse(time) / 1_000)),
          from: author.name,
          from_id: `user${author.id}`,
          text,
          text_entities: [{ type: 'plain', text }],
        })),
      }),
  },
  Slack: {
    file: '2026-01-05.json',
    toText: messages =>
      JSON.stringify(
        messages.map(({ time, author, text }, index) => ({
          type: 'message',
          ts: `${Math.floor(Date.parse(time) / 1_000)}.${String(index % 1_000_000).padStart(6, '0')}`,
          user: author.id,
          text,
        })),
      ),
  },
  Discord: {
    file: 'export.json',
    toText: messages =>
      JSON.stringify({
        guild: { id: '1200000000000000001', name: 'bench' },
        channel: { id: '1200000000000000002', name: 'bench' },
        messages: messages.map(({ id, time, author, text }) => ({
          id,
          type: 'Default',
          timestamp: time,
          content: text,
          author: { id: '1200000000000000003', name: author.name, isBot: false },
        })),
        messageCount: messages.length,
      }),
  },
  'JSON Lines': {
    file: 'chat.jsonl',
    toText: messages =>
      messages
        .map(({ id, time, author, text }) => JSON.stringify({ id, author: author.name, time, text }))
        .join('\n'),
  },
  transcript: {
    file: 'call.vtt',
    toText: messages =>
      `WEBVTT\n\n${messages
        .map(
          ({ author, text }, index) =>
            `${bySecond(index * 100)}.000 --> ${bySecond(index * 100)}.900\n<v ${author.name}>${text}\n`,
        )
        .join('\n')}`,
  },
  document: {
    file: 'plan.md',
    toText: messages => messages.map(({ text }) => text).join('\n\n'),
  },
  '[[[[': { file: 'deep.json', toText: messages => '['.repeat(messages.length * 80) },
};

/** As much of a form as fits. */
function makeFile({ toText }: Form, megabytes: number): Buffer {
  const sample = toText(makeConversation(2_000).messages).length / 2_000;
  // Messages of longer conversations have longer words.
  const count = Math.floor((megabytes * 0.95e6) / sample);
  return Buffer.from(toText(makeConversation(count).messages));
}

/** 50,000 people, each of whom wrote one message. */
function makeCrowd(): Buffer {
  const { messages } = makeConversation(50_000);
  const lines = messages.map(({ time, text }, index) =>
    JSON.stringify({
      author: `Author ${index} of Many`,
      time,
      text: index % 10 === 0 ? `Author ${index} said so` : text,
    }),
  );
  return Buffer.from(lines.join('\n'));
}

/** Sends files to a real bot's API, and watches its event loop and memory meanwhile. */
export async function printFiles([
  megabytes = '30',
  rounds = '3',
  ...names
]: readonly string[]): Promise<void> {
  const { bot, url, headers, close } = await startApi();
  const isMeant = (name: string) => names.length === 0 || names.includes(name);
  const post = (path: string, body: string | Buffer, type = 'application/json') =>
    fetch(url + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': type, accept: 'application/json, text/event-stream' },
      body,
    });
  const show = async (name: string, size: number, work: () => Promise<Response>) => {
    const { result, rows } = await watchBot(bot, async () => {
      const answer = await work();
      const json = (await answer.json()) as { readonly message_count?: number };
      return `answered ${answer.status}, ${toCell(json.message_count ?? 0)} messages`;
    });
    printTable(`${name}, ${(size / 1e6).toFixed(1)} MB: ${result}`, ['', ''], rows);
  };
  const upload = (name: string, chat: string, file: string, body: Buffer) =>
    show(name, body.length, () =>
      post(
        `/whatsapp/chats?chat=${chat}&zone=Europe/Berlin&date_order=day-first&name=${file}`,
        body,
        'application/octet-stream',
      ),
    );
  try {
    for (let round = 0; round < Number(rounds); round += 1) {
      for (const [name, form] of Object.entries(forms))
        if (isMeant(name)) await upload(name, 'bench', form.file, makeFile(form, Number(megabytes)));
      if (isMeant('zip')) {
        const zip = zipSync({ '_chat.txt': makeFile(forms['WhatsApp'] as Form, 15) });
        await upload('WhatsApp zip', 'zip', 'chat.zip', Buffer.from(zip));
      }
      if (isMeant('authors')) {
        await upload('50,000 authors', 'crowd', 'crowd.jsonl', makeCrowd());
        await show('their summary', 0, () => post('/whatsapp/chats/crowd/summarize?wait=60', '{}'));
      }
      for (const [path, bytes] of isMeant('bodies') ? bodies : [])
        await show(`${path}, in all shapes`, bytes, async () => {
          const [first = '', ...others] = shapes.map(toText => toText(bytes));
          for (const text of others) await (await post(path, text)).text();
          return post(path, first);
        });
    }
  } finally {
    await close();
  }
}

/** The most that each route accepts of JSON, in the shapes that take the longest to parse. */
const bodies: readonly (readonly [path: string, bytes: number])[] = [
  ['/discord/channels/1200000000000000001/summarize', 2 ** 16],
  ['/mcp', 2 ** 16],
  ['/check', 2 ** 18],
];
const shapes: readonly ((bytes: number) => string)[] = [
  bytes => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  bytes => `[${'{},'.repeat(bytes / 3 - 1)}{}]`,
  bytes =>
    `{${Array.from({ length: bytes / 12 }, (_, index) => `"${index.toString(36).padStart(6, '0')}":1`).join()}}`,
  bytes => `{"conversation":[${'{},'.repeat(bytes / 3 - 10)}{}]}`,
];

const people = 10;

/** Lets people attach large files to commands at once. */
export async function printAttached(names: readonly string[]): Promise<void> {
  for (const name of names.length > 0 ? names : ['WhatsApp', '[[[[']) {
    const form = forms[name] as Form;
    const content = makeFile(form, 15);
    const folder = mkdtempSync(join(tmpdir(), 'footnote-bench-files-'));
    const playground = await createPlayground();
    const { world, actions, token, applicationId, url } = playground;
    const owner = world.addUser({ name: 'owner' });
    const others = Array.from({ length: people - 1 }, (_, index) =>
      world.addUser({ name: `person-${index}` }),
    );
    const members = [owner, ...others];
    const channel = world.addChannel(world.addGuild({ name: 'bench', owner, members }), { name: 'files' });
    await deployCommands(commands, { token, applicationId, apiUrl: `${url}/api` });
    const storeUrl = `sqlite://${join(folder, 'store.sqlite')}`;
    const environment = { DISCORD_TOKEN: token, DISCORD_API_URL: `${url}/api`, STORE_URL: storeUrl };
    const bot = await startBot(environment, 'is logged in');
    try {
      const { result, rows } = await watchBot(bot, async () => {
        const start = performance.now();
        const options = { file: { name: form.file, content } };
        const views = await Promise.all(
          members.map(user => actions.slash({ user, channel, command: 'summarize', options })),
        );
        const isOver = ({ status, message }: InteractionView) =>
          status === 'failed' || (message !== null && isFinished(message));
        while (views.some(view => !isOver(view)) && performance.now() - start < longestMs)
          await setTimeout(500);
        return views.filter(isOver).length;
      });
      printTable(`${people} people who attach 15 MB of ${name} at once: ${result} answered`, ['', ''], rows);
    } finally {
      bot.kill('SIGKILL');
      await once(bot, 'close');
      await playground.close();
      rmSync(folder, { recursive: true });
    }
  }
}

const messages = 500;
const textFiles = 20;
const textBytes = 20_000;

/** Claims about what is in files: quotes of their ends, as they are and with a typo, and values that nobody gave. */
const writeAboutFiles: Writer = ({ text }) =>
  parseConversation(text)
    .filter(({ text: said }) => said.length > textBytes / 10)
    .flatMap(({ position, author, text: said }, index) =>
      [said.slice(-90), `${said.slice(-90, -40)}ß${said.slice(-39)}`].map((quote, at) =>
        writeClaim({
          evidence: [{ position, quote }],
          topic: 'files',
          speakers: [author],
          text: `${author} attached a file that says ${at === 0 ? 'what step' : `${777_000 + index} about step`} ${index} took`,
        }),
      ),
    );

/** Summarizes a channel without and with attached text files, by Highlights and by Claude, and asks about it. */
export async function printTexts(): Promise<void> {
  const claude = await createClaude({ writer: writeAboutFiles });
  const model = { ANTHROPIC_API_KEY: claude.apiKey, ANTHROPIC_BASE_URL: claude.url };
  const summarized = { command: 'summarize', options: { messages } };
  const asked = { command: 'ask', options: { question: 'How long did step 7 of the board take?' } };
  for (const [what, files, request, environment] of [
    ['a summary without a model', 0, summarized, {}],
    ['a summary without a model', textFiles, summarized, {}],
    ['an answer without a model', textFiles, asked, {}],
    ['a summary', textFiles, summarized, model],
    ['an answer', textFiles, asked, model],
  ] as const) {
    const folder = mkdtempSync(join(tmpdir(), 'footnote-bench-texts-'));
    const playground = await createPlayground();
    const { world, actions, token, applicationId, url } = playground;
    const owner = world.addUser({ name: 'owner' });
    const channel = world.addChannel(world.addGuild({ name: 'bench', owner, members: [owner] }), {
      name: 'texts',
    });
    const contents = Object.values(texts).map(toPiece => makeText(toPiece, textBytes - 100));
    for (let index = 0; index < messages; index += 1) {
      const file = index / (messages / textFiles);
      const content = contents[file % contents.length];
      world.addMessage(channel, {
        by: owner,
        content: `Message ${index}: the meeting about part ${index % 7} is at ${8 + (index % 9)}:30, I will bring the plan.`,
        ...(content !== undefined && files > 0 && { files: [{ name: `boot-${index}.log`, content }] }),
      });
    }
    await deployCommands(commands, { token, applicationId, apiUrl: `${url}/api` });
    const storeUrl = `sqlite://${join(folder, 'store.sqlite')}`;
    const bot = await startBot(
      { DISCORD_TOKEN: token, DISCORD_API_URL: `${url}/api`, STORE_URL: storeUrl, ...environment },
      'is logged in',
    );
    try {
      const { rows } = await watchBot(bot, async () => {
        const view = await actions.slash({ user: owner, channel, ...request });
        await view.until(({ message }) => message !== null && isFinished(message), longestMs);
      });
      printTable(`${what}: ${messages} messages with ${files} text files of 20 KB`, ['', ''], rows);
    } finally {
      bot.kill('SIGKILL');
      await once(bot, 'close');
      await playground.close();
      rmSync(folder, { recursive: true });
    }
  }
  await claude.close();
}
