import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createModel } from '@footnote/playground/claude';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Claude } from '../../demo/claude/claude.ts';
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
});
