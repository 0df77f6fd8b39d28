import type { InteractionView } from '@footnote/playground/discord';
import type { APIMessage } from 'discord-api-types/v10';
import { beforeEach, describe, expect, test } from 'vitest';
import { createDictatedEngine, type Dictation } from '../engines.ts';
import { createLogLines } from '../log-lines.ts';
import { fill, type Options, openScene, readBeside, type Scene, told, toShown } from '../scene.ts';

const answer = 'PATCH /webhooks/*/*/messages/*';
const pace = { afterMs: 30, everyMs: 50 };
const stopped = 'Cancelled. Nothing was saved.';

let scene: Scene;
let dictated: ReturnType<typeof createDictatedEngine>;
let logged: ReturnType<typeof createLogLines>;
beforeEach(async () => {
  dictated = createDictatedEngine();
  logged = createLogLines();
  scene = await openScene({ engine: dictated.engine, pace, dailyLimit: 2, log: logged.log });
  fill(scene);
});

/** Asks, and waits until a claim and the button are shown. */
async function begin(options: Options = {}): Promise<{ view: InteractionView; draft: Dictation }> {
  const view = await scene.summarize(options);
  const draft = await dictated.begun();
  draft.claim('Parking');
  await view.until(({ message }) => /Parking.*:stop"/.test(toShown(message)));
  return { view, draft };
}

function press({ message }: { message: APIMessage | null }, user = scene.ann) {
  if (message === null) throw new Error('nothing to press on');
  const label = /"label":"([^"]+)"[^{}]*:stop"|:stop"[^{}]*"label":"([^"]+)"/.exec(toShown(message));
  return scene.press(message, label?.[1] ?? label?.[2] ?? 'Stop', user);
}

function finished(view: InteractionView): Promise<InteractionView> {
  return view.until(({ message }) => toShown(message).includes(':more"'));
}

describe('Stop', () => {
  test('ends the draft at once, says so in place of the claims, and keeps nothing', async () => {
    const { view, draft } = await begin();
    const pressed = await press(view);
    expect(draft.signal.aborted).toBe(true);
    expect((await told(view)).message).toMatchObject({ content: stopped, embeds: [], components: [] });
    await expect.poll(logged.events).toContain('summary-stopped');
    expect(logged.events()).not.toContain('interaction-failed');
    expect(await scene.running().store.summaries.eraseGuild(scene.guild.id)).toBe(0);
    expect(pressed.followUps).toEqual([]);
  });

  test('is for nobody but the person who asked', async () => {
    const { view, draft } = await begin({ private: false });
    const refused = await press(view, scene.bob);
    expect(refused.message?.content).toContain('Das kann nur, wer');
    expect(refused.isEphemeral).toBe(true);
    expect(draft.signal.aborted).toBe(false);
    draft.end();
    await finished(view);
  });

  test('that arrives while the summary is being shown comes too late', async () => {
    const { view, draft } = await begin();
    scene.playground.faults.delay(200, answer);
    const before = scene.playground.exchanges.length;
    draft.end();
    // The gate has been passed, so the edit that shows it is under way.
    const asked = () => scene.playground.exchanges.slice(before).filter(({ path }) => /members/.test(path));
    await expect.poll(() => asked().length, { interval: 5 }).toBeGreaterThanOrEqual(2);
    await new Promise(resolve => setTimeout(resolve, 60));
    const late = await press(view);
    expect(await readBeside(late)).toBe('That summary is no longer being written.');
    await finished(view);
    expect(await scene.running().store.summaries.eraseGuild(scene.guild.id)).toBe(1);
  });

  test('takes away what everybody saw and tells the person alone', async () => {
    const { view } = await begin({ private: false });
    expect(view.isEphemeral).toBe(false);
    await press(view);
    await view.until(({ message }) => message?.content === stopped);
    expect(view.isEphemeral).toBe(true);
    expect(scene.world.history(scene.channel).some(({ webhook_id }) => webhook_id)).toBe(false);
  });

  test('on an answer that is gone is told in a message beside it', async () => {
    const { view, draft } = await begin();
    scene.playground.faults.delay(100, answer);
    await press(view);
    scene.world.removeMessage(view.message?.id ?? '');
    await expect.poll(() => draft.signal.aborted).toBe(true);
    await view.until(({ followUps }) => followUps.some(({ content }) => content === stopped));
    expect(view.followUps).toHaveLength(1);
    expect(view.isEphemeral).toBe(true);
    expect(logged.events()).not.toContain('interaction-failed');
  });
});
