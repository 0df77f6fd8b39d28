import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Summary, SummaryClaim } from '../../../src/core/claims/summary/summary.ts';
import { toSourcesPages } from '../../../src/render/embed/panels.ts';
import { toHtml } from '../../../src/render/formats/html.ts';
import { toMarkdown } from '../../../src/render/formats/markdown.ts';
import { toPlain } from '../../../src/render/formats/plain.ts';
import { groupings } from '../../../src/render/formats.ts';
import { render } from '../../../src/render/render.ts';
import { english as en } from '../../../src/render/texts.ts';
import {
  type SourceGroup,
  type SourceRow,
  toGroupings,
  toSourceGroups,
} from '../../../src/render/view/sources.ts';
import { scale } from '../../scale.ts';
import { supportedSummary } from '../arbitrary.ts';
import { fullSummary } from '../full-summary.ts';
import { squeeze } from '../readings.ts';
import { type Told, tellSummary } from '../summaries.ts';

/** The messages that a claim rests on, as the summary itself has them: by their place in what was read. */
function citedBy({ footnotes }: Summary, claims: readonly SummaryClaim[]): readonly number[] {
  const positions = new Map(footnotes.map(({ number, position }) => [number, position]));
  const supports = claims.flatMap(claim => [claim, ...(claim.before ? [claim.before] : [])]);
  const cited = supports.flatMap(({ references, more }) => [
    ...references.map(({ footnote }) => positions.get(footnote) ?? 0),
    ...more.map(({ position }) => position),
  ]);
  return [...new Set(cited)].sort((a, b) => a - b);
}

/** The same of the rows of a group, every row counted. */
function shownIn({ rows, more }: SourceGroup, { coverage }: Summary): readonly number[] {
  const places = new Map(
    Array.from({ length: coverage.read }, (_, index) => [
      en('summary.position', { position: index + 1, read: coverage.read }),
      index + 1,
    ]),
  );
  return [...rows, ...more].map(({ position }) => places.get(position) ?? 0).sort((a, b) => a - b);
}

const numbersOf = (rows: readonly SourceRow[]) => rows.map(({ number }) => number);

test('each claim’s group holds what that claim rests on, each message once, and nothing else', () => {
  fc.assert(
    fc.property(supportedSummary, summary => {
      const groups = toSourceGroups(summary, en, 'claim');
      expect(groups.map(({ claimId }) => claimId)).toEqual(summary.claims.map(({ id }) => id));
      for (const [index, group] of groups.entries())
        expect(shownIn(group, summary)).toEqual(citedBy(summary, summary.claims.slice(index, index + 1)));
    }),
    { numRuns: scale(100) },
  );
});

test('each topic’s group holds what its claims rest on, each message once, and the rest stands last', () => {
  fc.assert(
    fc.property(supportedSummary, summary => {
      fc.pre(summary.topics.length > 0);
      const own = summary.topics.map(({ claimIds }) =>
        summary.claims.filter(({ id }) => claimIds.includes(id)),
      );
      const others = summary.claims.filter(({ topic }) => topic === null);
      const groups = toSourceGroups(summary, en, 'topic');
      const wanted = [...own, ...(others.length > 0 ? [others] : [])];
      expect(groups.map(group => shownIn(group, summary))).toEqual(
        wanted.map(claims => citedBy(summary, claims)),
      );
      expect(groups.at(-1)?.heading === en('summary.grouping.noTopic')).toBe(others.length > 0);
    }),
    { numRuns: scale(100) },
  );
});

test('however they are set it is the same messages under the same numbers', () => {
  fc.assert(
    fc.property(supportedSummary, summary => {
      const [flat] = toSourceGroups(summary, en, 'flat');
      for (const grouping of toGroupings(summary)) {
        const groups = toSourceGroups(summary, en, grouping);
        const all = new Set(groups.flatMap(({ rows }) => numbersOf(rows)));
        expect([...all].sort((a, b) => Number(a) - Number(b))).toEqual(numbersOf(flat?.rows ?? []));
        for (const { heading, rows, more } of groups) {
          expect(rows.every(({ number }) => number !== null)).toBe(true);
          expect(more.every(({ number }) => number === null)).toBe(true);
          if (heading !== null) {
            // A table in text lists what has a number: no heading may stand above nothing.
            expect(rows.length).toBeGreaterThan(0);
            expect(heading).toMatch(/^[^\r\n\u2028]+$/);
            expect(heading).not.toMatch(/\[\d+\]/);
          }
        }
      }
    }),
    { numRuns: scale(100) },
  );
});

test('a message that a claim only counts stands in that claim’s group under the number it has elsewhere', () => {
  const groups = toSourceGroups(fullSummary, en, 'claim');
  const [measured] = groups.filter(({ heading }) => heading?.startsWith('Carol measured 38 mA'));
  expect(numbersOf(measured?.rows ?? [])).toEqual([2, 3, 5, 6, 7]);
  expect(measured?.more).toEqual([]);
});

test('by claim, what needs clarification says so in every format, and nothing else does', () => {
  const doubted = 'Version 2.4 scans for Wi-Fi every five seconds.';
  const [group, ...others] = toSourceGroups(fullSummary, en, 'claim').filter(({ note }) => note !== null);
  expect([group?.heading, group?.note, others]).toEqual([doubted, 'needs clarification', []]);
  expect(toSourceGroups(fullSummary, en, 'topic').every(({ note }) => note === null)).toBe(true);
  const texts = {
    discord: toSourcesPages(fullSummary, { grouping: 'claim', t: en })
      .map(({ embeds }) => embeds[0].description)
      .join('\n'),
    plain: render(fullSummary, 'plain', { sources: 'claim' }),
    markdown: render(fullSummary, 'markdown', { sources: 'claim' }),
  };
  expect(texts.discord).toContain('seconds.** *(needs clarification)*\n');
  expect(texts.plain).toContain(`# ${doubted} (needs clarification)\n`);
  expect(texts.markdown).toMatch(/seconds\.\*\* \*\(needs clarification\)\*\n/);
  expect(toHtml(fullSummary)).toContain(
    `>${doubted}</a> <span class="label unclear">needs clarification</span></h3>`,
  );
});

test('there is nothing to choose with one claim, and no topics to set by where no claim names one', () => {
  const messages = [
    { by: 'Ann', text: 'It ships on Friday.', at: '2026-03-09T08:00:00Z' },
    { by: 'Bob', text: 'The tent is rented.', at: '2026-03-09T08:01:00Z' },
  ];
  const ships = { text: 'It ships on Friday.', cites: [1] };
  const tent = { text: 'The tent is rented.', cites: [2] };
  const one = tellSummary({ messages, claims: [{ ...ships, topic: 'Release' }] });
  const untitled = tellSummary({ messages, claims: [ships, tent] });
  const titled = tellSummary({ messages, claims: [ships, { ...tent, topic: 'Tent' }] });
  expect(toGroupings(one)).toEqual(['flat']);
  expect(toGroupings(untitled)).toEqual(['flat', 'claim']);
  expect(toGroupings(titled)).toEqual(['flat', 'topic', 'claim']);
  expect(toSourceGroups(untitled, en, 'topic')).toEqual(toSourceGroups(untitled, en, 'flat'));
  expect(toSourceGroups(titled, en, 'topic').map(({ heading }) => heading)).toEqual([
    'Tent',
    'Without a topic',
  ]);
});

test('no page ends between who said something and what was said', () => {
  const messages = Array.from({ length: 40 }, (_, index) => ({
    by: 'Ann',
    text: `Stall ${index} ${'sells waffles and lemonade '.repeat(1 + (index % 7))}`,
    at: `2026-03-09T08:${10 + index}:00Z`,
    url: `https://chat.example/${index}`,
  }));
  const claims = messages.map(({ text }, index) => ({ text, topic: 'Stalls', cites: [index + 1] }));
  for (const grouping of groupings) {
    const pages = toSourcesPages(tellSummary({ messages, claims }), { grouping, t: en });
    expect(pages.length).toBeGreaterThan(2);
    for (const { embeds } of pages) {
      const words = embeds[0]?.description ?? '';
      expect(words.match(/^> /gm)?.length).toBe(words.match(/message \d+ of 40/g)?.length);
    }
  }
});

test('a page has an index by topic and one by claim, and unfolds the one that is asked for', () => {
  const opened = (html: string) =>
    [...html.matchAll(/<details class="index"( open)?>\n<summary>(.*?)<\/summary>/g)].map(
      ([, open, label]) => [label, open !== undefined],
    );
  const lines = (sources: (typeof groupings)[number]) => opened(toHtml(fullSummary, { sources }));
  expect(lines('flat')).toEqual([
    ['By topic', false],
    ['By claim', false],
  ]);
  expect(lines('topic')).toEqual([
    ['By topic', true],
    ['By claim', false],
  ]);
  expect(lines('claim')).toEqual([
    ['By topic', false],
    ['By claim', true],
  ]);
  expect(opened(toHtml(fullSummary, { sources: 'claim', references: false }))).toEqual([]);
});

const at = '2026-03-09T08:00:00.000Z';
const url = 'https://chat.example/1';
const messages = [
  { by: 'Ann', text: 'Morning all! The tent is 450 euros. "Cheap", they said.', at, url },
  { by: 'Bob', text: 'ok', at, edited: true },
  ...['one', 'two', 'three'].map(text => ({ by: 'Carol', text, at })),
];
const quoted: Told = {
  messages,
  claims: [
    {
      text: "Ann: “… The tent is 450 euros. 'Cheap', they said.”",
      cites: [[1, 'The tent is 450 euros. "Cheap", they said.']],
    },
    { text: 'Bob: “ok”', cites: [[2, 'ok']] },
  ],
  frame: { engine: { name: 'extractive' } },
};
const countOf = (text: string, words: string) => squeeze(text).split(squeeze(words)).length - 1;

test('a quote that a claim shows is not printed again with its source, which keeps who, when and address', () => {
  const summary = tellSummary(quoted);
  const [plain, markdown] = [toPlain(summary), toMarkdown(summary)];
  for (const text of [plain, markdown]) {
    expect(countOf(text, 'The tent is 450 euros')).toBe(1);
    expect(text).not.toContain('Morning all');
  }
  expect(plain).toContain(
    `[1] Ann, 2026-03-09 09:00, message 1 of 5\n    ${url}\n[2] Bob, 2026-03-09 09:00, message 2 of 5, edited\n`,
  );
  expect(markdown).toContain(`| [[1]](${url}) | Ann | 2026-03-09 09:00 | message 1 of 5 |  |`);
  expect(markdown).toContain('| message 2 of 5 | *(edited)* |');
  expect(countOf(toHtml(summary), 'The tent is 450 euros')).toBeGreaterThan(1);
});

test('the column for what was said is left out of Markdown where it would be empty', () => {
  const summary = tellSummary({ ...quoted, claims: quoted.claims.slice(0, 1) });
  expect(toMarkdown(summary)).toContain('| \\# | Who | When | Position |\n| --- | --- | --- | --- |\n');
});

test('a claim in the words of a model keeps its source, unless it quotes all of it', () => {
  const told = {
    ...quoted,
    claims: [
      { text: 'Ann says “The tent is 450 euros.”', cites: [[1, 'The tent is 450 euros.']] as const },
      { text: 'Carol counts one.', cites: [[3, 'one']] as const },
      { text: 'Carol said “two”.', cites: [[4, 'two']] as const },
    ],
    frame: {},
  };
  const [, sources = ''] = toPlain(tellSummary(told)).split('\nSources\n');
  expect(sources).toContain('Morning all! The tent is 450 euros.');
  expect(sources).toContain('message 3 of 5\n    one\n');
  expect(sources).not.toContain('two');
});
