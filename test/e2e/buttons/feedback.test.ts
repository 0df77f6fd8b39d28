import type { APIMessage } from 'discord-api-types/v10';
import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sure } from '../../sure.ts';
import { createScene, fill, type Scene, summarized, toLabels, told, toShown } from '../scene.ts';

let scene: Scene;
let message: APIMessage;
let id: string;
beforeEach(async () => {
  scene = await createScene();
  fill(scene);
  const view = await scene.summarize({ private: false });
  const shown = sure((await summarized(view)).message);
  message = shown;
  id = /summary:([\w-]+):helpful/.exec(toShown(message))?.[1] ?? '';
});
afterEach(() => scene.close());

/** The answer to a press on 👍 or 👎. */
async function press(opinion: 'helpful' | 'unhelpful', user = scene.ann) {
  const customId = `summary:${id}:${opinion}`;
  return told(await scene.actions.press({ user, message, customId }));
}

/** Fills in the form behind the button of a thank-you. */
async function explain(thanks: APIMessage | null, reason: string, user = scene.ann, label = 'Add a comment') {
  if (thanks === null) throw new Error('no thanks');
  const form = await scene.press(thanks, label, user);
  expect(form.status).toBe('modal');
  return scene.actions.submit(form, { reason });
}

async function shownToManager(): Promise<string> {
  const { ann: user, channel } = scene;
  const view = await scene.actions.slash({ user, channel, command: 'settings', subcommand: 'show' });
  const [field] = (await summarized(view)).message?.embeds[0]?.fields ?? [];
  return field ? `${field.name}: ${field.value}` : '';
}

const given = () => scene.running().store.feedback.get(scene.guild.id, id);

describe('a summary', () => {
  test('has one row of small buttons; a private one can be shared, and has no votes', async () => {
    expect(toLabels(message)).toEqual([['Sources', 'More', '👍', '👎']]);
    const { bob: user } = scene;
    const view = await scene.summarize({}, user);
    expect(toLabels((await summarized(view)).message)).toEqual([['Quellen', 'Teilen', 'Mehr']]);
  });

  test('counts one opinion of each person, the last one, over a restart too', async () => {
    const thanks = await press('helpful');
    expect([thanks.message?.content, thanks.isEphemeral]).toEqual(['Thanks for the feedback.', true]);
    await Promise.all([press('helpful', scene.bob), press('unhelpful')]);
    await scene.restart();
    expect((await press('unhelpful', scene.bob)).message?.content).toBe('Deine Stimme ist jetzt 👎.');
    await press('helpful', scene.bob);
    expect((await press('unhelpful')).message?.content).toBe('Your 👎 is already counted.');
    expect((await given()).map(({ personId, isHelpful }) => [personId, isHelpful]).sort()).toEqual(
      [
        [scene.ann.id, false],
        [scene.bob.id, true],
      ].sort(),
    );
    expect(await shownToManager()).toBe('Feedback: 👍 1 · 👎 1');
  });

  test('may be told why, in a form; server managers read it without a name, as code', async () => {
    const thanks = await press('unhelpful', scene.bob);
    const kept = await explain(
      thanks.message,
      ' It misses `the` tent @everyone https://evil.example ',
      scene.bob,
      'Kommentar hinzufügen',
    );
    await expect.poll(() => thanks.message?.content).toContain('gespeichert');
    expect(kept.message?.components ?? []).toEqual([]);
    expect((await given())[0]?.reason).toBe('It misses `the` tent @everyone https://evil.example');
    expect(await shownToManager()).toBe(
      'Feedback: 👍 0 · 👎 1\n👎 `It misses the tent @everyone https://evil.example`',
    );
    await press('helpful', scene.bob);
    expect(await shownToManager()).toBe('Feedback: 👍 1 · 👎 0');
  });

  test('asks for no reason: an empty form takes it back', async () => {
    const thanks = await press('helpful');
    await explain(thanks.message, 'Short and right');
    await expect.poll(async () => (await given())[0]?.reason).toBe('Short and right');
    const again = await press('helpful');
    expect((await given())[0]?.reason).toBe('Short and right');
    await explain(again.message, '  ');
    await expect.poll(async () => (await given())[0]?.reason).toBeUndefined();
    expect((await given())[0]?.isHelpful).toBe(true);
  });

  test('takes no opinion of somebody who may not read it, or once it is deleted', async () => {
    const { world, channel, bob } = scene;
    world.overwrite(channel, { member: bob, deny: Flags.ReadMessageHistory });
    expect((await press('helpful', bob)).message?.content).toContain('Du darfst den Verlauf');
    expect(await given()).toEqual([]);
    const thanks = await press('helpful');
    await scene.running().store.summaries.remove(scene.guild.id, id);
    expect(await shownToManager()).toBe('');
    const late = await explain(thanks.message, 'Too late');
    await late.until(({ followUps }) => followUps.length > 0);
    expect(late.followUps[0]?.content).toContain('no longer stored');
    expect((await press('helpful')).message?.content).toContain('no longer stored');
    expect(await given()).toEqual([]);
  });
});
