import { beforeEach, describe, expect, test } from 'vitest';
import { type BotScene, createBotScene } from './bot-scene.ts';

let scene: BotScene;
let model: Readonly<Record<string, string>>;
beforeEach(async () => {
  scene = await createBotScene();
  ({ model } = await scene.addClaude());
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
});
