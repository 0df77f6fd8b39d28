import { expect, test } from 'vitest';
import { createJudge } from '../../app/judging/judge.ts';
import { createWriting, fact } from '../engines.ts';
import { fill, openScene, type Scene, summarized } from '../scene.ts';

const standing = fact('The school fair is on 21 March.', 1, 'The school fair is on 21 March');
const unquoted = fact('The loudspeakers from 2024 still work.', 5, '');
const undecided = {
  ...fact('The big tent is rented.', 2, 'How about we rent the big tent'),
  kind: 'decision',
};
const invented = fact('They close at 20:00 @everyone [4](https://evil.example/x)', 6, 'close at 20:00');

/** Finds one claim too little, and takes one decision for a proposal. */
const { judge } = createJudge(({ text }) => {
  if (text === unquoted.text) return { verdict: 'partly', missing: 'the year [4] <@1>' };
  return text === undecided.text ? { verdict: 'supported', kind: 'proposal' } : 'supported';
});

let scene: Scene;

async function ask(...claims: readonly object[]) {
  scene = await openScene({ engine: createWriting(...claims), judge });
  fill(scene);
  return scene.ask({ private: false, language: 'en' });
}

test('Why lists marked, moved and removed claims in the language of the reader, with links and nothing live', async () => {
  const view = await ask(standing, unquoted, undecided, invented);
  expect(view.message?.embeds[0]?.footer?.text).toBe(
    '✓ 2 checked · ⚠ 1 unclear · 1 removed · 8 messages\nWritten by writing · 2 statements checked by judge-1',
  );
  const english = await scene.more(view, 'Why');
  const german = await scene.more(view, 'Why', scene.bob);
  const shown = (await summarized(english)).message?.embeds[0]?.description ?? '';
  expect(english.isEphemeral).toBe(true);
  expect(shown).toContain('check: “the year (4) \\<@1\\>”');
  expect(shown).toContain(
    '> listed under “Proposals” instead of “Decisions”: the check says another kind fits better',
  );
  expect(shown).toMatch(/rented\\?\. \[\[\d\]\]\(https:\/\/discord\.com\/channels\/\d+\/\d+\/\d+[ )]/);
  expect(shown).toMatch(
    /- They close at 20:00 @\u200beveryone.*\n> the quote “close at 20:00” isn’t in message 6/,
  );
  expect(shown).not.toMatch(/evil|school fair|@everyone/);
  const other = (await summarized(german)).message;
  expect(other?.embeds[0]?.title).toContain('Was die Prüfung ergab');
  expect(other?.embeds[0]?.description).toContain('; es fehlt: „the year (4)');
  expect(other?.embeds[0]?.description).not.toContain('message');
  const pingsOf = (id = '') => scene.world.findMessage(id)?.pings;
  for (const { message } of [english, german])
    expect(pingsOf(message?.id)).toEqual(pingsOf(view.message?.id));
});
