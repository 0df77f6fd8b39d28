import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createPlayground, type InteractionView } from '@footnote/playground/discord';
import { zipSync } from 'fflate';
import { commands } from '../../commands/index.ts';
import type { Message } from '../../src/core/conversation/message.ts';
import { deployCommands } from '../../src/io/discord/deploy.ts';
import { createToken } from '../../src/io/http/tokens.ts';
import { openStore } from '../../src/io/keyv/open-store.ts';
import { createLogger } from '../../src/log.ts';
import { isFinished } from '../faults/ending.ts';
import { makeConversation } from './conversation.ts';
import type { LoopFigures } from './loop-delay.ts';

export type FileRun = {
  readonly name: string;
  readonly megabytes: number;
  readonly status: number;
  readonly stored: number;
  readonly seconds: number;
  readonly loop: LoopFigures;
  readonly rssMb: { readonly before: number; readonly peak: number; readonly after: number };
};

type Form = { readonly file: string; readonly toText: (messages: readonly Message[]) => string };

/** After this time the thread has ended, and V8 has given back its memory, which it keeps for about 8 s. */
const settleMs = 14_000;
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
export async function* measureFiles(
  megabytes: number,
  names: readonly string[],
  rounds: number,
): AsyncGenerator<FileRun> {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-bench-files-'));
  const playground = await createPlayground();
  const owner = playground.world.addUser({ name: 'owner' });
  const guild = playground.world.addGuild({ name: 'bench', owner });
  const storeUrl = `sqlite://${join(folder, 'store.sqlite')}`;
  const store = await openStore(storeUrl, { log: createLogger('silent') });
  const { token, bearer } = createToken({ guildId: guild.id, userId: owner.id }, new Date().toISOString());
  await store.tokens.put(token);
  await store.close();
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const bot = await startBot({
    DISCORD_TOKEN: playground.token,
    DISCORD_API_URL: `${playground.url}/api`,
    STORE_URL: storeUrl,
    HTTP_PORT: String(port),
    HTTP_REQUESTS_PER_MINUTE: '1000000',
    FOOTNOTE_DAILY_RUNS: '1000',
  });
  const watch = async (name: string, size: number, ask: () => Promise<Response>): Promise<FileRun> => {
    const before = await askBot<number>(bot, 'memory');
    await askBot(bot, 'begin');
    const start = performance.now();
    const answer = await ask();
    const json = (await answer.json()) as { readonly message_count?: number };
    const seconds = (performance.now() - start) / 1_000;
    const loop = await askBot<LoopFigures>(bot, 'end');
    const peak = readPeakMb(bot.pid ?? 0);
    await setTimeout(settleMs);
    const after = await askBot<number>(bot, 'memory');
    return {
      name,
      megabytes: size / 1e6,
      status: answer.status,
      stored: json.message_count ?? 0,
      seconds,
      loop,
      rssMb: { before, peak, after },
    };
  };
  const request = (path: string, body: string | Buffer, type = 'application/json') =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${bearer}`,
        'content-type': type,
        accept: 'application/json, text/event-stream',
      },
      body,
    });
  const send = (name: string, path: string, body: string | Buffer, type: string, size = 0) =>
    watch(name, size, () => request(path, body, type));
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, form] of Object.entries(forms)) {
        if (names.length > 0 && !names.includes(name)) continue;
        const file = makeFile(form, megabytes);
        yield await send(
          name,
          `/whatsapp/chats?chat=bench&zone=Europe/Berlin&date_order=day-first&name=${form.file}`,
          file,
          'application/octet-stream',
          file.length,
        );
      }
      if (names.length === 0 || names.includes('zip')) {
        const file = makeFile(forms['WhatsApp'] as Form, 15);
        const zip = Buffer.from(zipSync({ '_chat.txt': file }));
        yield await send(
          'WhatsApp zip',
          '/whatsapp/chats?chat=zip&zone=UTC&date_order=day-first&name=chat.zip',
          zip,
          'application/octet-stream',
          zip.length,
        );
      }
      if (names.length === 0 || names.includes('authors')) {
        const crowd = makeCrowd();
        yield await send(
          '50,000 authors',
          '/whatsapp/chats?chat=crowd&zone=UTC&name=crowd.jsonl',
          crowd,
          'application/octet-stream',
          crowd.length,
        );
        yield await send(
          'their summary',
          '/whatsapp/chats/crowd/summarize?wait=60',
          '{}',
          'application/json',
        );
      }
      if (names.length === 0 || names.includes('bodies'))
        for (const [path, bytes] of bodies)
          yield await watch(`${path}, in all shapes`, bytes, async () => {
            const [first, ...others] = shapes.map(toText => () => request(path, toText(bytes)));
            for (const send of others) await (await send()).text();
            return (first as NonNullable<typeof first>)();
          });
    }
  } finally {
    bot.kill('SIGKILL');
    await once(bot, 'close');
    await playground.close();
    rmSync(folder, { recursive: true });
  }
}

/** The most that each route accepts of JSON, in the shapes that take the longest to parse. */
const bodies: readonly (readonly [path: string, bytes: number])[] = [
  ['/discord/channels/1200000000000000001/summarize', 2 ** 16],
  ['/whatsapp/chats/crowd/opt-outs', 2 ** 16],
  ['/mcp', 2 ** 16],
  ['/check', 250_000],
  ['/check', 31e6],
];
const shapes: readonly ((bytes: number) => string)[] = [
  bytes => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  bytes => `[${'{},'.repeat(bytes / 3 - 1)}{}]`,
  bytes =>
    `{${Array.from({ length: bytes / 12 }, (_, index) => `"${index.toString(36).padStart(6, '0')}":1`).join()}}`,
  bytes => `{"conversation":[${'{},'.repeat(bytes / 3 - 10)}{}]}`,
];

type AttachedRun = {
  readonly name: string;
  readonly files: number;
  readonly answered: number;
  readonly seconds: number;
  readonly loop: LoopFigures;
  readonly rssMb: { readonly before: number; readonly peak: number; readonly after: number };
};

/** Lets people attach large files to commands at once. */
export async function measureAttached(
  files: number,
  names: readonly string[],
): Promise<readonly AttachedRun[]> {
  const runs: AttachedRun[] = [];
  for (const name of names) {
    const form = forms[name] as Form;
    const content = makeFile(form, 15);
    const folder = mkdtempSync(join(tmpdir(), 'footnote-bench-files-'));
    const playground = await createPlayground();
    const { world, actions, token, applicationId, url } = playground;
    const people = Array.from({ length: files }, (_, index) => world.addUser({ name: `person-${index}` }));
    const [owner = people[0]] = people;
    if (!owner) throw new Error('nobody');
    const guild = world.addGuild({ name: 'bench', owner, members: people });
    const channel = world.addChannel(guild, { name: 'files' });
    await deployCommands(commands, { token, applicationId, apiUrl: `${url}/api` });
    const bot = await startBot(
      {
        DISCORD_TOKEN: token,
        DISCORD_API_URL: `${url}/api`,
        STORE_URL: `sqlite://${join(folder, 'store.sqlite')}`,
      },
      'is logged in',
    );
    try {
      const before = await askBot<number>(bot, 'memory');
      await askBot(bot, 'begin');
      const start = performance.now();
      const views = await Promise.all(
        people.map(user =>
          actions.slash({
            user,
            channel,
            command: 'summarize',
            options: { file: { name: form.file, content }, dates: 'day-first' },
          }),
        ),
      );
      const isOver = ({ status, message }: InteractionView) =>
        status === 'failed' || (message !== null && isFinished(message));
      while (views.some(view => !isOver(view)) && performance.now() - start < longestMs)
        await setTimeout(500);
      const seconds = (performance.now() - start) / 1_000;
      const loop = await askBot<LoopFigures>(bot, 'end');
      const peak = readPeakMb(bot.pid ?? 0);
      await setTimeout(settleMs);
      const after = await askBot<number>(bot, 'memory');
      runs.push({
        name,
        files,
        answered: views.filter(isOver).length,
        seconds,
        loop,
        rssMb: { before, peak, after },
      });
    } finally {
      bot.kill('SIGKILL');
      await once(bot, 'close');
      await playground.close();
      rmSync(folder, { recursive: true });
    }
  }
  return runs;
}

async function startBot(
  environment: Readonly<Record<string, string>>,
  sign = 'The HTTP API is at',
): Promise<ChildProcess> {
  const preload = new URL('./loop-delay.ts', import.meta.url).href;
  const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
  const bot = spawn(
    process.execPath,
    [
      '--max-semi-space-size=8',
      ...(process.env['BENCH_ARGS'] ?? '').split(' ').filter(Boolean),
      '--import',
      preload,
      main,
    ],
    {
      env: {
        PATH: process.env['PATH'] ?? '',
        ...environment,
      },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    },
  );
  let said = '';
  await new Promise<void>((resolve, reject) => {
    bot.on('close', () => reject(new Error(`ended: ${said}`)));
    bot.stderr?.setEncoding('utf8').on('data', (piece: string) => {
      said += piece;
      if (said.includes(sign)) resolve();
    });
  });
  bot.removeAllListeners('close');
  return bot;
}

async function askBot<Answer>(bot: ChildProcess, question: string): Promise<Answer> {
  bot.send(question);
  const [answer] = await once(bot, 'message');
  return answer as Answer;
}

/** The most memory that a process has held, by Linux. */
function readPeakMb(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1e3;
}
