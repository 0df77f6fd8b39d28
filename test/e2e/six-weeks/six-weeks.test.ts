import type { InteractionView } from '@footnote/playground/discord';
import { expect, test } from 'vitest';
import { summarized, toShown } from '../scene.ts';
import { playSixWeeks } from './play.ts';
import type { Person } from './script.ts';

type Options = Readonly<Record<string, string>>;

/** What an answer shows, without links and times. */
function toPlain({ message }: InteractionView): string {
  return (message?.embeds ?? [])
    .map(({ title, description, footer }) => [title, description, footer?.text].join('\n'))
    .join('\n')
    .replaceAll(/ ?\[\[\d+\]\]\([^)]*\)/g, '')
    .replaceAll(/<t:\d+:\w>/g, 'TIME');
}

/** Plays the script, and asks from #general. */
async function ask() {
  const played = await playSixWeeks();
  const { actions, people, channels } = played;
  const open = async (person: Person, command: string, options: Options = {}) =>
    summarized(await actions.slash({ user: people[person], channel: channels.general, command, options }));
  const read = async (person: Person, command: string, options: Options = {}) => {
    const view = await open(person, command, options);
    const first = toPlain(view);
    const isMore = /"label":"(?:Next|Weiter)"(?!,"disabled":true)/.test(toShown(view.message));
    if (!isMore || !view.message) return first;
    const label = toShown(view.message).includes('"Weiter"') ? 'Weiter' : 'Next';
    const next = await actions.press({ user: people[person], message: view.message, label });
    await next.until(each => toPlain(each) !== first && toPlain(each) !== '');
    return `${first}\n${toPlain(next)}`;
  };
  return { ...played, read };
}

test('six weeks of four channels are told to three people as the script has them, and as far as they may read', async () => {
  const { read, people } = await ask();

  const ann = await read('ann', 'decisions');
  expect(ann).toContain('of 8');
  // Reversed twice: the last one counts, and the links lead both ways.
  expect(ann).toMatch(
    /\*\*Decided\*\* · TIME\nThe shop opens on 21 March\.\s*\nAnn\nSupersedes: The shop opens on 28 March\./,
  );
  expect(ann).toMatch(
    /\*\*Superseded\*\* · TIME\nThe shop opens on 28 March\.\s*\nAnn\nSuperseded by: The shop opens on 21 March\.\s*\nSupersedes: The shop opens on 14 March\./,
  );
  expect(ann).toMatch(
    /\*\*Superseded\*\* · TIME\nThe shop opens on 14 March\.\s*\nBen\nSuperseded by: The shop opens on 28/,
  );
  // Its message was deleted in week 4: the words are gone, the entry is not.
  expect(ann).toContain('The messages behind this were deleted.');
  expect(ann).not.toContain('Nordbank');

  // Ben does not read the board, Cleo not the website.
  const [ben, cleo] = [await read('ben', 'decisions'), await read('cleo', 'decisions')];
  for (const text of [ben, cleo]) expect(text).toContain('The shop opens on 21 March.');
  expect(ben).toContain('Mollie is the payment provider');
  expect(ben).not.toMatch(/lease|deleted|gelöscht/i);
  expect(cleo).toContain('The lease of the shop is signed for five years.');
  expect(cleo).not.toMatch(/Mollie|photos/);

  // What other topics of the shop are about is not in it; the first decision is, although its summary has expired.
  const date = await read('ann', 'decisions', { topic: 'Opening date' });
  expect(date).toContain('of 3');
  expect(date).not.toMatch(/green|lease/);

  // The sign was handed over from Ben to Cleo, and is ordered; the people themselves mark tasks as done.
  const tasks = await read('cleo', 'actions');
  expect(tasks).toContain('Cleo takes over from Ben and orders the sign above the door by 20 March.');
  expect(tasks).toContain(`Owner: <@${people.cleo.id}> · Due: TIME`);
  expect(tasks).not.toContain(`Owner: <@${people.ben.id}>`);

  // Topics start, fade and return; titles of closed channels are not shown.
  const topics = {
    ann: await read('ann', 'topics'),
    ben: await read('ben', 'topics'),
    cleo: await read('cleo', 'topics'),
  };
  expect(topics.ann).toMatch(/\*\*Summer party\*\*\n-# active/);
  expect(topics.ann).toMatch(/\*\*Paint for the shop front\*\*\n-# active/);
  expect(topics.ann).toMatch(/\*\*Car sharing for deliveries\*\*\n-# quiet/);
  expect(topics.ann).toContain('**Lease of the shop**');
  expect(topics.ben).not.toMatch(/Lease|Bank account/);
  expect(topics.cleo).not.toMatch(/Photos on the website|Payment provider/);

  const usage = await read('ann', 'usage');
  expect(usage).toContain('Quality of 21 summaries');
  expect(usage).toContain('(24 of 24)');
}, 120_000);
