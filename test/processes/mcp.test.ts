import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createWriting, fairClaims } from '../e2e/engines.ts';
import { createHttpScene, type HttpScene } from '../e2e/http/http-scene.ts';
import { fill } from '../e2e/scene.ts';

let http: HttpScene;
beforeAll(async () => {
  http = await createHttpScene({ engine: createWriting(...fairClaims) });
  fill(http);
});
afterAll(() => http?.close());

async function connectStdio() {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [resolve('src/cli.ts'), 'mcp', '--zone', 'UTC'],
      env: {
        PATH: process.env['PATH'] ?? '',
        NODE_COMPILE_CACHE: join(tmpdir(), 'footnote-compile-cache'),
      },
      stderr: 'pipe',
    }),
  );
  onTestFinished(() => client.close());
  return client;
}

async function connectHttp(token: string) {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', http.url), { requestInit }));
  onTestFinished(() => client.close());
  return client;
}

const toText = ({ content }: { content: readonly unknown[] }) => JSON.stringify(content);
const release = resolve('test/fixtures/release-room.jsonl');

test('an assistant summarizes a file and checks statements against it', async () => {
  const client = await connectStdio();
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['summarize_file', 'ask_file', 'check_file']);
  const summary = await client.callTool({ name: 'summarize_file', arguments: { file: release } });
  expect(toText(summary)).toMatch(/\[1\]/);
  expect(summary.structuredContent).toMatchObject({ summary_type: 'highlights' });
  const asked = { file: release, question: 'Is Safari 15 supported?' };
  const answer = await client.callTool({ name: 'ask_file', arguments: asked });
  expect(answer.structuredContent).toMatchObject({ question: asked.question });
  expect(toText(answer)).toContain('Should we still support Safari 15?');
  const statements = ['The staging database runs on Postgres 16.', 'The moon is made of cheese.'];
  const checked = await client.callTool({ name: 'check_file', arguments: { file: release, statements } });
  expect(checked.structuredContent).toMatchObject({
    statements: [{ text: statements[0] }, { text: statements[1], status: 'not_found' }],
  });
});

test('what is wrong is the error of the tool, in a sentence', async () => {
  const client = await connectStdio();
  const missing = await client.callTool({ name: 'summarize_file', arguments: { file: '/nowhere.json' } });
  expect(missing.isError).toBe(true);
  expect(toText(missing)).toContain('/nowhere.json');
  const range = { file: release, since: 'gibberish' };
  expect((await client.callTool({ name: 'summarize_file', arguments: range })).isError).toBe(true);
});

test('the tools have what their errors ask for, and refuse what they do not know', async () => {
  const client = await connectStdio();
  const folder = mkdtempSync(join(tmpdir(), 'footnote-mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const call = (args: Record<string, unknown>) =>
    client.callTool({ name: 'summarize_file', arguments: args });
  const { tools } = await client.listTools();
  const { inputSchema, outputSchema } = tools[0] ?? {};
  const statements = { items: { type: 'string' }, maxItems: 100 };
  expect(tools.at(-1)?.inputSchema['properties']).toMatchObject({ statements });
  expect(inputSchema?.['properties']).toMatchObject({ date_order: {}, start: {}, max_size: {} });
  expect(outputSchema?.['properties']).toHaveProperty('reference_index');

  const chat = write(
    'chat.txt',
    '01/02/2026, 09:00 - Mia: The fair is on 3 May.\n02/02/2026, 09:00 - Mia: Good.',
  );
  const ambiguous = await call({ file: chat });
  expect(toText(ambiguous)).toMatch(/Add date_order day-first or date_order month-first/);
  expect((await call({ file: chat, date_order: 'day-first' })).isError).toBeFalsy();
  const large = write('large.txt', 'The fair is on 3 May. '.repeat(100_000));
  const tooLarge = await call({ file: large, max_size: 1 });
  expect([tooLarge.isError, toText(tooLarge)]).toEqual([
    true,
    expect.stringContaining('limit with max_size'),
  ]);
  const captions = ['WEBVTT', '00:00:01.000 --> 00:00:04.000\n<v Mia>The fair is on 3 May in the gym.'];
  const undated = write('talk.vtt', captions.join('\n\n'));
  expect(toText(await call({ file: undated }))).toMatch(/Add start /);
  expect(toText(await call({ file: undated, since: '1h' }))).toMatch(/no dates.*begins: start/);
  expect(toText(await call({ file: undated, start: 'noon' }))).toContain('"start: “noon” is not a date.');
  const dated = await call({ file: undated, start: '2026-03-09 14:00' });
  expect(dated.structuredContent).toMatchObject({ time_range_start: expect.stringContaining('2026-03-09') });
  for (const answer of [ambiguous, tooLarge]) expect(toText(answer)).not.toContain('--max-size');
  const since = await call({ file: release, since: 'gibberish' });
  expect(toText(since)).not.toContain('--since');
  const unknown = await call({ file: release, dateorder: 'day-first' }).catch((error: unknown) => error);
  expect(JSON.stringify(unknown) + String(unknown)).toMatch(/dateorder/);
});

test('an assistant that asks for progress hears it', async () => {
  const told = async (client: Client, name: string, args: Record<string, unknown>) => {
    const heard: string[] = [];
    const onprogress = ({ message = '' }: { message?: string | undefined }) => void heard.push(message);
    await client.callTool({ name, arguments: args }, { onprogress });
    return heard;
  };
  const files = await connectStdio();
  const statements = ['The staging database runs on Postgres 16.', 'The moon is made of cheese.'];
  expect(await told(files, 'check_file', { file: release, statements })).toEqual([
    expect.stringMatching(/^\d+ messages read$/),
    '1 of 2 statements checked',
    '2 of 2 statements checked',
  ]);
  const args = { channel_id: http.channel.id };
  const client = await connectHttp(await http.grant());
  expect((await told(client, 'summarize_channel', args)).at(-1)).toMatch(/^\d+ messages read, \d+ claims/);
});

test('channels are read over HTTP, as the owner of the token', async () => {
  const client = await connectHttp(await http.grant());
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['summarize_channel', 'ask_channel', 'check_channel']);
  const args = { channel_id: http.channel.id };
  const summary = await client.callTool({ name: 'summarize_channel', arguments: args });
  expect(toText(summary)).toContain('The school fair is on 21 March.');
  expect(summary.structuredContent).toHaveProperty('reference_index.0.sender', 'Ann');
  const unknown = { channel_id: '123456789012345678' };
  const refused = await client.callTool({ name: 'summarize_channel', arguments: unknown });
  expect(refused.isError).toBe(true);
  await expect(connectHttp('wrong')).rejects.toThrow(/401|token/);
});
