import type { MessageCreateParamsNonStreaming } from '@anthropic-ai/sdk/resources/messages';
import { expect, it } from 'vitest';
import { ask, createClock, startConnected } from './scene.ts';

const long = 'The tent is blue and the hall is large. '.repeat(60);

function toParams(task: string, change: Partial<MessageCreateParamsNonStreaming> = {}) {
  const content = [
    { type: 'text', text: long, cache_control: { type: 'ephemeral' } },
    { type: 'text', text: task },
  ] as const;
  return { ...ask, messages: [{ role: 'user' as const, content: [...content] }], ...change };
}

async function startMeasured() {
  const clock = createClock();
  const { claude, client } = await startConnected({ now: clock.now });
  const measure = async (params: MessageCreateParamsNonStreaming) => {
    const { usage } = await client.messages.create(params);
    const {
      cache_creation_input_tokens: written,
      cache_read_input_tokens: read,
      input_tokens: fresh,
    } = usage;
    return { written: written ?? -1, read: read ?? -1, fresh };
  };
  return { claude, client, clock, measure };
}

it('writes a prefix once, reads it from then on, and bills the rest as input', async () => {
  const { client, measure } = await startMeasured();
  const first = await measure(toParams('one task'));
  expect(first.written).toBeGreaterThan(512);
  expect(first).toMatchObject({ read: 0 });
  const second = await measure(toParams('another task'));
  expect(second).toMatchObject({ written: 0, read: first.written });
  const { max_tokens: _, ...counted } = toParams('one task');
  const { input_tokens } = await client.messages.countTokens(counted);
  expect(first.written + first.fresh).toBe(input_tokens);
});

it.each([
  ['another model', { model: 'claude-opus-5-5' }],
  ['another system prompt', { system: 'be brief' }],
  ['another schema', { output_config: {} }],
  ['other tools', { tools: [{ name: 'a', input_schema: { type: 'object' as const } }] }],
])('misses for %s', async (_, change) => {
  const { measure } = await startMeasured();
  await measure(toParams('one'));
  const other = await measure(toParams('one', change));
  expect(other.read).toBe(0);
  expect(other.written).toBeGreaterThan(512);
});

it('forgets after five minutes without a reader, and after an hour where that was asked for', async () => {
  const { clock, measure } = await startMeasured();
  await measure(toParams('a'));
  clock.advance(4 * 60_000);
  expect((await measure(toParams('b'))).written).toBe(0);
  clock.advance(4 * 60_000);
  expect((await measure(toParams('c'))).written).toBe(0);
  clock.advance(5 * 60_000);
  expect((await measure(toParams('d'))).read).toBe(0);

  const kept = (task: string) =>
    toParams(task, {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: `other ${long}`, cache_control: { type: 'ephemeral', ttl: '1h' } },
            { type: 'text', text: task },
          ],
        },
      ],
    });
  await measure(kept('a'));
  clock.advance(59 * 60_000);
  expect((await measure(kept('b'))).written).toBe(0);
});

it('keeps nothing that is short', async () => {
  const { measure } = await startMeasured();
  const short = toParams('a', {
    output_config: {},
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'few words', cache_control: { type: 'ephemeral' } }] },
    ],
  });
  for (let call = 0; call < 2; call++) expect(await measure(short)).toMatchObject({ written: 0, read: 0 });
});

it('lets others read only once the first answer has begun', async () => {
  const { claude, client } = await startMeasured();
  claude.pace = { firstByteMs: 25 };
  const [first, second] = await Promise.all([
    client.messages.create(toParams('a')),
    client.messages.create(toParams('b')),
  ]);
  expect(first.usage.cache_creation_input_tokens).toBeGreaterThan(512);
  expect(second.usage.cache_creation_input_tokens).toBe(first.usage.cache_creation_input_tokens);
  expect(second.usage.cache_read_input_tokens).toBe(0);

  claude.clearCache();
  claude.pace = { tokensPerSecond: 2_000 };
  const stream = client.messages.stream(toParams('c'));
  await new Promise<void>(resolve => stream.once('text', () => resolve()));
  const during = await client.messages.create(toParams('d'));
  expect(during.usage.cache_read_input_tokens).toBe(first.usage.cache_creation_input_tokens);
  await stream.finalMessage();
});

it('writes nothing for a call that never answered', async () => {
  const { claude, client, measure } = await startMeasured();
  claude.faults.next({ kind: 'status', status: 529 });
  await expect(client.messages.create(toParams('a'))).rejects.toThrow();
  expect((await measure(toParams('b'))).read).toBe(0);
});

it('is filled ahead by a call that may say nothing', async () => {
  const { measure } = await startMeasured();
  const warm = await measure(toParams('a', { max_tokens: 0 }));
  expect((await measure(toParams('a'))).read).toBe(warm.written);
});

it('extends what is cached by what is added after it', async () => {
  const { measure } = await startMeasured();
  const block = (text: string) => ({
    type: 'text' as const,
    text,
    cache_control: { type: 'ephemeral' as const },
  });
  const grow = (...texts: readonly string[]) =>
    measure({ ...ask, messages: [{ role: 'user', content: texts.map(block) }] });
  const one = await grow(long);
  const two = await grow(long, `more ${long}`);
  expect(two.read).toBe(one.written);
  expect(two.written).toBeGreaterThan(500);
  const automatic = await measure({
    ...ask,
    cache_control: { type: 'ephemeral' },
    messages: [{ role: 'user', content: [block(long), { type: 'text', text: `more ${long}` }] }],
  });
  expect(automatic).toMatchObject({ read: two.read + two.written, written: 0, fresh: 0 });
});
