import type { InteractionView } from '@footnote/playground/discord';
import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { beforeEach, describe, expect, test } from 'vitest';
import { createDictatedEngine } from '../engines.ts';
import { createLogLines } from '../log-lines.ts';
import { fill, openScene, readReply, type Scene, toSaid, toShown } from '../scene.ts';

const answer = 'PATCH /webhooks/*/*/messages/*';
const pace = { afterMs: 30, everyMs: 50 };

let scene: Scene;
let dictated: ReturnType<typeof createDictatedEngine>;
let logged: ReturnType<typeof createLogLines>;
beforeEach(async () => {
  dictated = createDictatedEngine();
  logged = createLogLines();
  scene = await openScene({ engine: dictated.engine, pace, log: logged.log });
  fill(scene);
});

function shows(view: InteractionView, ...words: readonly string[]): Promise<InteractionView> {
  return view.until(({ message }) => words.every(each => toShown(message).includes(each)));
}

function finished(view: InteractionView): Promise<InteractionView> {
  return shows(view, ':more"');
}

function remove(start: string): void {
  const found = scene.world.history(scene.channel).find(({ content }) => content.startsWith(start));
  scene.world.removeMessage(found?.id ?? '');
}

describe('while a summary is written', () => {
  test('its claims are shown as they arrive, with a line that says so and only Stop to press', async () => {
    const view = await scene.summarize();
    const draft = await dictated.begun();
    await shows(view, 'Summarizing 8 messages…', ':stop"');
    draft.claim('Parking');
    await shows(view, 'Reading 8 messages: 1 claim so far…', 'Parking behind the gym');
    draft.claim('The loudspeakers');
    draft.claim('We decided');
    await shows(view, 'Reading 8 messages: 3 claims so far…', 'loudspeakers', '[[3]](https://discord.com');
    expect(toShown(view.message)).not.toContain('summary:');
    draft.claim("I'll book");
    draft.end();
    await finished(view);
    expect(toSaid(view.message)).toBe('');
    expect(toShown(view.message)).not.toContain(':stop"');
    expect(toShown(view.message)).toContain("I'll book the tent");
  });

  test('access is checked before every update: without it the draft ends and nothing of it stays', async () => {
    const { world, channel } = scene;
    const cleo = scene.addMember('cleo');
    const view = await scene.summarize({}, cleo);
    const draft = await dictated.begun();
    draft.claim('Parking');
    await shows(view, 'Parking behind the gym');
    world.overwrite(channel, { member: cleo, deny: Flags.ReadMessageHistory });
    draft.claim('We decided');
    expect(await readReply(view)).toContain('You don’t have permission to read the history');
    expect(draft.signal.aborted).toBe(true);
    expect(toShown(view.message)).not.toMatch(/Parking|decided|:stop/);
    expect(JSON.stringify(view.versions)).not.toContain('We decided');
  });

  test('a claim that cites what was deleted is shown no longer; the others stay, and none is written twice', async () => {
    const view = await scene.summarize();
    const draft = await dictated.begun();
    draft.claim("I'll book");
    await shows(view, "I'll book the tent", '1 claim so far');
    remove("I'll book");
    draft.claim('Parking');
    await shows(view, 'Parking behind the gym');
    expect(toShown(view.message)).not.toContain("I'll book");
    draft.end();
    await finished(view);
    expect(toShown(view.message)).toContain('Parking behind the gym');
    expect(toShown(view.message)).not.toContain("I'll book");
    expect(await scene.why(view.message)).toContain('1 not checked, 1 removed');
  });

  test.each([
    ['fails', () => scene.playground.faults.failWith(500, answer, 4)],
    ['limits', () => scene.playground.faults.rateLimit(answer, { retryAfterMs: 150, times: 2 })],
    ['breaks off', () => scene.playground.faults.breakConnection(answer)],
    ['cannot say who may read', () => scene.playground.faults.failWith(503, 'GET /guilds/*/members/*', 8)],
  ])('a showing that Discord %s costs no summary', async (_, strike) => {
    const view = await scene.summarize();
    const draft = await dictated.begun();
    await shows(view, ':stop"');
    strike();
    draft.claim('Parking');
    await shows(view, 'Parking behind the gym');
    draft.end();
    await finished(view);
    expect(view.followUps).toEqual([]);
  });

  test.each(['deleted', 'dismissed'])(
    'an answer that is %s ends the draft, and they may ask again',
    async how => {
      const view = await scene.summarize({ private: how === 'dismissed' });
      const draft = await dictated.begun();
      await shows(view, ':stop"');
      if (view.message === null) throw new Error('no answer');
      if (how === 'deleted') scene.world.removeMessage(view.message.id);
      else scene.actions.dismiss(scene.ann, view.message);
      draft.claim('Parking');
      await expect.poll(() => draft.signal.aborted).toBe(true);
      await expect.poll(logged.events).toContain('interaction-lost');
      expect(await scene.running().store.summaries.eraseGuild(scene.guild.id)).toBe(0);
      const again = await scene.summarize();
      (await dictated.begun(2)).end();
      await finished(again);
    },
  );
});
