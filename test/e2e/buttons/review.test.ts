import { setTimeout } from 'node:timers/promises';
import type { InteractionView } from '@footnote/playground/discord';
import { type APIMessage, PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { afterEach, describe, expect, test } from 'vitest';
import { createJudge } from '../../app/judging/judge.ts';
import { sure } from '../../sure.ts';
import {
  besides,
  createScene,
  fill,
  openMore,
  pressMore,
  readReply,
  readWhy,
  type Scene,
  type SceneOptions,
  setSettings,
  summarized,
  toCustomIdOf,
  told,
  toShown,
} from '../scene.ts';
import { createWriting } from '../writing-engine.ts';

const [day, budget, speakers, cake] = [
  {
    text: 'The school fair is on 21 March.',
    kind: 'key_point',
    evidence: [{ position: 1, quote: 'The school fair is on 21 March' }],
  },
  {
    text: 'The budget of the school fair is 1,200 euros.',
    kind: 'fact',
    evidence: [{ position: 1, quote: '' }],
  },
  {
    text: 'Zoe says that the loudspeakers from 2024 still work.',
    kind: 'fact',
    speakers: ['Zoe'],
    evidence: [{ position: 5, quote: 'The loudspeakers from 2024 still work' }],
  },
  {
    text: 'Bob brings [99] cake for `everybody` @everyone.',
    kind: 'action',
    owner: 'Bob',
    due: 'Friday',
    evidence: [{ position: 99, quote: 'cake' }],
  },
] as const;
const claims = [day, budget, speakers, cake];

/** Finds that the claim about the budget says too much, and that Carol said nothing. */
const { judge } = createJudge(({ text }) => {
  if (text.includes('Carol')) return 'not_supported';
  return text.includes('budget') ? 'partly' : 'supported';
});

let scene: Scene;
afterEach(() => scene.close());

type BeginOptions = Omit<SceneOptions, 'engine'> & { readonly written?: readonly object[] };

async function begin({ written = claims, ...options }: BeginOptions = {}) {
  scene = await createScene({ engine: createWriting(...written), judge, ...options });
  fill(scene);
}

/** The message with these words. */
function find(words: string) {
  const found = sure(scene.world.history(scene.channel).find(({ content }) => content.includes(words)));
  return found;
}

const ask = (isPrivate: boolean, channel: { readonly id: string } = scene.channel) =>
  scene.summarize({ private: isPrivate, channel: channel.id });

async function shownOf(view: InteractionView): Promise<APIMessage> {
  const message = sure((await summarized(view)).message);
  return message;
}

const press = (message: APIMessage, label: string, user = scene.ann) => scene.press(message, label, user);

/** Opens the panel of a review. */
const review = async (message: APIMessage, user = scene.ann) =>
  shownOf(await pressMore(scene.actions, message, 'Review', user));

/** The message as it stands once it shows this. */
async function until(view: InteractionView, words: string): Promise<APIMessage> {
  const message = sure((await view.until(({ message }) => toShown(message).includes(words))).message);
  return message;
}

/** The id of the message that a panel links to first. */
function toLinked(panel: APIMessage): string {
  return /channels\/\d+\/\d+\/(\d+)\)/.exec(toText(panel))?.[1] ?? '';
}

const toText = (message: APIMessage) => {
  const [embed] = message.embeds;
  return [
    message.content.replace(/\n?^-# .*$/m, ''),
    embed?.title,
    embed?.description,
    embed?.footer?.text,
  ].join('\n');
};

function toLabels(message: APIMessage) {
  type Row = { readonly components: readonly { readonly label?: string; readonly disabled?: boolean }[] };
  return (message.components as unknown as readonly Row[]).map(({ components }) =>
    components.map(({ label, disabled }) => (disabled ? `(${label})` : label)),
  );
}

async function submit(panel: APIMessage, fields: Readonly<Record<string, string>>, user = scene.ann) {
  const form = await press(panel, 'Edit wording', user);
  expect(form.status).toBe('modal');
  return scene.actions.submit(form, fields);
}

describe('the panel of a review', () => {
  test('walks through what needs clarification and what was dropped, the messages beside it', async () => {
    await begin();
    const summary = await shownOf(await ask(false));
    const opened = await pressMore(scene.actions, summary, 'Review', scene.ann);
    const panel = await shownOf(opened);
    expect(opened.isEphemeral).toBe(true);
    expect(toText(panel)).toMatch(
      /^\nReview · 1 of 3\n\*\*Facts\*\*\n> The budget of the school fair is 1,200 euros\.\n\nMarked as unclear\.\n\n\*\*The messages it cites\*\*\n\[\[1\]\]\(https:\/\/discord\.com\/\S+\) \*\*Ann\*\* · <t:\d+:f> · message 1 of 8\n> The school fair is on 21 March and the budget is 1,200 euros\.\n\n\*\*Why\*\*\n- .+\n3 left to decide$/,
    );
    expect(toLabels(panel)).toEqual([
      ['Confirm', 'Edit wording', 'Turn into a note', 'Remove'],
      ['(Back)', 'Next', 'Finish'],
    ]);
    const next = await until(await press(panel, 'Next'), '2 of 3');
    expect(toText(next)).toContain('Removed from the summary.');
    expect(toText(next)).toMatch(/Zoe didn’t write|not in this conversation/);
    const last = await until(await press(next, 'Next'), '3 of 3');
    expect(toText(last)).toContain('It cites no existing message');
    expect(toText(last)).not.toMatch(/\[99\]|@everyone/);
    expect(toLabels(last)).toEqual([
      ['(Confirm)', 'Edit wording', 'Turn into a note', 'Keep removed'],
      ['Back', '(Next)', 'Finish'],
    ]);
  });

  test('changes what everybody sees at once, and says who decided', async () => {
    await begin();
    const view = await ask(false);
    const summary = await shownOf(view);
    const first = await review(summary);
    const second = await until(await press(first, 'Confirm'), 'Confirmed by');
    expect(toText(second)).toMatch(/^Confirmed by Ann\.\nReview · 2 of 3\n/);
    await view.until(({ message }) => toShown(message).includes('confirmed by Ann'));
    const third = await until(await press(second, 'Turn into a note'), '3 of 3');
    const done = await until(await press(third, 'Keep removed'), 'Everything is decided.');
    expect(toText(done)).toContain('Removed by Ann.');
    expect(toLabels(done).at(-1)).toContain('Finish');
    const { message } = await view.until(({ message }) =>
      toShown(message).includes('1 checked · 1 confirmed by a person'),
    );
    const shown = toShown(message);
    expect(shown).toMatch(/- Zoe says that the loudspeakers from 2024 still work\..*noted by Ann/);
    expect(await readWhy(scene.actions, message, scene.ann)).toContain(
      '1 checked, 1 confirmed by a person, 1 note, 1 removed by a person',
    );
    const end = await until(await press(done, 'Finish'), 'The review is finished.');
    expect(toText(end)).toBe('\nReview\nThe review is finished.\n\nEverything is decided.\nReviewed by Ann.');
    await view.until(({ message }) => toShown(message).includes('reviewed by Ann'));
    const stored = await scene
      .running()
      .store.summaries.get(scene.guild.id, /summary:([\w-]+):/.exec(shown)?.[1] ?? '');
    expect(stored?.summary.claims.map(({ review }) => review?.decision)).toEqual([
      undefined,
      'confirmed',
      'noted',
    ]);
    expect(stored?.summary.reviewed?.by).toEqual({ id: scene.ann.id, name: 'Ann' });
  });

  test('once finished says how many were left as they are, and has one button to go on', async () => {
    await begin();
    const panel = await until(
      await press(await review(await shownOf(await ask(false))), 'Confirm'),
      '2 of 3',
    );
    const end = await until(await press(panel, 'Finish'), 'The review is finished.');
    expect(toText(end)).toContain('2 claims were not decided and stay as they are.');
    expect(toText(end)).not.toContain('Reviewed by');
    expect(toLabels(end)).toEqual([['Continue reviewing']]);
    const again = await until(await press(end, 'Continue reviewing'), '2 of 3');
    expect(toLabels(again)[1]).toEqual(['Back', 'Next', 'Finish']);
  });

  test('says who decided with nothing live in the name', async () => {
    await begin();
    scene.world.rename(scene.guild, scene.ann, '*Ann* @everyone [1](https://x.io)');
    const panel = await review(await shownOf(await ask(false)));
    const { content } = await until(await press(panel, 'Confirm'), 'Confirmed by');
    expect(content).toMatch(/^Confirmed by \\\*Ann\\\* @\u200beveryone \(1\)\(`https:\/\/x\.io`\)\.$/);
  });

  test('takes another wording, which is verified again; what does not hold is kept for the next try', async () => {
    await begin();
    const view = await ask(false);
    const panel = await until(await press(await review(await shownOf(view)), 'Next'), '2 of 3');
    const wrong = 'Carol said that the loudspeakers from 2024 still work.';
    const refused = await until(await submit(panel, { text: wrong }), 'don’t support the new wording');
    expect(toText(refused)).toMatch(
      /Your wording \(not supported\)\*\*\n> Carol said.*\n- the cited messages don’t support it/,
    );
    expect(toShown(view.message)).not.toContain('loudspeakers');
    const form = await press(refused, 'Edit wording');
    expect(JSON.stringify(form.modal)).toContain(wrong);
    const right = 'Ann said that the loudspeakers from 2024 still work.';
    const held = await until(
      await scene.actions.submit(form, { text: right }),
      'The new wording is supported.',
    );
    expect(toText(held)).toContain('Reworded by Ann.');
    const shown = toShown((await view.until(({ message }) => toShown(message).includes(right))).message);
    expect(shown).toContain('reworded by Ann');
    expect(shown).toMatch(/still work\.\s?\[\[\d\]\]\(https/);
    expect(await readWhy(scene.actions, view.message, scene.ann)).toContain(
      '2 checked, 1 unclear, 1 removed',
    );
  });

  test('is checked one at a time, and ten times as often a day as one may summarize', async () => {
    let held: Promise<void> | undefined;
    await begin({
      dailyLimit: 1,
      judge: {
        ...judge,
        judge: async (...asked) => {
          await held;
          return judge.judge(...asked);
        },
      },
    });
    const panel = await review(await shownOf(await ask(true)));
    const { resolve, promise } = Promise.withResolvers<void>();
    held = promise;
    const first = await submit(panel, { text: 'The school fair has a budget of 1,200 euros.' });
    await expect
      .poll(() =>
        scene.running().store.runs.get(`${scene.ann.id}.edits`, new Date().toISOString().slice(0, 10)),
      )
      .toBe(1);
    const second = await submit(panel, { text: 'The fair has a budget of 1,200 euros.' });
    await until(second, 'Your last change is still being checked');
    resolve();
    await until(first, 'new wording');
    await scene.running().store.runs.add(`${scene.ann.id}.edits`, new Date().toISOString().slice(0, 10), 9);
    const again = await submit(panel, { text: 'The fair has a budget of 1,200 euros.' });
    await until(again, 'You’ve changed the wording of 10 claims today');
  });

  test('lets one say who does it and by when, and finds the message that was meant', async () => {
    await begin();
    const view = await ask(false);
    let panel = await review(await shownOf(view));
    for (const words of ['2 of 3', '3 of 3']) panel = await until(await press(panel, 'Next'), words);
    const form = await press(panel, 'Edit wording');
    expect(JSON.stringify(form.modal)).toContain('Assigned to');
    const text = 'Bob books the tent by Friday.';
    const held = await scene.actions.submit(form, { text, owner: 'Bob', due: 'Friday' });
    await until(held, 'The new wording is supported.');
    await view.until(({ message }) => /- \*\*Bob\*\*.*books the tent/.test(toShown(message)));
  });

  test('is for who asked and for who may manage messages where it was read, and for nobody else', async () => {
    await begin();
    const summary = await shownOf(await ask(false));
    expect(toCustomIdOf(await openMore(scene.actions, summary, scene.bob), 'review')).toBeUndefined();
    scene.world.overwrite(scene.channel, { member: scene.bob, allow: Flags.ManageMessages });
    const panel = await review(summary, scene.bob);
    expect(toText(panel)).toContain('Durchsicht · 1 von 3');
    scene.world.overwrite(scene.channel, { member: scene.bob, deny: Flags.ManageMessages });
    const refused = await besides(await press(panel, 'Bestätigen', scene.bob));
    expect(refused.content).toContain('kann nur durchsehen, wer');
    scene.world.overwrite(scene.channel, { member: scene.bob, deny: Flags.ReadMessageHistory });
    const denied = await besides(await press(panel, 'Bestätigen', scene.bob));
    expect(denied.content).toContain('Du darfst den Verlauf');
  });

  test('decides over nothing that somebody else has decided over meanwhile', async () => {
    await begin();
    scene.world.overwrite(scene.channel, { member: scene.bob, allow: Flags.ManageMessages });
    const view = await ask(false);
    const summary = await shownOf(view);
    const mine = await review(summary);
    const form = await press(mine, 'Edit wording');
    const theirs = await review(summary, scene.bob);
    await until(await press(theirs, 'In Notiz umwandeln', scene.bob), '2 von 3');
    const late = await scene.actions.submit(form, { text: 'The budget is 5 euros.' });
    expect(toText(await until(late, 'Someone else decided this in the meantime'))).toContain(
      'Turned into a note by Bob.',
    );
    expect(toShown(view.message)).not.toContain('5 euros');
  });

  test('says that nothing was changed where the words are those that stand there', async () => {
    await begin();
    const summary = await shownOf(await ask(true));
    const panel = await review(summary);
    const same = await submit(panel, { text: 'The budget of the school fair is 1,200 euros.' });
    const after = await until(same, 'Nothing was changed');
    expect(toText(after)).toContain('1 of 3');
    expect(toText(after)).not.toContain('Reworded');
  });

  test('shows nothing of a message that was deleted', async () => {
    await begin();
    const view = await ask(false);
    const opened = await pressMore(scene.actions, await shownOf(view), 'Review', scene.ann);
    const panel = await until(await press(await shownOf(opened), 'Next'), '2 of 3');
    expect(toText(panel)).toContain('loudspeakers');
    scene.world.removeMessage(toLinked(panel));
    const again = async () =>
      toText(await shownOf(await pressMore(scene.actions, await shownOf(view), 'Review', scene.ann)));
    await expect.poll(again).toContain('1 of 1');
    expect(await again()).not.toContain('loudspeakers');
  });
});

describe('where summaries are reviewed before they are shared', () => {
  test('a public one is held, without a word of it on the way, until somebody has finished its review', async () => {
    await begin({ review: 'before-sharing', pace: { afterMs: 0, everyMs: 5 } });
    const view = await ask(false);
    const { message: held } = await view.until(
      ({ message }) => (message?.components?.length ?? 0) > 0 && toShown(message).includes('Review'),
    );
    if (held === null) throw new Error('nothing held');
    expect(held.content).toBe(
      `The summary requested by <@${scene.ann.id}> will appear here once it has been reviewed.`,
    );
    expect(toLabels(held)).toEqual([['Review', 'Open', 'Delete']]);
    expect(JSON.stringify(view.versions)).not.toContain('school fair');
    expect(await readReply(press(held, 'Open', scene.bob))).toContain('Das kann nur, wer');
    expect(toShown(await shownOf(await press(held, 'Open')))).toContain('school fair');

    const panel = await shownOf(await press(held, 'Review'));
    expect(toLabels(panel)[1]).toEqual(['(Back)', 'Next', 'Publish']);
    await scene.restart();
    await until(await press(panel, 'Publish'), 'the summary is published');
    const shown = await view.until(({ message }) => toShown(message).includes('21 March'));
    expect(shown.message?.content).toBe('');
    // Three claims were left undecided.
    expect(toShown(shown.message)).not.toContain('reviewed by');
  });

  test('a private one is shared only after its review, also where there is nothing to decide', async () => {
    await begin({ written: [day], review: 'before-sharing' });
    const summary = await shownOf(await ask(true));
    expect(await readReply(press(summary, 'Share'))).toContain('reviewed before they are shared');
    const panel = await review(summary);
    expect(toText(panel)).toContain('Nothing to decide');
    expect(toLabels(panel)).toEqual([['Finish']]);
    await until(await press(panel, 'Finish'), 'The review is finished.');
    expect(await readReply(press(summary, 'Share'))).toContain('Shared: https://');
  });

  test('one that was asked for before gets the button that leads to its review', async () => {
    await begin();
    const view = await ask(true);
    const summary = await shownOf(view);
    await setSettings(scene, { review: 'before-sharing' });
    expect(await readReply(press(summary, 'Share'))).toContain('reviewed before they are shared');
    expect(
      (
        await scene
          .running()
          .store.summaries.get(scene.guild.id, /summary:([\w-]+):/.exec(toShown(summary))?.[1] ?? '')
      )?.needsReview,
    ).toBe(true);
  });
});

const held = async (view: InteractionView) => until(view, 'will appear here once it has been reviewed');

describe('another wording', () => {
  test('is not asked for with words of a message that was deleted while the bot was away', async () => {
    await begin({ written: [day, speakers] });
    const panel = await review(await shownOf(await ask(true)));
    expect(toShown(panel)).toContain('loudspeakers');
    await scene.running().shut();
    scene.world.removeMessage(find('loudspeakers'));
    await scene.restart();
    const form = await press(panel, 'Edit wording');
    expect(form.modal).toBeNull();
    expect(toShown((await told(form)).message)).not.toContain('loudspeakers');
  });

  test('cites no message that is deleted while it is verified', async () => {
    await begin({ written: [day, budget, speakers] });
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
    world.removeMessage(find('at 18:00'));
    await Promise.all([decided, until(await submitted, 'The new wording')]);
    await until(view, 'confirmed by Bob');
    expect(toShown(view.message)).not.toContain('at 18:00');
    expect(toShown((await submitted).message)).not.toContain('at 18:00');
  });

  test('that does not hold brings no marker into a note, and nobody can confirm it', async () => {
    await begin({ written: [day, speakers] });
    const view = await ask(false);
    const panel = await review(await shownOf(view));
    const text = 'Zoe pays 999 euros [3] [[1]](https://evil.example) @everyone.';
    const tried = await until(await submit(panel, { text }), 'don’t support the new wording');
    const noted = await until(await press(tried, 'Turn into a note'), 'Turned into a note');
    const shown = (await until(view, 'noted by Ann')).embeds[0]?.description ?? '';
    expect(shown).toContain('- Zoe pays 999 euros @');
    expect(shown).not.toMatch(/\[3|evil/);
    await expect(press(noted, 'Confirm')).rejects.toThrow('greyed out');
    const removed = await until(await press(noted, 'Remove'), 'Removed by');
    await expect(press(removed, 'Confirm')).rejects.toThrow('greyed out');
  });
});

test('a summary that is held is not published where somebody reads by now who may not read what it rests on', async () => {
  await begin({ written: [day, speakers], review: 'before-sharing' });
  const { world, guild, bob } = scene;
  const secret = world.addChannel(guild, { name: 'boats' });
  fill({ ...scene, channel: secret });
  const view = await ask(false, secret);
  const panel = await shownOf(await press(await held(view), 'Review'));
  world.overwrite(secret, { member: bob, deny: Flags.ViewChannel });
  const pressed = await press(panel, 'Publish');
  await pressed.until(({ followUps }) => followUps.length > 0);
  expect(pressed.followUps[0]?.content).toContain('Not everyone');
  expect(toShown(view.message)).not.toContain('fair');
});

describe('what is shown already', () => {
  test('says no more by a review once somebody reads along who may not read what it rests on', async () => {
    await begin({ written: [day, speakers] });
    const { world, guild, bob } = scene;
    const secret = world.addChannel(guild, { name: 'boats' });
    fill({ ...scene, channel: secret });
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
    const many = told.map((text, index) => ({
      ...{ text, kind: 'fact' },
      evidence: [{ position: index + 1, quote: text }],
    }));
    const evidence = [{ position: 13, quote: 'The loudspeakers from 2024 still work' }];
    await begin({ written: [...many, { ...speakers, evidence }] });
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
    await begin({ written: [day, speakers] });
    const view = await shownOf(await ask(true));
    await told(await press(view, 'Share'));
    await setSettings(scene, { review: 'before-sharing' });
    expect(await readReply(press(view, 'Share'))).toContain('https://');
  });
});
