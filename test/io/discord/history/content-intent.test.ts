import { expect, it } from 'vitest';
import { isContentHidden, readHistory } from '../../../../src/io/discord/history/history.ts';
import { open, watch } from '../scene.ts';

async function openTalk() {
  const opened = await open();
  const { world, general, ben, client, channelOf, playground } = opened;
  for (const content of ['one', 'two', `<@${world.bot.id}> three`])
    world.addMessage(general, { by: ben, content });
  const channel = await channelOf(general);
  const isHidden = async () => isContentHidden(await readHistory(channel, {}, watch), client);
  const countAsked = () =>
    playground.exchanges.filter(({ path }) => path.endsWith('/applications/@me')).length;
  return { ...opened, channel, isHidden, countAsked };
}

it('knows that Discord hides the words, although messages to the bot have theirs', async () => {
  const { world, isHidden } = await openTalk();
  expect(await isHidden()).toBe(false);
  world.approve({ messageContent: false });
  expect(await isHidden()).toBe(true);
  world.approve({ messageContent: true });
  expect(await isHidden()).toBe(false);
});
