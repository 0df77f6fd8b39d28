import { expect, test } from 'vitest';
import { applyDecision, finishReview } from '../../../src/core/claims/review.ts';
import { parseSerializedSummary, serializeSummary } from '../../../src/core/claims/serialized-summary.ts';
import { toEmbedPages } from '../../../src/render/embed/embed.ts';
import { toMarkdown } from '../../../src/render/formats/markdown.ts';
import { toPlain } from '../../../src/render/formats/plain.ts';
import { formats } from '../../../src/render/formats.ts';
import { render } from '../../../src/render/render.ts';
import { allTexts } from '../../../src/render/texts.ts';
import type { Item } from '../../../src/render/view/item.ts';
import { toView } from '../../../src/render/view/view.ts';
import { sure } from '../../sure.ts';
import { piecesOf, squeeze, withoutScripts } from '../readings.ts';
import { type Told, type ToldClaim, tellMatters, tellSummary } from '../summaries.ts';

const days = ['2025-08-22T09:00:00.000Z', '2025-08-22T23:30:00.000Z', '2025-08-24T09:00:00.000Z'];
const messages = [
  { by: 'Nadia', text: '@Mei can you ask Claire before Thursday?', at: days[0] ?? '' },
  { by: 'Mei', text: 'sure, will do', at: days[0] ?? '' },
  { by: 'Mei', text: 'I make new ones tomorrow', at: days[1] ?? '' },
  { by: 'Tom', text: 'Sounds good', at: days[2] ?? '' },
  { by: 'Tom', text: 'ok', at: days[2] ?? '' },
];
const tell = (claim: ToldClaim, rest: Partial<Told> = {}) =>
  tellSummary({ messages, claims: [claim], ...rest });
const describe = (summary: ReturnType<typeof tell>) =>
  toEmbedPages(summary)
    .map(({ embeds }) => embeds[0].description)
    .join('\n');

const act = (claim: Partial<ToldClaim>): ToldClaim => ({
  kind: 'action',
  owner: 'Mei',
  speakers: ['Mei'],
  text: 'Make new screenshots.',
  cites: [3],
  ...claim,
});

test('the subject that a claim by matter begins with is strong, and its words stay as they are written', () => {
  const byMatter = (text: string, claim: Partial<ToldClaim> = {}) =>
    describe(
      tell(
        { kind: 'key_point', cites: [1], matter: 1, ...claim, text },
        { frame: { matters: tellMatters(null) } },
      ),
    );
  expect(byMatter('Login bug: fixed in 2.3.')).toContain('- **Login bug:** fixed in 2.3.');
  expect(byMatter('Login (see: docs): fixed in 2.3.')).toContain('- Login (see: docs): fixed in 2.3.');
  const task = act({ matter: 1, text: 'Screenshots: new ones come with 2.3.' });
  expect(byMatter(task.text, task)).toContain('- **Screenshots:** new ones come with 2.3.\u00a0[1]');
});

test('the owner of a task is named, unless its words already do', () => {
  const written = (text: string, owner: string) => describe(tell(act({ text, owner, speakers: [] })));
  expect(written('All screenshots again.', 'Al')).toContain('**Al** — All screenshots again.');
  expect(written('Al makes new ones.', 'Al')).toContain('- Al makes new ones.');
  expect(written('Meiが写真を撮る。', 'Mei')).toContain('- Meiが写真を撮る。');
});

test('the heading of a matter names the channel of all its messages, and otherwise its claims name theirs', () => {
  const channels = ['a', 'b'].map(id => ({ id, title: `#${id}` }));
  const summary = tellSummary({
    messages: messages.map((message, index) => ({
      ...message,
      channel: channels[index % 2] ?? { id: '', title: '' },
    })),
    source: { channelIds: ['a', 'b'] },
    claims: [
      { text: 'One.', cites: [1, 2], matter: 1 },
      { text: 'Two.', cites: [1], matter: 2 },
      { text: 'Three.', cites: [5], matter: 2 },
    ],
    frame: { matters: tellMatters('Title 1', 'Title 2') },
  });
  const toNotes = (item: Item) => piecesOf(item, 'note').join();
  expect(toView(summary).sections.map(({ heading, items }) => [heading, ...items.map(toNotes)])).toEqual([
    ['Title 1 · #a', ''],
    ['Title 2', '#a', '#b'],
  ]);
});

test('quotes of the engine without a model are counted as quotes, not as checked', () => {
  const claims: readonly ToldClaim[] = [
    { text: 'Tom: “Sounds good”', cites: [[4, 'Sounds good']] },
    { text: 'Mei: “sure”', cites: [[2, 'sure']] },
  ];
  const facts = (name: 'extractive' | 'claude') =>
    toView(tellSummary({ messages, claims, frame: { engine: { name } } })).facts;
  expect(facts('extractive')).toContain('2 quotes, no model');
  expect(facts('claude')).toContain('2 checked');
});

const engine = { name: 'claude', model: 'writer-1', judge: 'judge-1' };
const unjudged: ToldClaim = {
  text: 'One.',
  cites: [1],
  status: 'sources_found',
  findings: [{ check: 'judge', outcome: 'abstain' }],
};
const judged: ToldClaim = { text: 'Two.', cites: [2], findings: [{ check: 'judge', outcome: 'pass' }] };
const quotes: ToldClaim = { text: 'Mei: “sure”', cites: [[2, 'sure']] };

test('that nobody judged the wording is said once, in every language and format', () => {
  for (const t of allTexts) {
    const summary = tellSummary({
      messages,
      claims: [unjudged, quotes],
      frame: { engine: { name: 'claude', model: 'writer-1' }, language: t.tag },
    });
    const view = toView(summary);
    expect(view.notices).toEqual([t('summary.noneJudged')]);
    expect(view.facts.join()).toContain(t('summary.sourcesFound', { count: 1 }));
    expect(view.sections.flatMap(({ items }) => items.flatMap(item => piecesOf(item, 'note')))).toEqual([]);
    for (const format of formats.filter(each => each !== 'json')) {
      const told = squeeze(withoutScripts(render(summary, format)));
      expect(told.split(squeeze(t('summary.noneJudged'))).length, `${format} ${t.tag}`).toBe(2);
      expect(told).not.toContain(squeeze(t('summary.unclearSee')));
    }
  }
});

test('of how many claims the wording was not judged is said once where others were, and who judged', () => {
  for (const t of allTexts) {
    const claims = [unjudged, { ...unjudged, text: 'Three.' }, judged, quotes];
    const summary = tellSummary({ messages, claims, frame: { engine, language: t.tag } });
    const view = toView(summary);
    expect(view.notices).toEqual([t('summary.unjudged', { count: 2 })]);
    expect(t('summary.unjudged', { count: 1 })).not.toBe(t('summary.unjudged', { count: 2 }));
    expect(view.facts.at(-1)).toMatch(/[Ww]riter-1/);
    expect(view.facts.at(-1)).toContain('judge-1');
    for (const format of formats.filter(each => each !== 'json'))
      expect(
        squeeze(withoutScripts(render(summary, format))).split(squeeze(t('summary.unjudged', { count: 2 })))
          .length,
        `${format} ${t.tag}`,
      ).toBe(2);
  }
  expect(toView(tellSummary({ messages, claims: [judged, quotes], frame: { engine } })).notices).toEqual([]);
  const stalled = { engine: { ...engine, reason: 'stalled' as const } };
  expect(toView(tellSummary({ messages, claims: [judged, unjudged], frame: stalled })).notices).toHaveLength(
    2,
  );
});

test('a summary is called reviewed once a person has decided everything', () => {
  const decider = { by: { id: '7', name: 'Ann' }, at: '2026-03-09T12:00:00.000Z' };
  const unclear: ToldClaim = { ...judged, status: 'needs_clarification' };
  const open = finishReview(tellSummary({ messages, claims: [unclear] }), decider);
  const done = sure(applyDecision(open, 'c1', 'confirmed', decider));
  for (const format of formats) {
    expect(render(open, format), format).not.toMatch(/reviewed(?: by|": \{)/i);
    expect(render(done, format), format).toMatch(/reviewed(?: by|": \{)/i);
  }
});

test('of several channels those that no claim cites are named, at most two of them', () => {
  const names = ['planning', 'kitchen', 'money', 'pets', 'random', 'quiet'];
  const channels = names.map((title, index) => ({ id: `${index}`, title: `#${title}` }));
  const told: Told = {
    messages: channels
      .slice(0, 5)
      .map(channel => ({ by: 'Ann', text: `About ${channel.title}`, at: days[0] ?? '', channel })),
    claims: [{ text: 'Ann wrote about planning.', cites: [1] }],
    source: { channelIds: channels.map(({ id }) => id) },
  };
  const summary = tellSummary(told);
  const line = 'nothing selected from #kitchen, #money, +2 more';
  expect(toView(summary).facts).toContain(`N${line.slice(1)}`);
  expect(toMarkdown(summary).replaceAll('\\', '')).toContain(`N${line.slice(1)}`);
  expect(toPlain(summary)).toContain(`N${line.slice(1)}`);
  expect(JSON.stringify(toEmbedPages(summary)[0])).toContain(line);
  const stored = parseSerializedSummary(JSON.parse(JSON.stringify(serializeSummary(summary))));
  expect(stored && toView(stored).facts).toContain(`N${line.slice(1)}`);
  expect(JSON.stringify(toEmbedPages(summary, { isUnfinished: true }))).not.toContain(line);
  const all = { text: 'Ann wrote about all of them.', cites: [1, 2, 3, 4, 5] };
  expect(toView(tellSummary({ ...told, claims: [all] })).facts.join()).not.toContain('Nothing selected');
  expect(toView(tellSummary({ ...told, claims: [] })).facts.join()).not.toContain('Nothing selected');
  const source = { channelIds: ['0'] };
  expect(toView(tellSummary({ ...told, source })).facts.join()).not.toContain('Nothing selected');
});
