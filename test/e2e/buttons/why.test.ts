import type { InteractionView } from '@footnote/playground/discord';
import { afterEach, expect, test } from 'vitest';
import type { Engine } from '../../../src/app/ports.ts';
import { createJudge } from '../../app/judging/judge.ts';
import {
  createScene,
  fill,
  pressMore,
  readSummary,
  readWhy,
  type Scene,
  summarized,
  toShown,
} from '../scene.ts';
import { createWriting } from '../writing-engine.ts';

let scene: Scene;
afterEach(() => scene.close());

const standing = {
  text: 'The school fair is on 21 March.',
  kind: 'fact',
  evidence: [{ position: 1, quote: 'The school fair is on 21 March' }],
};
const unquoted = {
  text: 'The loudspeakers from 2024 still work.',
  kind: 'fact',
  evidence: [{ position: 5, quote: '' }],
};
const undecided = {
  text: 'The big tent is rented.',
  kind: 'decision',
  evidence: [{ position: 2, quote: 'How about we rent the big tent' }],
};
const invented = {
  text: 'They close at 20:00 @everyone [4](https://evil.example/x)',
  kind: 'fact',
  evidence: [{ position: 6, quote: 'close at 20:00' }],
};

/** Finds one claim too little, and takes one decision for a proposal. */
const { judge } = createJudge(({ text }) => {
  if (text === unquoted.text) return { verdict: 'partly', missing: 'the year [4] <@1>' };
  return text === undecided.text ? { verdict: 'supported', kind: 'proposal' } : 'supported';
});

async function ask(engine: Engine): Promise<InteractionView> {
  scene = await createScene({ engine, judge });
  fill(scene);
  const options = { private: false, language: 'en' };
  return summarized(await scene.summarize(options));
}

test('Why lists marked, moved and removed claims in the language of the reader, with links and nothing live', async () => {
  const view = await ask(createWriting(standing, unquoted, undecided, invented));
  expect(view.message?.embeds[0]?.footer?.text).toBe(
    '✓ 2 checked · ⚠ 1 unclear · 1 removed · 8 messages\nWritten by writing · 2 statements checked by judge-1',
  );
  const [english, german] = [
    await pressMore(scene.actions, view.message, 'Why', scene.ann),
    await pressMore(scene.actions, view.message, 'Why', scene.bob),
  ];
  const shown = (await summarized(english)).message?.embeds[0]?.description ?? '';
  expect(english.isEphemeral).toBe(true);
  expect(shown).toContain('check: “the year (4) \\<@1\\>”');
  expect(shown).toContain(
    '> listed under “Proposals” instead of “Decisions”: the check says another kind fits better',
  );
  expect(shown).toMatch(/rented\\?\. \[\[\d\]\]\(https:\/\/discord\.com\/channels\/\d+\/\d+\/\d+\)/);
  expect(shown).toMatch(
    /- They close at 20:00 @\u200beveryone.*\n> the quote “close at 20:00” isn’t in message 6/,
  );
  expect(shown).not.toMatch(/evil|school fair|@everyone/);
  const other = (await summarized(german)).message;
  expect(other?.embeds[0]?.title).toContain('Was die Prüfung ergab');
  expect(other?.embeds[0]?.description).toContain('; Prüfung: „the year (4)');
  expect(other?.embeds[0]?.description).not.toContain('message');
  for (const { message } of [english, german])
    expect(scene.world.findMessage(message?.id ?? '')?.pings).toEqual(
      scene.world.findMessage(view.message?.id ?? '')?.pings,
    );
});

test('Why tells what was read, who wrote, and what it took, also where all is as it was written', async () => {
  const view = await ask(createWriting(standing));
  const why = await readWhy(scene.actions, view.message, scene.ann);
  expect(why.replace(/\d[\d.]*s$/m, '0s')).toBe(
    'Read 8 of 8 messages\n1 checked\nWritten by writing, checked by code and by judge-1 · 10 tokens read, 2 written · $0.50 · 0s\n\nNo claim was changed or removed.',
  );
});

test('words of what was dropped are forgotten with a message that it alone cites, at the next press', async () => {
  const view = await ask(createWriting(standing, invented));
  const why = await summarized(await pressMore(scene.actions, view.message, 'Why', scene.ann));
  const shown = () => toShown(why.message);
  expect(shown()).toContain('They close');
  const said = scene.world.history(scene.channel).find(({ content }) => content.includes('close at 18:00'));
  scene.world.removeMessage(said?.id ?? '');
  const again = async () => await readSummary(pressMore(scene.actions, view.message, 'Why', scene.ann));
  await expect.poll(again).toContain('the reason was deleted together with a message');
  expect(await again()).not.toContain('close');
  expect(toShown(view.message)).toContain('The school fair is on 21 March');
  const id = /summary:([\w-]+):more/.exec(toShown(view.message))?.[1] ?? '';
  const stored = await scene.running().store.summaries.get(scene.guild.id, id);
  expect(JSON.stringify(stored)).not.toContain('at 20:00');
});
