import type { InteractionView } from '@footnote/playground/discord';
import { type APIMessage, PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';
import { createJudge } from '../../app/judging/judge.ts';
import { sure } from '../../sure.ts';
import { createWriting, fact, fairClaims } from '../engines.ts';
import {
  fill,
  openScene,
  readBeside,
  readReply,
  type Scene,
  type SceneOptions,
  summarized,
  toCustomIdOf,
  toSaid,
  toShown,
} from '../scene.ts';

const [day, , speakers] = fairClaims;
const budget = fact('The budget of the school fair is 1,200 euros.', 1, '');
const cake = {
  ...fact('Bob brings [99] cake for `everybody` @everyone.', 99, 'cake'),
  ...{ kind: 'action', owner: 'Bob', due: 'Friday' },
};

/** Finds that the claim about the budget says too much, and that Carol said nothing. */
const { judge } = createJudge(({ text }) => {
  if (text.includes('Carol')) return 'not_supported';
  return text.includes('budget') ? 'partly' : 'supported';
});

let scene: Scene;

type BeginOptions = Omit<SceneOptions, 'engine'> & { readonly written?: readonly unknown[] };

async function begin({ written = [day, budget, speakers, cake], ...options }: BeginOptions = {}) {
  scene = await openScene({ engine: createWriting(...(written as object[])), judge, ...options });
  fill(scene);
}

type Shown = InteractionView | APIMessage;

/** Asks for a summary of the channel, or of a channel of its own. */
const ask = (isPrivate: boolean) => scene.ask({ private: isPrivate });

/** Opens the panel of a review. */
const review = async (on: Shown, user = scene.ann) => summarized(await scene.more(on, 'Review', user));

/** Presses, and waits until what was pressed on shows this. */
async function press(on: Shown, label: string, words: string, user = scene.ann): Promise<InteractionView> {
  return until(await scene.press(on, label, user), words);
}

const until = (view: InteractionView, words: string) => view.until(each => toShown(each).includes(words));

function toText(view: InteractionView): string {
  const [embed] = view.message?.embeds ?? [];
  const content = view.message?.content.replace(/\n?^-# .*$/m, '');
  return [content, embed?.title, embed?.description, embed?.footer?.text].join('\n');
}

function toLabels({ message }: InteractionView) {
  type Row = { readonly components: readonly { readonly label?: string; readonly disabled?: boolean }[] };
  return ((message?.components ?? []) as unknown as readonly Row[]).map(({ components }) =>
    components.map(({ label, disabled }) => (disabled ? `(${label})` : label)),
  );
}

/** Fills in the form for another wording, and waits until the panel says this. */
async function submit(panel: Shown, fields: Readonly<Record<string, string>>, words: string) {
  const form = await scene.press(panel, 'Edit wording');
  expect(form.status).toBe('modal');
  return until(await scene.actions.submit(form, fields), words);
}

const allow = (right: bigint) => scene.world.overwrite(scene.channel, { member: scene.bob, allow: right });
const deny = (right: bigint, channel = scene.channel) =>
  scene.world.overwrite(channel, { member: scene.bob, deny: right });

describe('the panel of a review', () => {
  test('walks through what needs clarification and what was dropped, the messages beside it', async () => {
    await begin();
    const panel = await review(await ask(false));
    expect(panel.isEphemeral).toBe(true);
    expect(toText(panel)).toMatch(
      /^\nReview · 1 of 3\n\*\*Facts\*\*\n> The budget of the school fair is 1,200 euros\.\n\nMarked as unclear\.\n\n\*\*The messages it cites\*\*\n\[\[1\]\]\(https:\/\/discord\.com\/\S+\) \*\*Ann\*\* · <t:\d+:f> · message 1 of 8\n> The school fair is on 21 March and the budget is 1,200 euros\.\n\n\*\*Why\*\*\n- .+\n3 left to decide$/,
    );
    expect(toLabels(panel)).toEqual([
      ['Confirm', 'Edit wording', 'Turn into a note', 'Remove'],
      ['(Back)', 'Next', 'Finish'],
    ]);
    const next = await press(panel, 'Next', '2 of 3');
    expect(toText(next)).toContain('Removed from the summary.');
    expect(toText(next)).toMatch(/Zoe didn’t write|not in this conversation/);
    const last = await press(next, 'Next', '3 of 3');
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
    const second = await press(await review(view), 'Confirm', 'confirmed by');
    expect(toText(second)).toMatch(/^1 of 3: confirmed by Ann\nReview · 2 of 3\n/);
    await until(view, 'confirmed by Ann');
    const third = await press(second, 'Turn into a note', '3 of 3');
    const done = await press(third, 'Keep removed', 'Everything is decided.');
    expect(toText(done)).toContain('Removed by Ann.');
    expect(toLabels(done).at(-1)).toContain('Finish');
    await until(view, '1 checked · 1 confirmed by a person');
    expect(toShown(view)).toMatch(
      /- Zoe says that the loudspeakers from 2024 still work\..*\(unclear\).*noted by Ann/,
    );
    expect(await scene.why(view)).toContain(
      '1 checked, 1 confirmed by a person, 1 note, 1 removed by a person',
    );
    const end = await press(done, 'Finish', 'The review is finished.');
    expect(toText(end)).toBe('\nReview\nThe review is finished.\n\nEverything is decided.\nReviewed by Ann.');
    await until(view, 'reviewed by Ann');
    const { summary } = sure(await scene.stored(view));
    expect(summary.claims.map(each => each.review?.decision)).toEqual([undefined, 'confirmed', 'noted']);
    expect(summary.reviewed?.by).toEqual({ id: scene.ann.id, name: 'Ann' });
  });

  test('goes on from the item that was decided, also where that moves it before those skipped', async () => {
    await begin({ written: [day, speakers, cake, { ...speakers, text: 'Zoe says that they still work.' }] });
    const second = await press(await review(await ask(false)), 'Next', '2 of 3');
    const third = await press(second, 'Turn into a note', 'noted by Ann');
    expect(toText(third)).toMatch(/^2 of 3: noted by Ann\nReview · 3 of 3\n/);
    const skipped = await press(third, 'Keep removed', 'removed by Ann');
    expect(toText(skipped)).toMatch(/^3 of 3: removed by Ann\nReview · 2 of 3\n/);
  });

  test('takes what was confirmed into the register, and what was removed out of it', async () => {
    const closing = fact('They close at 18:00 because of the budget.', 6, 'close at 18:00');
    await begin({ written: [{ ...closing, kind: 'decision' }] });
    const register = async () => toShown(await summarized(await scene.run('decisions')));
    const panel = await review(await ask(false));
    await press(panel, 'Confirm', 'confirmed by');
    expect(await register()).toMatch(/\*\*Decided · confirmed by a person\*\*.*They close at 18:00/s);
    await press(panel, 'Remove', 'Removed by');
    expect(await readReply(scene.run('decisions'))).toContain('No decisions yet');
  });

  test('says who decided with nothing live in the name', async () => {
    await begin();
    scene.world.rename(scene.guild, scene.ann, '*Ann* @everyone [1](https://x.io)');
    const { message } = await press(await review(await ask(false)), 'Confirm', 'confirmed by');
    expect(message?.content).toMatch(
      /^1 of 2: confirmed by \\\*Ann\\\* @\u200beveryone \(1\)\(`https:\/\/x\.io`\)$/,
    );
  });

  test('takes another wording, which is verified again, and says why one does not hold', async () => {
    await begin();
    const view = await ask(false);
    const panel = await press(await review(view), 'Next', '2 of 3');
    const wrong = `Carol said that ${'the loudspeakers and '.repeat(40)}the lamps still work.`;
    const refused = await submit(panel, { text: wrong }, 'don’t support the new wording');
    expect(toText(refused)).toMatch(/> Carol said.*the lamps still work\.\n- /);
    expect(toShown(view)).not.toContain('loudspeakers');
    const form = await scene.press(refused, 'Edit wording');
    const right = 'Ann said that the loudspeakers from 2024 still work.';
    const held = await until(
      await scene.actions.submit(form, { text: right }),
      'The new wording is checked and shown.',
    );
    expect(toText(held)).toContain('Reworded by Ann.');
    await until(view, right);
    expect(toShown(view)).toContain('reworded by Ann');
    expect(toShown(view)).toMatch(/still work\.\s?\[\[\d\]\]\(https/);
    expect(await scene.why(view)).toContain('2 checked, 1 unclear, 1 removed');
  });

  test('is checked one at a time, and ten times as often a day as one may summarize', async () => {
    let held: Promise<void> | undefined;
    const slow: SceneOptions['judge'] = {
      ...judge,
      judge: async (...asked) => {
        await held;
        return judge.judge(...asked);
      },
    };
    await begin({ dailyLimit: 1, judge: slow });
    const { runs } = scene.running().store;
    const day = [`${scene.ann.id}.edits`, new Date().toISOString().slice(0, 10)] as const;
    const panel = await review(await ask(true));
    const text = 'The fair has a budget of 1,200 euros.';
    const { resolve, promise } = Promise.withResolvers<void>();
    held = promise;
    const first = submit(panel, { text: 'The school fair has a budget of 1,200 euros.' }, 'new wording');
    await expect.poll(() => runs.get(...day)).toBe(1);
    await submit(panel, { text }, 'Your last change is still being checked');
    resolve();
    await first;
    await runs.add(...day, 9);
    await submit(panel, { text }, 'You’ve changed the wording of 10 claims today');
  });

  test('lets one say who does it and by when, and finds the message that was meant', async () => {
    await begin();
    const view = await ask(false);
    let panel = await review(view);
    for (const words of ['2 of 3', '3 of 3']) panel = await press(panel, 'Next', words);
    const fields = { text: 'Bob books the tent by Friday.', owner: 'Bob', due: 'Friday' };
    await submit(panel, fields, 'The new wording is checked and shown.');
    await view.until(({ message }) => /- Bob books the tent/.test(toShown(message)));
  });

  test('is for who asked and for who may manage messages where it was read, and for nobody else', async () => {
    await begin();
    const { bob } = scene;
    const summary = await ask(false);
    expect(toCustomIdOf(await scene.openMore(summary, bob), 'review')).toBeUndefined();
    allow(Flags.ManageMessages);
    const panel = await review(summary, bob);
    expect(toText(panel)).toContain('Durchsicht · 1 von 3');
    const refused = () => readBeside(scene.press(panel, 'Bestätigen', bob));
    deny(Flags.ManageMessages);
    expect(await refused()).toContain('kann nur durchsehen, wer');
    deny(Flags.ReadMessageHistory);
    expect(await refused()).toContain('Du darfst den Verlauf');
  });

  test('decides over nothing that somebody else has decided over meanwhile', async () => {
    await begin();
    allow(Flags.ManageMessages);
    const view = await ask(false);
    const form = await scene.press(await review(view), 'Edit wording');
    await press(await review(view, scene.bob), 'In Anmerkung umwandeln', '2 von 3', scene.bob);
    const late = await scene.actions.submit(form, { text: 'The budget is 5 euros.' });
    await until(late, 'This was changed in the meantime');
    expect(toText(late)).toContain('Turned into a note by Bob.');
    expect(toShown(view)).not.toContain('5 euros');
  });
});

describe('where summaries are reviewed before they are shared', () => {
  test('a public one is held, without a word of it on the way, until somebody has finished its review', async () => {
    await begin({ review: 'before-sharing', pace: { afterMs: 0, everyMs: 5 } });
    const view = await scene.summarize({ private: false });
    await view.until(({ message }) =>
      toLabels({ ...view, message })
        .flat()
        .includes('Review'),
    );
    expect(view.message?.content).toBe(
      `The summary requested by <@${scene.ann.id}> will appear here once it has been reviewed.`,
    );
    expect(toLabels(view)).toEqual([['Review', 'Open', 'Delete']]);
    expect(JSON.stringify(view.versions)).not.toContain('school fair');
    expect(await readReply(scene.press(view, 'Open', scene.bob))).toContain('Das kann nur, wer');
    expect(toShown(await summarized(await scene.press(view, 'Open')))).toContain('school fair');

    const panel = await summarized(await scene.press(view, 'Review'));
    expect(toLabels(panel)[1]).toEqual(['(Back)', 'Next', 'Publish']);
    await scene.restart();
    await press(panel, 'Publish', 'the summary is published');
    await until(view, '21 March');
    expect(toSaid(view.message)).toBe('');
    // Three claims were left undecided.
    expect(toShown(view)).not.toContain('reviewed by');
  });

  test('a private one is shared only after its review, also where there is nothing to decide', async () => {
    await begin({ written: [day], review: 'before-sharing' });
    const summary = await ask(true);
    expect(await readReply(scene.press(summary, 'Share'))).toContain('reviewed before they are shared');
    const panel = await review(summary);
    expect(toText(panel)).toContain('Nothing to decide');
    expect(toLabels(panel)).toEqual([['Finish']]);
    await press(panel, 'Finish', 'The review is finished.');
    expect(await readReply(scene.press(summary, 'Share'))).toContain('Shared: https://');
  });
});

describe('another wording', () => {
  test('cites no message that is deleted while it is verified', async () => {
    await begin({ written: [day, budget, speakers] });
    const { bob, playground } = scene;
    allow(Flags.ManageMessages);
    const view = await ask(false);
    const theirs = await review(view, bob);
    const own = await press(await review(view), 'Next', '2 of 2');
    const form = await scene.press(own, 'Edit wording');
    // Somebody else's decision takes its time, and the message is deleted once it was read.
    playground.faults.delay(900, 'PATCH /channels/*/messages/*');
    const decided = scene.press(theirs, 'Bestätigen', bob);
    const reads = () => playground.exchanges.filter(({ path }) => path.endsWith('/messages')).length;
    const before = reads();
    const submitted = scene.actions.submit(form, { text: 'They close at 18:00 because of the neighbours.' });
    await expect.poll(reads).toBeGreaterThan(before);
    scene.world.removeMessage(scene.find('at 18:00'));
    await Promise.all([decided, until(await submitted, 'The new wording')]);
    await until(view, 'confirmed by Bob');
    for (const shown of [view, await submitted]) expect(toShown(shown)).not.toContain('at 18:00');
  });
});

describe('what somebody who reads along by now may not read', () => {
  test.each([
    ['is not published by a review', { review: 'before-sharing' as const }, 'Publish', 'fair'],
    ['is not added to what is shown by a review', {}, 'Confirm', 'loudspeakers'],
  ])('%s', async (_, options, label, words) => {
    await begin({ written: [day, speakers], ...options });
    const secret = scene.world.addChannel(scene.guild, { name: 'boats' });
    fill({ ...scene, channel: secret });
    const view = await scene.summarize({ private: false, channel: secret.id });
    const isHeld = label === 'Publish';
    await (isHeld ? until(view, 'will appear here once it has been reviewed') : summarized(view));
    const panel = isHeld ? await summarized(await scene.press(view, 'Review')) : await review(view);
    deny(Flags.ViewChannel, secret);
    expect(await readBeside(scene.press(panel, label))).toContain('Not everyone');
    expect(toShown(view)).not.toContain(words);
  });
});
