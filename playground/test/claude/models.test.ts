import { expect, it } from 'vitest';
import { failureOf, startConnected } from './scene.ts';

async function collect(list: AsyncIterable<{ readonly id: string }>): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const { id } of list) ids.push(id);
  return ids;
}

it('lists models newest first, the retired only when asked for', async () => {
  const { client } = await startConnected();
  const shown = await collect(client.models.list());
  expect(shown.slice(0, 3)).toEqual(['claude-haiku-5-5', 'claude-sonnet-5-5', 'claude-opus-5-5']);
  expect(shown).not.toContain('claude-sonnet-4-20250514');
  expect(await collect(client.models.list({ lifecycle: ['retired'] }))).toEqual(['claude-sonnet-4-20250514']);
  expect(await collect(client.models.list({ lifecycle: ['deprecated', 'retired'] }))).toHaveLength(2);
});

it('gives pages forwards and backwards, with all models on them once', async () => {
  const { claude, client } = await startConnected();
  const all = await collect(client.models.list());
  expect(await collect(client.models.list({ limit: 2 }))).toEqual(all);
  expect(claude.requests.filter(({ path }) => path.includes('limit=2'))).toHaveLength(
    Math.ceil(all.length / 2),
  );
  const page = await client.models.list({ limit: 2, before_id: all[4] ?? '' });
  expect([page.data.map(({ id }) => id), page.has_more]).toEqual([all.slice(2, 4), true]);
  expect(await collect(client.models.list({ limit: 2, before_id: all[4] ?? '' }))).toHaveLength(4);
  for (const query of [{ limit: 0 }, { limit: 1001 }, { after_id: 'claude-nobody' }])
    expect((await failureOf(client.models.list(query).then(each => each))).status).toBe(400);
});

it('finds a model by id and by alias, retired ones too, and says what it can do', async () => {
  const { client } = await startConnected();
  expect(await client.models.retrieve('claude-haiku-4-5')).toMatchObject({
    id: 'claude-haiku-4-5-20251001',
    max_input_tokens: 200_000,
    capabilities: { effort: { supported: false }, thinking: { types: { enabled: { supported: true } } } },
  });
  expect(await client.models.retrieve('claude-sonnet-4-0')).toMatchObject({ lifecycle: 'retired' });
  expect(await client.models.retrieve('claude-sonnet-5-5')).toMatchObject({
    max_input_tokens: 1_000_000,
    max_tokens: 128_000,
    capabilities: {
      thinking: { types: { between_tools: { supported: true }, disabled: { supported: false } } },
    },
  });
  const failure = await failureOf(client.models.retrieve('claude-nobody'));
  expect([failure.status, failure.type, failure.apiMessage]).toEqual([
    404,
    'not_found_error',
    'model: claude-nobody',
  ]);
});

it('offers the models that it is given', async () => {
  const { claude, client } = await startConnected();
  claude.models = claude.models.filter(({ info }) => info.id === 'claude-opus-5-5');
  expect(await collect(client.models.list())).toEqual(['claude-opus-5-5']);
});
