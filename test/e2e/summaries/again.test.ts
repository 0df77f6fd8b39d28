import type { InteractionView } from '@footnote/playground/discord';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ReachedCap } from '../../../src/core/usage/usage.ts';
import { createDictatedEngine } from '../dictated-engine.ts';
import { createQuotingParts } from '../quoting-parts.ts';
import {
  createScene,
  fill,
  pressMore,
  readWhy,
  type Scene,
  summarized,
  told,
  toSaid,
  toShown,
} from '../scene.ts';

type Options = Readonly<Record<string, string | number | boolean>>;

let scene: Scene;
afterEach(() => scene.close());

function ask(options: Options = {}, user = scene.ann): Promise<InteractionView> {
  return scene.actions.slash({ user, channel: scene.channel, command: 'summarize', options });
}

async function description(options: Options = {}, user = scene.ann): Promise<string> {
  const { message } = await finished(await ask(options, user));
  return message?.embeds[0]?.description ?? '';
}

/** Waits until the person may ask again. */
async function finished(view: InteractionView): Promise<InteractionView> {
  await summarized(view);
  await expect.poll(() => scene.running().store.openRuns.list()).toEqual([]);
  return view;
}

/** The lines of claims that have a mark, without links. */
function toMarked(text: string): readonly string[] {
  const lines = text
    .split('\n')
    .map(line => line.replaceAll(/\[\[\d+\]\]\([^)]*\)/g, '').replaceAll(/\s+/g, ' '));
  return lines.filter(line => /\((?:new|changed|resolved)/.test(line)).map(line => line.replace(/^- /, ''));
}

function find(start: string) {
  const found = scene.world.history(scene.channel).find(({ content }) => content.startsWith(start));
  if (!found) throw new Error(`nobody wrote ${start}`);
  return found;
}

describe('a second summary', () => {
  let parts: ReturnType<typeof createQuotingParts>;
  beforeEach(async () => {
    parts = createQuotingParts();
    scene = await createScene(parts);
    fill(scene);
  });

  test('of the same messages marks nothing and has nothing judged again', async () => {
    const first = await description();
    expect(toMarked(first)).toEqual([]);
    const judged = parts.toJudged().length;
    expect(judged).toBeGreaterThan(4);
    const view = await finished(await ask());
    expect(toMarked(view.message?.embeds[0]?.description ?? '')).toEqual([]);
    expect(parts.toJudged()).toHaveLength(judged);
    const why = await readWhy(scene.actions, view.message, scene.ann);
    expect(why).toContain(`${judged} verdicts reused`);
  });

  test('marks what a new message adds and changes, and has only that judged', async () => {
    await description();
    const before = parts.toJudged().length;
    const { world, channel, ann, bob } = scene;
    const question = world.findMessage(find('Does anybody').id);
    if (question === null) throw new Error('no question');
    world.addMessage(channel, { by: bob, content: 'The parade begins at noon.' });
    world.addMessage(channel, { by: ann, content: 'Me, since June.', replyTo: question });
    const text = await description();
    expect(text).toMatch(/Compared with the summary up to <t:\d+:f>/);
    expect(toMarked(text)).toEqual([
      'Does anybody have the key to the storage room? *(changed: newer messages)*',
      'The parade begins at noon. *(new)*',
    ]);
    expect(parts.toJudged().slice(before)).toEqual(
      expect.arrayContaining([
        'The parade begins at noon.',
        'Does anybody have the key to the storage room?',
      ]),
    );
    expect(parts.toJudged().slice(before).length).toBeLessThan(before);
  });

  test('marks the claims of an edited message, and none of a deleted one', async () => {
    await description();
    scene.world.editMessage(find('The loudspeakers'), 'The loudspeakers from 2024 are broken, all four');
    scene.world.removeMessage(find('Parking'));
    const text = await description();
    expect(toMarked(text)).toEqual([
      'The loudspeakers from 2024 are broken, all four *(changed: edited message)*',
    ]);
    expect(text).not.toContain('Parking');
  });

  test('is compared with what its reader could see, and with nothing else', async () => {
    await description({}, scene.bob);
    scene.world.addMessage(scene.channel, { by: scene.bob, content: 'The parade begins at noon.' });
    expect(toMarked(await description())).toEqual([]);
    await finished(await ask({ private: false }, scene.bob));
    scene.world.addMessage(scene.channel, { by: scene.bob, content: 'The parade ends at two.' });
    expect(toMarked(await description({ messages: 50 }))).toEqual(['The parade ends at two. *(new)*']);
  });

  test('since the last summary reads only what came after it, and says if there is nothing', async () => {
    const none = await told(await ask({ since: 'last summary' }));
    expect(toSaid(none.message)).toContain(`There is no earlier summary of <#${scene.channel.id}>`);
    await description();
    const nothing = await told(await ask({ since: 'Letzte Zusammenfassung' }));
    expect(toSaid(nothing.message)).toMatch(
      /^Nothing new in <#\d+> since the last summary, which read up to <t:/,
    );
    scene.world.addMessage(scene.channel, { by: scene.bob, content: 'The parade begins at noon.' });
    const view = await summarized(await ask({ since: 'last summary' }));
    const [embed] = view.message?.embeds ?? [];
    expect(embed?.footer?.text).toContain(' · 1 message');
    expect(toMarked(embed?.description ?? '')).toEqual([]);
    expect(embed?.description).toContain('The parade begins at noon.');
    await expect.poll(() => scene.running().store.openRuns.list()).toEqual([]);
    const again = await summarized(await pressMore(scene.actions, view.message, 'Regenerate', scene.ann));
    expect(again.message?.embeds[0]?.description).toContain('The parade begins at noon.');
    expect(again.message?.embeds[0]?.footer?.text).toContain(' · 1 message');
  });
});

describe('two people who ask the same at once', () => {
  let dictated: ReturnType<typeof createDictatedEngine>;
  beforeEach(async () => {
    dictated = createDictatedEngine();
    scene = await createScene({ engine: dictated.engine, pace: { afterMs: 30, everyMs: 50 }, leaseMs: 600 });
    fill(scene);
  });
  const options = { language: 'en' };
  const reached: ReachedCap = {
    scope: 'member',
    unit: 'tokens',
    limit: 1_000,
    used: 900,
    expected: 200,
    isUnpriced: false,
    resetsAt: '2026-03-10T00:00:00.000Z',
  };
  const shows = (view: InteractionView, words: string) =>
    view.until(({ message }) => toShown(message).includes(words));

  test('get two answers of one run', async () => {
    const ann = await ask(options);
    const draft = await dictated.begun();
    const bob = await ask(options, scene.bob);
    draft.claim('Parking');
    await Promise.all([shows(ann, 'Parking behind'), shows(bob, 'Parking behind')]);
    draft.claim('We decided');
    draft.end();
    await Promise.all([shows(ann, ':more"'), shows(bob, ':more"')]);
    const ids = [ann, bob].map(view => /summary:([\w-]+):more/.exec(toShown(view.message))?.[1]);
    expect(new Set(ids).size).toBe(2);
    expect(dictated.count()).toBe(1);
  });

  test('do not stop each other, and both hear of a failure', async () => {
    const ann = await ask(options);
    const draft = await dictated.begun();
    const bob = await ask(options, scene.bob);
    draft.claim('Parking');
    await Promise.all([shows(ann, 'Parking behind'), shows(bob, 'Parking behind')]);
    await scene.press(ann, 'Stop');
    await shows(ann, 'Cancelled');
    expect(draft.signal.aborted).toBe(false);
    const again = await ask(options);
    await shows(again, 'Parking behind');
    draft.end('unreachable');
    for (const view of [again, bob]) await shows(view, ':more"');
    expect(dictated.count()).toBe(1);
  });

  test.each(['cap_reached', undefined] as const)(
    'one of them is at a cap (%s): the other gets a summary of their own',
    async failure => {
      const ann = await ask(options);
      const draft = await dictated.begun();
      const bob = await ask(options, scene.bob);
      draft.claim('Parking');
      await Promise.all([shows(ann, 'Parking behind'), shows(bob, 'Parking behind')]);
      // The cap may also stop only the judge.
      draft.payer?.onCap?.(reached);
      draft.end(failure);
      const own = await dictated.begun(2);
      expect([draft, own].map(({ payer }) => payer?.personId)).toEqual([scene.ann.id, scene.bob.id]);
      own.claim('We decided');
      own.end();
      await Promise.all([shows(ann, ':more"'), shows(bob, ':more"')]);
      expect(toShown(ann.message)).toContain('Your cap for today is reached');
      expect(toShown(bob.message)).toContain('We decided');
      expect(toShown(bob.message)).not.toMatch(/cap|Limit/);
    },
  );

  test('one of them loses access: only the other gets an answer', async () => {
    const ann = await ask(options);
    const draft = await dictated.begun();
    const bob = await ask(options, scene.bob);
    draft.claim('Parking');
    await Promise.all([shows(ann, 'Parking behind'), shows(bob, 'Parking behind')]);
    scene.world.removeMember(scene.guild, scene.bob);
    draft.end();
    await shows(ann, ':more"');
    await told(bob);
    expect(toShown(bob.message)).not.toContain('Parking');
  });

  test('are both told that the process was killed', async () => {
    const ann = await ask(options);
    await dictated.begun();
    const bob = await ask(options, scene.bob);
    await Promise.all([shows(ann, ':stop"'), shows(bob, ':stop"')]);
    await scene.crash();
    await Promise.all([shows(ann, 'was interrupted'), shows(bob, 'wurde unterbrochen')]);
    expect(dictated.count()).toBe(1);
  });
});
