import { expect, test } from 'vitest';
import { toSourcesPages } from '../../../src/render/embed/panels.ts';
import { toHtml } from '../../../src/render/formats/html.ts';
import { toMarkdown } from '../../../src/render/formats/markdown.ts';
import { toPlain } from '../../../src/render/formats/plain.ts';
import { english as en } from '../../../src/render/texts.ts';
import { squeeze } from '../readings.ts';
import { type Told, tellSummary } from '../summaries.ts';

test('no page ends between who said something and what was said', () => {
  const messages = Array.from({ length: 40 }, (_, index) => ({
    by: 'Ann',
    text: `Stall ${index} ${'sells waffles and lemonade '.repeat(1 + (index % 7))}`,
    at: `2026-03-09T08:${10 + index}:00Z`,
    url: `https://chat.example/${index}`,
  }));
  const claims = messages.map(({ text }, index) => ({ text, topic: 'Stalls', cites: [index + 1] }));
  const pages = toSourcesPages(tellSummary({ messages, claims }), { t: en });
  expect(pages.length).toBeGreaterThan(2);
  for (const { embeds } of pages) {
    const words = embeds[0]?.description ?? '';
    expect(words.match(/^> /gm)?.length).toBe(words.match(/message \d+ of 40/g)?.length);
    expect(words).toMatch(/^\*\*<t:\d+:D>\*\*\n\[\[/);
  }
});

test('each day’s date is shown once, above its sources', () => {
  const say = (at: string) => ({ by: 'Ann', text: `at ${at}`, at });
  const messages = [say('2026-03-09T08:00:00Z'), say('2026-03-09T09:00:00Z'), say('2026-03-10T09:00:00Z')];
  const claims = messages.map(({ text }, index) => ({ text, cites: [index + 1] }));
  const [page] = toSourcesPages(tellSummary({ messages, claims }), { t: en });
  const words = page?.embeds[0].description ?? '';
  expect([...words.matchAll(/<t:\d+:(\w)>|\[(\d)\]/g)].map(([, style, number]) => style ?? number)).toEqual([
    'D',
    '1',
    't',
    '2',
    't',
    'D',
    '3',
    't',
  ]);
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
