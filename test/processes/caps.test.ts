import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createModel } from '@footnote/playground/claude';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Claude } from '../../demo/claude/claude.ts';
import { openLogged } from '../io/keyv/stored-summaries.ts';
import { type BotScene, createBotScene } from './bot-scene.ts';

let scene: BotScene;
let folder: string;
let claude: Claude;
let model: Readonly<Record<string, string>>;
beforeEach(async () => {
  scene = await createBotScene();
  ({ folder } = scene);
  ({ claude, model } = await scene.addClaude());
});

/** What the bot says when it starts. */
async function readStart(environment: Readonly<Record<string, string>> = {}): Promise<string> {
  const bot = await scene.startReady({ ...model, ...environment });
  bot.kill('SIGTERM');
  return (await bot.ended).stderr;
}

/** Leaves a store as a version without this notice left it. */
async function createOldStore(): Promise<void> {
  const path = join(folder, 'store.sqlite');
  const { store } = await openLogged(`sqlite://${path}`);
  await store.zones.set('ann', 'Europe/Berlin');
  await store.close();
  const database = new DatabaseSync(path);
  // Nor did it mark its stores.
  database.exec("DELETE FROM keyv WHERE namespace = 'key-ids'");
  expect(database.prepare('SELECT namespace FROM keyv').all()).toEqual([{ namespace: 'zones' }]);
  database.close();
}

const notice =
  /^New in this version: a cap of \$10\.00 a month for the whole bot, because .* FOOTNOTE_MONTHLY_USD=0 /m;

describe('the start of the bot', () => {
  test('says what is capped, and that nothing is where the operator said so', async () => {
    expect(await readStart()).toContain(
      'Caps: $10.00 a month for the whole bot. FOOTNOTE_MONTHLY_USD sets that of the whole bot (0 = unlimited).',
    );
    const own = { FOOTNOTE_MONTHLY_USD: '0', FOOTNOTE_SERVER_USD: '5', FOOTNOTE_MEMBER_USD: '0.5' };
    expect(await readStart(own)).toContain(
      'Caps: $5.00 a month for each server; $0.50 a day for each member.',
    );
    expect(await readStart({ FOOTNOTE_MONTHLY_USD: '0' })).toContain(
      'There are no caps: set FOOTNOTE_MONTHLY_',
    );
  });

  test('says how tokens are capped while the price of a model is unknown, until it is declared', async () => {
    const id = 'claude-own';
    const released = '2026-01-01T00:00:00Z';
    claude.models = [
      ...claude.models,
      createModel({ id, name: 'Own', line: 'sonnet', releasedAt: released }),
    ];
    const own = { FOOTNOTE_MODEL: id, FOOTNOTE_PRICES: '' };
    expect(await readStart(own)).toContain('Caps: $10.00 and 1,000,000 tokens a month for the whole bot.');
    const prices = join(folder, 'prices.json');
    writeFileSync(prices, JSON.stringify({ [id]: { input: 0, output: 0, cacheWrite: 0, cacheRead: 0 } }));
    expect(await readStart({ ...own, FOOTNOTE_PRICES: prices })).not.toContain('tokens');
  });

  test('tells who upgrades of the new default, once, and nobody else', async () => {
    expect(await readStart()).not.toMatch(notice);
    expect(await readStart()).not.toMatch(notice);
    rmSync(join(folder, 'store.sqlite'));
    await createOldStore();
    expect(await readStart({ ANTHROPIC_API_KEY: '' })).not.toMatch(notice);
    expect(await readStart({ FOOTNOTE_MONTHLY_USD: '20' })).not.toMatch(notice);
    expect(await readStart()).toMatch(notice);
    expect(await readStart()).not.toMatch(notice);
  });
});
