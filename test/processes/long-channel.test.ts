import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { summarized, toShown } from '../e2e/scene.ts';
import { createBotScene } from './bot-scene.ts';

/** A channel whose messages are too long for one call, and the real bot, with a store on disk. */
async function createScene() {
  const scene = await createBotScene();
  const { playground, folder } = scene;
  const { model, countCalls } = await scene.addClaude();
  const { world } = playground;
  const { ann, channel } = scene.addFair();
  const say = (content: string) => world.addMessage(channel, { by: ann, content });
  const chat = (count: number) => {
    for (let index = 0; index < count; index += 1)
      say(`The weather was fine again. ${'and so on '.repeat(40)}${index}`);
  };
  chat(300);
  const boat = say('We decided to sell the old rowing boat.');
  chat(600);
  await scene.deploy();
  const path = join(folder, 'store.sqlite');
  await scene.startReady({ ...model, FOOTNOTE_JUDGE: 'off' });
  /** The keys of the kept drafts that hold this text. */
  const draftsWith = (text: string) => {
    const database = new DatabaseSync(path, { readOnly: true });
    const rows = database
      .prepare("SELECT key FROM keyv WHERE namespace LIKE 'derived:%' AND value LIKE ?")
      .all(`%${text}%`);
    database.close();
    return rows.map(({ key }) => String(key));
  };
  const summarize = async () => {
    const options = { messages: 1_000 };
    const view = await playground.actions.slash({ user: ann, channel, command: 'summarize', options });
    return toShown((await summarized(view)).message);
  };
  return { world, boat, summarize, draftsWith, countCalls };
}

test('a long channel is read in windows, whose drafts save calls and are forgotten with a message that they cite', async () => {
  const { world, boat, summarize, draftsWith, countCalls } = await createScene();
  await summarize();
  await expect.poll(() => draftsWith('rowing boat').length, { timeout: 30_000 }).toBeGreaterThan(0);
  await expect.poll(countCalls, { timeout: 30_000 }).toBeGreaterThan(5);
  world.removeMessage(boat);
  await expect.poll(() => draftsWith('rowing boat'), { timeout: 30_000 }).toEqual([]);
  // The last drafts may still be on their way.
  await expect.poll(() => draftsWith('weather').length, { timeout: 30_000 }).toBeGreaterThan(3);
});
