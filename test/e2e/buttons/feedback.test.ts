import type { APIMessage } from 'discord-api-types/v10';
import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { beforeEach, describe, expect, test } from 'vitest';
import { sure } from '../../sure.ts';
import {
  fill,
  openScene,
  readBeside,
  readReply,
  type Scene,
  summarized,
  told,
  toSummaryId,
} from '../scene.ts';

let scene: Scene;
let message: APIMessage;
beforeEach(async () => {
  scene = await openScene();
  fill(scene);
  message = sure((await scene.ask({ private: false })).message);
});

/** The answer to a press on 👍 or 👎. */
const press = async (opinion: 'helpful' | 'unhelpful', user = scene.ann) =>
  told(await scene.pressAction(message, opinion, user));
/** The sentence that a press on 👍 or 👎 brings. */
const vote = (...given: Parameters<typeof press>) => readReply(press(...given));

/** Fills in the form behind the button of a thank-you. */
async function explain(thanks: Awaited<ReturnType<typeof press>>, reason: string, user = scene.ann) {
  const form = await scene.press(thanks, user === scene.bob ? 'Kommentar hinzufügen' : 'Add a comment', user);
  expect(form.status).toBe('modal');
  return scene.actions.submit(form, { reason });
}

async function shownToManager(): Promise<string> {
  const [field] = (await summarized(await scene.run('settings show'))).message?.embeds[0]?.fields ?? [];
  return field ? `${field.name}: ${field.value}` : '';
}

const given = () => scene.running().store.feedback.get(scene.guild.id, toSummaryId(message));

describe('a summary', () => {
  test('counts one opinion of each person, the last one, over a restart too', async () => {
    const thanks = await press('helpful');
    expect([thanks.message?.content, thanks.isEphemeral]).toEqual(['Thanks for the feedback.', true]);
    await Promise.all([press('helpful', scene.bob), press('unhelpful')]);
    await scene.restart();
    await press('unhelpful', scene.bob);
    await press('helpful', scene.bob);
    await press('unhelpful');
    const opinions = new Map((await given()).map(({ personId, isHelpful }) => [personId, isHelpful]));
    expect([opinions.size, opinions.get(scene.ann.id), opinions.get(scene.bob.id)]).toEqual([2, false, true]);
    expect(await shownToManager()).toBe('Feedback: 👍 1 · 👎 1');
  });

  test('may be told why, in a form; server managers read it without a name, as code', async () => {
    const thanks = await press('unhelpful', scene.bob);
    const kept = await explain(thanks, ' It misses `the` tent @everyone https://evil.example ', scene.bob);
    await expect.poll(() => thanks.message?.content).toContain('gespeichert');
    expect(kept.message?.components ?? []).toEqual([]);
    expect((await given())[0]?.reason).toBe('It misses `the` tent @everyone https://evil.example');
    expect(await shownToManager()).toBe(
      'Feedback: 👍 0 · 👎 1\n👎 `It misses the tent @everyone https://evil.example`',
    );
    // An empty form takes it back, and so does another opinion.
    await explain(await press('unhelpful', scene.bob), '  ', scene.bob);
    await expect.poll(async () => (await given())[0]?.reason).toBeUndefined();
    await press('helpful', scene.bob);
    expect(await shownToManager()).toBe('Feedback: 👍 1 · 👎 0');
  });

  test('takes no opinion of somebody who may not read it, or once it is deleted', async () => {
    const { world, channel, bob } = scene;
    world.overwrite(channel, { member: bob, deny: Flags.ReadMessageHistory });
    expect(await vote('helpful', bob)).toContain('Du darfst den Verlauf');
    expect(await given()).toEqual([]);
    const thanks = await press('helpful');
    await scene.running().store.summaries.remove(scene.guild.id, toSummaryId(message));
    expect(await shownToManager()).toBe('');
    expect(await readBeside(explain(thanks, 'Too late'))).toContain('no longer stored');
    expect(await vote('helpful')).toContain('no longer stored');
    expect(await given()).toEqual([]);
  });
});
