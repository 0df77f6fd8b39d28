import { expect, test } from 'vitest';
import { createJudge } from '../../app/judging/judge.ts';
import { literalEngine } from '../literal-engine.ts';
import { readWhy, summarized } from '../scene.ts';
import { create, monday, nextPost, posts, say, setUp } from './digest-scene.ts';

test('a digest pays for no verdict that a summary has paid for, and marks nothing as new', async () => {
  const { judge, toTexts } = createJudge(() => 'supported');
  const scene = await setUp({ engine: literalEngine, judge });
  const { actions, ann, channel, news } = scene;
  say(scene, 'The big tent is booked for Saturday.');
  say(scene, 'The parade begins at noon.');
  await summarized(await actions.slash({ user: ann, channel, command: 'summarize' }));
  await create(scene);
  say(scene, 'Parking behind the gym costs four euros.');
  const judged = toTexts().flat();
  scene.jumpTo(`${monday}T09:00:00.000Z`);
  const post = await nextPost(scene, 1);
  expect(post).not.toContain('(new)');
  const again = toTexts().flat().slice(judged.length);
  expect(again).toContain('Parking behind the gym costs four euros.');
  expect(again).not.toContain('The big tent is booked for Saturday.');
  expect(await readWhy(actions, posts(scene, news)[0], ann)).toMatch(/\d checks? reused/);
});
