import { expect, test } from 'vitest';
import { parseConversation } from '../../demo/claude/conversation.ts';
import { createScene } from '../e2e/scene.ts';
import { attacks } from './attacks.ts';
import { lines } from './conversation.ts';
import { addPeople, attackDiscord, judgeSent, rooms } from './discord-stage.ts';
import { createHostileClaude } from './model/claude-scene.ts';
import { falselyCredited, honestClaims, obey } from './model/obeying.ts';

// Both wait for discord.js more than they work: it sends so many requests a second and no more.

test.concurrent('attacked in every way, the bot with the engine without a model sends Discord nothing but its own', async () => {
  const scene = await createScene();
  const people = addPeople(scene);
  const found = await Promise.all(rooms.map(room => attackDiscord(scene, people, room)));
  expect(found.flatMap(({ problems }) => problems)).toEqual([]);
  const { problems, embeds } = judgeSent(scene);
  expect(problems).toEqual([]);
  expect(embeds).toBeGreaterThan(rooms.length);
  await scene.close();
});

/** What a model can be made to write on one page. */
const obeyed = attacks.filter(({ payload }) => payload.length < 60);

test.concurrent('attacked in every way, the bot with a model that obeys sends Discord nothing but its own', async () => {
  const claude = await createHostileClaude();
  const scene = await createScene({ engine: claude.engine });
  const people = addPeople(scene);
  let calls = 0;
  claude.answer(({ text }) => {
    // Asked to put right what did not hold, it has nothing to say.
    if (text.includes('<claims>')) return [];
    const heard = parseConversation(text);
    const call = calls++;
    const attacker = heard.find(({ author }) => author === 'Mallory');
    const stage = {
      positionOf: (line: number) => heard.find(each => each.text === lines[line - 1]?.[1])?.position ?? 0,
      own: { position: attacker?.position ?? 1, quote: '' },
      by: 'Mallory',
    };
    const attack = obeyed[call % obeyed.length];
    if (!attack) throw new Error('nothing is obeyed');
    return obey(attack, stage);
  });
  const found = await Promise.all(rooms.map(room => attackDiscord(scene, people, room)));
  expect(found.flatMap(({ problems }) => problems)).toEqual([]);
  expect(judgeSent(scene).problems).toEqual([]);
  expect(found.filter(({ isChanged }) => isChanged).length).toBeGreaterThan(rooms.length / 2);
  const whole = found.filter(({ isWhole }) => isWhole);
  expect(whole.length).toBeGreaterThan(rooms.length / 2);
  for (const { shown } of whole) {
    // A task that is due ends with its date instead of a period.
    for (const { text } of honestClaims)
      expect(shown.replaceAll('**', '')).toContain(text.replace(/\.$/, ''));
  }
  for (const { shown } of found) expect(shown).not.toContain(falselyCredited.trim());
  await scene.close();
  await claude.close();
});
