import { expect, test } from 'vitest';
import { createQuotingParts } from '../quoting-parts.ts';
import { readWhy, summarized } from '../scene.ts';
import { create, monday, nextPost, posts, say, setUp } from './digest-scene.ts';

test('a digest pays for no verdict that a summary has paid for, and marks nothing as new', async () => {
  const parts = createQuotingParts();
  const scene = await setUp(parts);
  const { actions, ann, channel, news } = scene;
  say(scene, 'The big tent is booked for Saturday.');
  say(scene, 'The parade begins at noon.');
  await summarized(await actions.slash({ user: ann, channel, command: 'summarize' }));
  await create(scene);
  say(scene, 'Parking behind the gym costs four euros.');
  const judged = parts.toJudged();
  scene.jumpTo(`${monday}T09:00:00.000Z`);
  const post = await nextPost(scene, 1);
  expect(post).not.toContain('(new)');
  const again = parts.toJudged().slice(judged.length);
  expect(again).toContain('Parking behind the gym costs four euros.');
  expect(again).not.toContain('The big tent is booked for Saturday.');
  expect(await readWhy(actions, posts(scene, news)[0], ann)).toMatch(/\d checks? reused/);
});
