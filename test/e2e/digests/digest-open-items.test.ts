import { expect, onTestFinished, test } from 'vitest';
import { createClaude } from '../../../playground/claude/server.ts';
import { connectClaude } from '../../../src/io/claude/connect.ts';
import { builtInPrices } from '../../../src/io/claude/models/prices.ts';
import { createLogger } from '../../../src/log.ts';
import { createLogParts } from '../decisions/log-scene.ts';
import { create, idle, monday, nextPost, say, setUp, soon, tuesday } from './digest-scene.ts';

const days = [monday, tuesday, '2091-03-07', '2091-03-08'] as const;

/** A daily digest written by Claude, which showed a question on Monday. */
async function askOnMonday() {
  const claude = await createClaude();
  onTestFinished(claude.close);
  const { engine, judge } = await connectClaude(
    {
      apiKey: claude.apiKey,
      baseUrl: claude.url,
      model: 'claude-sonnet-5-5',
      prices: builtInPrices,
      log: createLogger('silent'),
    },
    new AbortController().signal,
  );
  const scene = await setUp({ engine, ...(judge && { judge }) });
  await create(scene);
  /** Advances to the morning of a day, before the digest is due. */
  const goTo = (day: 0 | 1 | 2 | 3) => scene.jumpTo(`${days[day]}T08:00:00.000Z`);
  const postOn = async (day: 0 | 1 | 2 | 3) => {
    scene.jumpTo(`${days[day]}T09:00:00.000Z`);
    const post = await nextPost(scene, day + 1);
    await idle(scene);
    return post;
  };
  const question = say(scene, 'Who can lend us a ladder for the fair on Saturday?');
  expect(await postOn(0)).toContain('ladder');
  return { ...scene, say: (content: string) => say(scene, content), goTo, postOn, question };
}

test('a digest repeats an open question until somebody answers it, and then shows it once as resolved', async () => {
  const { say, goTo, postOn, question, world, channel, ann } = await askOnMonday();
  goTo(1);
  say('We decided to rent the big tent for 450 euros.');
  const open = await postOn(1);
  expect(open).toMatch(/ladder.*open since Monday/s);
  expect(open).toContain('· 1 message');

  goTo(2);
  world.addMessage(channel, {
    by: ann,
    content: 'The school can lend us a ladder for the fair on Saturday.',
    replyTo: question,
  });
  expect(await postOn(2)).toMatch(/The school can lend us a ladder.*open since Monday:.*Who can lend/s);

  goTo(3);
  say('We decided to open the gates at ten.');
  expect(await postOn(3)).not.toContain('ladder');
});

test('a digest drops an open question whose message was deleted while the bot was down', async () => {
  const { say, postOn, question, world, running, restart } = await askOnMonday();
  await running().client.destroy();
  world.removeMessage(question);
  await restart();
  say('We decided to rent the big tent for 450 euros.');
  expect(await postOn(1)).not.toContain('ladder');
});

test('a digest drops the open questions of somebody who opted out', async () => {
  const { say, postOn, running, bob, world, channel, ann } = await askOnMonday();
  await running().store.privacy.setOptedOut(bob.id, true);
  say('This is not to be read.');
  world.addMessage(channel, { by: ann, content: 'We decided to rent the big tent for 450 euros.' });
  expect(await postOn(1)).not.toContain('ladder');
});

test('a digest does not repeat a task that somebody has finished since', async () => {
  const toTask = (when: string, text: string) => ({ when, kind: 'action', text, owner: 'Bob' });
  const { engine, judge } = createLogParts([
    toTask('I book the tent', 'Bob books the tent.'),
    toTask('I print the menu', 'Bob prints the menu.'),
  ]);
  const scene = await setUp({ engine, judge });
  await create(scene);
  say(scene, 'I book the tent.');
  say(scene, 'I print the menu.');
  scene.jumpTo(`${monday}T09:00:00.000Z`);
  expect(await nextPost(scene, 1)).toMatch(/books the tent.*prints the menu/s);
  const { entries } = scene.running().store;
  const findTent = async () =>
    (await entries.list(scene.guild.id)).find(({ statements }) => /tent/.test(statements[0]?.text ?? ''));
  await expect.poll(findTent, soon).toBeDefined();
  const tent = await findTent();
  if (tent?.kind !== 'action') throw new Error('no task');
  await idle(scene);
  await entries.put({ ...tent, done: { at: `${monday}T10:00:00.000Z`, by: scene.bob.id } });
  scene.jumpTo(`${tuesday}T08:00:00.000Z`);
  say(scene, 'See you tomorrow.');
  scene.jumpTo(`${tuesday}T09:00:00.000Z`);
  const next = await nextPost(scene, 2);
  expect(next).toMatch(/prints the menu/);
  expect(next).not.toMatch(/tent/);
});
