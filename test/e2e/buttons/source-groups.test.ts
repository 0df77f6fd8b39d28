import type { InteractionView } from '@footnote/playground/discord';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createJudge } from '../../app/judging/judge.ts';
import { createScene, fill, type Scene, summarized, toShown } from '../scene.ts';
import { createWriting } from '../writing-engine.ts';

const hours = {
  ...{ text: 'They close at 18:00.', kind: 'fact', topic: 'Hours' },
  evidence: [{ position: 6, quote: 'close at 18:00' }],
};
const day = {
  ...{ text: 'The fair is on 21 March.', kind: 'fact', topic: 'The fair' },
  evidence: [{ position: 1, quote: 'The school fair is on 21 March' }],
};
const budget = {
  ...{ text: 'The budget is 1,200 euros.', kind: 'fact', topic: 'The fair' },
  evidence: [{ position: 1, quote: 'the budget is 1,200 euros' }],
};
const tested = {
  ...{ text: 'Four loudspeakers were tested.', kind: 'fact' },
  evidence: [{ position: 5, quote: 'I tested all four' }],
};

let scene: Scene;
beforeEach(async () => {
  scene = await createScene({ engine: createWriting(hours, day, budget, tested) });
  fill(scene);
});
afterEach(() => scene.close());

/** The sources of a summary as somebody has them open; `press` and `choose` act on them as they are by then. */
async function openSources(user = scene.ann) {
  const options = { private: false, language: 'en' };
  const { ann, channel, actions } = scene;
  const summary = await summarized(
    await actions.slash({ user: ann, channel, command: 'summarize', options }),
  );
  const view: InteractionView = await actions.press({ user, message: onScreen(summary), label: 'Sources' });
  await view.settled();
  const words = () => view.message?.embeds[0]?.description ?? '';
  const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, match]) => match);
  return {
    headings: () => matches(words(), /^\*\*(.*)\*\*$/gm),
    positions: () => matches(words(), /(?:message|Nachricht) (\d) (?:of|von) 8/g),
    options: () =>
      (view.message?.components ?? []).flatMap(row =>
        'components' in row
          ? row.components.flatMap(each =>
              'options' in each ? each.options.map(({ label, description }) => [label, description]) : [],
            )
          : [],
      ),
    labels: () => matches(toShown(view.message), /"label":"([^"]+)","custom_id"/g),
    press: (label: string) => scene.actions.press({ user, message: onScreen(view), label }),
    choose: (value: string) => {
      const customId = /"custom_id":"(summary:[\w-]+:filter:[^"]+)"/.exec(toShown(view.message))?.[1] ?? '';
      return scene.actions.select({ user, message: onScreen(view), customId, values: [value] });
    },
  };
}

function onScreen({ message }: InteractionView) {
  if (message === null) throw new Error('nothing to press on');
  return message;
}

test('sources are one list until a button sets them by topic or by claim, in place', async () => {
  const sources = await openSources();
  expect(sources.headings()).toEqual([]);
  expect(sources.positions().sort()).toEqual(['1', '5', '6']);
  expect(sources.labels()).toEqual(['By topic', 'By claim']);
  await sources.press('By topic');
  await expect.poll(sources.headings).toEqual(['Hours', 'The fair', 'Without a topic']);
  expect(sources.positions()).toEqual(['6', '1', '5']);
  expect(sources.labels()).toEqual(['As a list', 'By claim']);
  await sources.press('By claim');
  await expect.poll(sources.headings).toEqual([hours, day, budget, tested].map(({ text }) => text));
  expect(sources.positions()).toEqual(['6', '1', '1', '5']);
  await sources.press('As a list');
  await expect.poll(sources.headings).toEqual([]);
  expect(sources.positions()).toHaveLength(3);
});

test('how sources are set stays when they are narrowed to a claim and widened again, also after a restart', async () => {
  const sources = await openSources();
  await sources.press('By topic');
  await expect.poll(() => sources.headings().length).toBe(3);
  await scene.restart();
  await sources.choose('c2');
  await expect.poll(sources.headings).toEqual(['The fair']);
  expect(sources.positions()).toEqual(['1']);
  expect(sources.labels()).toEqual([]);
  await sources.choose('all');
  await expect.poll(sources.headings).toEqual(['Hours', 'The fair', 'Without a topic']);
});

test('the buttons speak the language of the person who pressed', async () => {
  const sources = await openSources(scene.bob);
  expect(sources.labels()).toEqual(['Nach Thema', 'Nach Aussage']);
  await sources.press('Nach Thema');
  await expect.poll(sources.headings).toEqual(['Hours', 'The fair', 'Ohne Thema']);
});

test('the select marks claims that need clarification', async () => {
  await scene.close();
  const { judge } = createJudge(({ text }) => (text === tested.text ? 'partly' : 'supported'));
  scene = await createScene({ engine: createWriting(day, tested), judge });
  fill(scene);
  const sources = await openSources();
  expect(sources.options()).toEqual([
    ['All claims', undefined],
    ['The fair is on 21 March.', undefined],
    ['Four loudspeakers were tested.', 'Needs clarification'],
  ]);
});
