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
      'The whole bot may spend $10 a month; unless /settings differs, a server without limit a month, a member without limit a day.',
    );
    const own = { FOOTNOTE_MONTHLY_USD: '0', FOOTNOTE_SERVER_USD: '5', FOOTNOTE_MEMBER_USD: '0.5' };
    expect(await readStart(own)).toContain(
      'The whole bot may spend without limit a month; unless /settings differs, a server $5 a month, a member $0.5 a day.',
    );
    expect(await readStart({ FOOTNOTE_MONTHLY_USD: '0' })).toContain(
      'a member without limit a day. FOOTNOTE_MONTHLY_USD limits the whole bot.',
    );
  });
});
