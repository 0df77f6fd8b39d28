import { describe, expect, test } from 'vitest';
import { openClaudeScene } from '../claude-scene.ts';
import { createDictatedEngine } from '../engines.ts';
import { openScene, readReply, type Scene, summarized, toShown } from '../scene.ts';

const question = 'Is the big tent rented?';
const pace = { afterMs: 20, everyMs: 30 };
const search = 'GET /guilds/*/messages/search';
const pages = 'GET /channels/*/messages';

type ClaudeScene = Awaited<ReturnType<typeof openClaudeScene>>;

const countPages = ({ playground, channel }: Scene) =>
  playground.exchanges.filter(
    ({ method, path }) => method === 'GET' && path.includes(`/channels/${channel.id}/messages`),
  ).length;

describe('while a question is answered', () => {
  test('the person sees how much is read, what is searched, and where the answer is looked for', async () => {
    const dictated = createDictatedEngine();
    const scene = await openScene({ pace, engine: dictated.engine });
    const { world, guild, bob, playground } = scene;
    for (let index = 1; index <= 7; index += 1)
      world.addMessage(world.addChannel(guild, { name: `room-${index}` }), {
        by: bob,
        content: `Talk ${index}`,
      });
    playground.faults.delay(150, search);
    playground.faults.delay(150, pages, 10);
    const view = await scene.run('ask', { question });
    await view.until(({ message }) => message?.content === 'Looked in 5 of 7 places (5 messages)…');
    await view.until(({ message }) => message?.content === 'Searching 7 channels…');
    expect(toShown(view.message)).toContain(':stop"');
    const draft = await dictated.begun();
    await view.until(({ message }) => message?.content === 'Looking for an answer in 7 messages…');
    draft.claim('Talk 3');
    await view.until(({ message }) => toShown(message).includes('Talk 3'));
    expect(view.message?.content).toContain('Reading 7 messages: 1 claim so far…');
    draft.end();
    await summarized(view);
  });

  test.each([
    {
      where: 'in the search',
      calls: 1,
      hold: ({ playground }: ClaudeScene) => playground.faults.delay(400, search, 5),
    },
    {
      where: 'while it is worded in other ways',
      calls: 1,
      hold: ({ claude }: ClaudeScene) => claude.faults.next({ kind: 'pings', everyMs: 50 }, 1, 'reword'),
    },
  ])(
    '$where, Stop ends it: nothing more is read, and Claude is asked nothing more',
    async ({ hold, calls }) => {
      const scene = await openClaudeScene();
      hold(scene);
      const view = await scene.run('ask', { question });
      await view.until(({ message }) => message?.content?.startsWith('Searching') ?? false);
      await scene.press(view, 'Stop');
      expect(await readReply(view)).toBe('Cancelled. Nothing was saved.');
      await summarized(await scene.run('privacy show'));
      expect(countPages(scene)).toBe(1);
      expect(scene.countCalls()).toBe(calls);
    },
  );
});
