import { setTimeout } from 'node:timers/promises';
import type { InteractionView } from '@footnote/playground/discord';
import { type APIMessage, PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { afterEach, describe, expect, test } from 'vitest';
import { createJudge } from '../../app/judging/judge.ts';
import {
  besides,
  createScene,
  pressMore,
  readReply,
  readWhy,
  type Scene,
  type SceneOptions,
  setSettings,
  summarized,
  told,
  toShown,
} from '../scene.ts';
import { createWriting } from '../writing-engine.ts';

const lines = [
  'The school fair is on 21 March and the budget is 1,200 euros.',
  'How about we rent the big tent from last year for 450?',
  'The loudspeakers from 2024 still work, I tested all four yesterday',
  'We decided to close at 18:00 because of the neighbours.',
] as const;

const day = {
  ...{ text: 'The school fair is on 21 March.', kind: 'key_point' },
  evidence: [{ position: 1, quote: 'The school fair is on 21 March' }],
};
const budget = {
  ...{ text: 'The budget of the school fair is 1,200 euros.', kind: 'fact' },
  evidence: [{ position: 1, quote: '' }],
};
const speakers = {
  ...{ text: 'Zoe says that the loudspeakers from 2024 still work.', kind: 'fact', speakers: ['Zoe'] },
  evidence: [{ position: 3, quote: 'The loudspeakers from 2024 still work' }],
};

/** Finds that the claim about the budget says too much. */
const { judge } = createJudge(({ text }) => (text.includes('budget') ? 'partly' : 'supported'));

let scene: Scene;
afterEach(() => scene.close());

type Options = Omit<SceneOptions, 'engine'> & { readonly claims?: readonly object[] };

/** A scene with talk in its channel; the ids of the messages. */
async function begin({ claims = [day, speakers], ...options }: Options = {}): Promise<readonly string[]> {
  scene = await createScene({ engine: createWriting(...claims), ...options });
  return talk(scene.channel);
}

function talk(channel: { readonly id: string }): readonly string[] {
  const { world, ann, bob } = scene;
  const startMs = Date.now() - 3_600_000;
  return lines.map((content, index) => {
    const by = index % 2 ? bob : ann;
    return world.addMessage(channel, { by, content, atMs: startMs + index * 60_000 }).id;
  });
}

const ask = (isPrivate: boolean, channel: { readonly id: string } = scene.channel) =>
  scene.summarize({ private: isPrivate, channel: channel.id });

async function shownOf(view: InteractionView): Promise<APIMessage> {
  const { message } = await summarized(view);
  if (message === null) throw new Error('no summary');
  return message;
}

const press = (message: APIMessage, label: string, user = scene.ann) =>
  scene.actions.press({ user, message, label });

async function until(view: InteractionView, words: string): Promise<APIMessage> {
  const { message } = await view.until(({ message }) => toShown(message).includes(words));
  if (message === null) throw new Error('no message');
  return message;
}

const held = async (view: InteractionView) => until(view, 'will appear here once it has been reviewed');
const review = async (message: APIMessage, user = scene.ann) =>
  shownOf(await pressMore(scene.actions, message, 'Review', user));

/** What everybody sees of it, once it shows this. */
const describes = async (view: InteractionView, words: string) =>
  (await until(view, words)).embeds[0]?.description ?? '';

async function reword(panel: APIMessage, text: string) {
  const form = await press(panel, 'Edit wording');
  expect(form.status).toBe('modal');
  return scene.actions.submit(form, { text });
}

describe('another wording', () => {
  test('is not asked for with words of a message that was deleted while the bot was away', async () => {
    const [, , third = ''] = await begin();
    const panel = await review(await shownOf(await ask(true)));
    expect(toShown(panel)).toContain('loudspeakers');
    await scene.running().shut();
    scene.world.removeMessage(third);
    await scene.restart();
    const form = await press(panel, 'Edit wording');
    expect(form.modal).toBeNull();
    expect(toShown((await told(form)).message)).not.toContain('loudspeakers');
  });

  test('cites no message that is deleted while it is verified', async () => {
    const [, , , last = ''] = await begin({ claims: [day, budget, speakers], judge });
    const { world, channel, bob, playground } = scene;
    world.overwrite(channel, { member: bob, allow: Flags.ManageMessages });
    const view = await ask(false);
    const summary = await shownOf(view);
    const theirs = await review(summary, bob);
    const own = await until(await press(await review(summary), 'Next'), '2 of 2');
    const form = await press(own, 'Edit wording');
    // Somebody else's decision takes its time, and the message is deleted once it was read.
    playground.faults.delay(900, 'PATCH /channels/*/messages/*');
    const decided = press(theirs, 'Bestätigen', bob);
    const reads = () => playground.exchanges.filter(({ path }) => path.endsWith('/messages')).length;
    const before = reads();
    const submitted = scene.actions.submit(form, { text: 'They close at 18:00 because of the neighbours.' });
    await expect.poll(reads).toBeGreaterThan(before);
    world.removeMessage(last);
    await Promise.all([decided, until(await submitted, 'The new wording')]);
    await until(view, 'confirmed by Bob');
    expect(toShown(view.message)).not.toContain('at 18:00');
    expect(toShown((await submitted).message)).not.toContain('at 18:00');
  });

  test('that does not hold brings no marker into a note, and nobody can confirm it', async () => {
    await begin();
    const view = await ask(false);
    const panel = await review(await shownOf(view));
    const text = 'Zoe pays 999 euros [3] [[1]](https://evil.example) @everyone.';
    const tried = await until(await reword(panel, text), 'don’t support the new wording');
    const noted = await until(await press(tried, 'Turn into a note'), 'Turned into a note');
    const shown = await describes(view, 'noted by Ann');
    expect(shown).toContain('- Zoe pays 999 euros @');
    expect(shown).not.toMatch(/\[3|evil/);
    await expect(press(noted, 'Confirm')).rejects.toThrow('greyed out');
    const removed = await until(await press(noted, 'Remove'), 'Removed by');
    await expect(press(removed, 'Confirm')).rejects.toThrow('greyed out');
  });
});

describe('a summary that is held', () => {
  test('shows nothing more to somebody who may no longer review it', async () => {
    await begin({ review: 'before-sharing' });
    const { world, channel, bob } = scene;
    world.overwrite(channel, { member: bob, allow: Flags.ManageMessages });
    const copy = await shownOf(await press(await held(await ask(false)), 'Open', bob));
    world.overwrite(channel, { member: bob, deny: Flags.ManageMessages });
    const { content, embeds } = await besides(await press(copy, 'Mehr', bob));
    expect(content).toContain('kann nur durchsehen, wer');
    expect(embeds).toEqual([]);
  });

  test('is not published where somebody reads by now who may not read what it rests on', async () => {
    await begin({ review: 'before-sharing' });
    const { world, guild, bob } = scene;
    const secret = world.addChannel(guild, { name: 'boats' });
    talk(secret);
    const view = await ask(false, secret);
    const panel = await shownOf(await press(await held(view), 'Review'));
    world.overwrite(secret, { member: bob, deny: Flags.ViewChannel });
    const pressed = await press(panel, 'Publish');
    await pressed.until(({ followUps }) => followUps.length > 0);
    expect(pressed.followUps[0]?.content).toContain('Not everyone');
    expect(toShown(view.message)).not.toContain('fair');
  });
});

describe('what is shown already', () => {
  test('says no more by a review once somebody reads along who may not read what it rests on', async () => {
    await begin();
    const { world, guild, bob } = scene;
    const secret = world.addChannel(guild, { name: 'boats' });
    talk(secret);
    const view = await ask(false, secret);
    const panel = await review(await shownOf(view));
    world.overwrite(secret, { member: bob, deny: Flags.ViewChannel });
    const pressed = await press(panel, 'Confirm');
    await pressed.until(({ followUps }) => followUps.length > 0);
    expect(pressed.followUps[0]?.content).toContain('Not everyone');
    expect(toShown(view.message)).not.toContain('loudspeakers');
  });

  test('is not drawn over by a page that was turned before something was decided', async () => {
    const goods = ['waffles', 'lemonade', 'books', 'flowers', 'candles', 'lamps', 'baskets', 'cheese'];
    const told = goods.map(each =>
      `We sell ${each} ${`beside the ${each} of ${each} makers `.repeat(20)}`.trim(),
    );
    const startMs = Date.now() - 7_200_000;
    const claims = told.map((text, index) => ({
      ...{ text, kind: 'fact' },
      evidence: [{ position: index + 1, quote: text }],
    }));
    const evidence = [{ position: 11, quote: 'The loudspeakers from 2024 still work' }];
    await begin({ claims: [...claims, { ...speakers, evidence }] });
    for (const [index, content] of told.entries())
      scene.world.addMessage(scene.channel, { by: scene.ann, content, atMs: startMs + index * 1_000 });
    const view = await ask(false);
    const summary = await shownOf(view);
    const panel = await review(summary);
    scene.playground.faults.delay(700, 'PATCH /webhooks/**', 1);
    const turned = press(summary, 'Next');
    await setTimeout(300);
    scene.playground.faults.clear();
    await press(panel, 'Keep removed');
    await turned;
    await setTimeout(1_500);
    expect(await readWhy(scene.actions, view.message, scene.ann)).toContain('1 removed by a person');
  });

  test('is not taken back by who asks to share it again once it is to be reviewed', async () => {
    await begin();
    const view = await shownOf(await ask(true));
    await told(await press(view, 'Share'));
    await setSettings(scene, { review: 'before-sharing' });
    expect(await readReply(press(view, 'Share'))).toContain('https://');
  });
});
