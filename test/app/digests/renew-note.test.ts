import { expect, test } from 'vitest';
import { runDigest } from '../../../src/app/digests/run-digest.ts';
import type { StoredSummary } from '../../../src/app/store-ports.ts';
import { toCitedIds } from '../../../src/core/claims/footnotes.ts';
import { resumeDigest } from '../../../src/core/digests/run.ts';
import { sure } from '../../sure.ts';
import { Crash, type CrashAt, createDigestWorld, type DigestWorld, guildId } from './digest-world.ts';

const never = new AbortController().signal;
const monday = '2026-03-02';

const choice = { schedule: { kind: 'news', minute: 0, zone: 'UTC' } } as const;

/** Runs the note; false if the process died. */
async function run(world: DigestWorld, crashAt: CrashAt | null = null): Promise<boolean> {
  try {
    await runDigest(guildId, 'd1', world.createParts(crashAt), never);
    return true;
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
    return false;
  }
}

async function runAt(world: DigestWorld, time: string, crashAt: CrashAt | null = null): Promise<boolean> {
  world.setNow(`${monday}T${time}:00.000Z`);
  return run(world, crashAt);
}

/** How many messages the note has read, by all summaries that went into it. */
const countRead = (world: DigestWorld) => [...world.summaries.values()][0]?.summary.coverage.read;

test('a note is one message that has read each message once, wherever the process dies', async () => {
  for (const mode of ['before', 'after'] as const)
    for (let step = 1, isOver = false; !isOver; step += 1) {
      const world = createDigestWorld(choice);
      const ids = [world.say('c1', 'The tent is 450 euros.')];
      await runAt(world, '09:00');
      expect(world.posts).toHaveLength(1);
      ids.push(world.say('c1', 'We open the gates at ten.'));
      world.setNow(`${monday}T09:10:00.000Z`);
      isOver = await run(world, { step, mode });
      ids.push(world.say('c2', 'The deposit is 100 euros.'));
      await runAt(world, '09:20');
      await runAt(world, '09:30');
      expect(world.posts, `${mode} step ${step}`).toHaveLength(1);
      expect(countRead(world), `${mode} step ${step}`).toBe(ids.length);
      expect(world.summaries.size).toBe(1);
      expect(world.digest()?.run).toBeNull();
    }
});

test('a note whose summary is no longer stored starts again in the same message', async () => {
  const world = createDigestWorld(choice);
  world.say('c1', 'The tent is 450 euros.');
  await runAt(world, '09:00');
  world.summaries.clear();
  world.say('c1', 'We open the gates at ten.');
  await runAt(world, '09:10');
  expect(world.posts.map(({ messageId }) => messageId)).toEqual(['p0']);
  expect([...world.summaries.values()].map(({ summary }) => summary.coverage.read)).toEqual([1]);
  expect(world.summaries.get(world.posts[0]?.summaryId ?? '')?.answeredAs?.messageId).toBe('p0');
});

const isPaused = (world: DigestWorld) => world.digest()?.paused?.reason;

/** The words of the note. */
const toTexts = (world: DigestWorld) =>
  [...world.summaries.values()].map(({ summary }) => summary.claims.map(({ text }) => text));

test('a note whose summary is lost while the model writes has what is new', async () => {
  const world = createDigestWorld(choice);
  world.say('c1', 'The tent is 450 euros.');
  await runAt(world, '09:00');
  world.say('c1', 'We open the gates at ten.');
  world.setNow(`${monday}T09:10:00.000Z`);
  const parts = world.createParts();
  const summarize: typeof parts.summarize = async (...given) => {
    const summary = await parts.summarize(...given);
    if (world.summaries.size > 0) world.summaries.clear();
    return summary;
  };
  await runDigest(guildId, 'd1', { ...parts, summarize }, never);
  expect(toTexts(world)).toEqual([[expect.stringContaining('We open the gates at ten.')]]);
  expect(world.posts.map(({ messageId }) => messageId)).toEqual(['p0']);
});

test('a deleted note that may not be shown again is kept until it may', async () => {
  const world = createDigestWorld(choice);
  world.say('c1', 'The tent is 450 euros.');
  await runAt(world, '09:00');
  world.posts.length = 0;
  world.say('c1', 'We open the gates at ten.');
  const tick = `${monday}T09:10:00.000Z`;
  await runAt(world, '09:10');
  expect(isPaused(world)).toBe('note_gone');
  world.change(each => resumeDigest(each, tick));
  world.state.mayShow = false;
  await run(world);
  expect(isPaused(world)).toBe('not_shown');
  expect(toTexts(world)).toEqual([[expect.stringContaining('The tent is 450 euros.')]]);
  world.state.mayShow = true;
  world.change(each => resumeDigest(each, tick));
  await runAt(world, '09:20');
  expect(world.posts).toHaveLength(1);
  expect(world.digest()?.run).toBeNull();
});

test('news that may not be shown is paid for once, and pauses the note', async () => {
  const world = createDigestWorld(choice);
  world.say('c1', 'The tent is 450 euros.');
  await runAt(world, '09:00');
  world.say('c1', 'We open the gates at ten.');
  world.state.mayShow = false;
  await runAt(world, '09:10');
  expect(isPaused(world)).toBe('not_shown');
  expect(world.notices).toEqual([{ kind: 'paused', reason: 'not_shown' }]);
  expect(toTexts(world)).toEqual([[expect.stringContaining('The tent is 450 euros.')]]);
});

test('news is shown only with all that the whole note is linked to', async () => {
  const world = createDigestWorld(choice);
  const id = world.say('c1', 'The tent is 450 euros.');
  await runAt(world, '09:00');
  const [stored] = [...world.summaries.values()];
  world.summaries.set(stored?.summary.id ?? '', { ...sure(stored), linked: { [id]: 'secret' } });
  world.say('c1', 'We open the gates at ten.');
  world.setNow(`${monday}T09:10:00.000Z`);
  const parts = world.createParts();
  const openPlace: typeof parts.openPlace = async (...given) => {
    const place = await parts.openPlace(...given);
    const mayShow = async ({ linked = {} }: StoredSummary) => !Object.values(linked).includes('secret');
    return typeof place === 'string' ? place : { ...place, mayShow };
  };
  await runDigest(guildId, 'd1', { ...parts, openPlace }, never);
  expect(isPaused(world)).toBe('not_shown');
});

test('a held note that is renewed for long stores nothing about lines that made room', async () => {
  const world = createDigestWorld({ ...choice, review: true });
  for (let minute = 10; minute < 40; minute += 1) {
    world.say('c1', `Decision ${minute}: we move server ${minute * 3} to rack ${minute}.`);
    world.setNow(new Date(Date.parse(`${monday}T08:00:00.000Z`) + minute * 600_000).toISOString());
    await run(world);
  }
  const [stored] = [...world.summaries.values()];
  const { summary, note, places = {} } = sure(stored);
  const ids = [...summary.claims, ...summary.rejected].map(({ id }) => id);
  expect(summary.claims.length).toBeGreaterThan(3);
  expect(ids).toEqual(expect.arrayContaining([...(note?.unreviewed ?? [])]));
  expect(toCitedIds(summary)).toEqual(expect.arrayContaining(Object.keys(places)));
});
