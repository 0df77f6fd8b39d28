import { expect, test } from 'vitest';
import { toSourcesPages } from '../../../src/render/embed/panels.ts';
import { toHtml } from '../../../src/render/formats/html.ts';
import { toMarkdown } from '../../../src/render/formats/markdown.ts';
import { toPlain } from '../../../src/render/formats/plain.ts';
import { english as en } from '../../../src/render/texts.ts';
import { squeeze } from '../readings.ts';
import { tellMatters, tellSummary } from '../summaries.ts';

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

test('a channel is named once, above its sources, and beside those of a matter of several channels', () => {
  const say = (place: string) => ({
    ...{ by: 'Ann', text: `in ${place}`, at: '2026-03-09T08:00:00Z' },
    channel: { id: place, title: `#${place}` },
  });
  const messages = ['fair', 'fair', 'gym', 'fair', 'gym'].map(say);
  const claims = [
    { text: 'A.', cites: [1], topic: 'Tent', matter: 1 },
    { text: 'B.', cites: [2], topic: 'Tent', matter: 1 },
    { text: 'C.', cites: [1, 3], topic: 'Hall', matter: 2 },
    { text: 'D.', cites: [4], topic: 'Hall', matter: 2 },
  ];
  // This title ends as a heading that names its channel does.
  const frame = { matters: tellMatters('Tent', 'Hall next to #fair') };
  const source = { title: 'Fair', channelIds: ['fair', 'gym'] };
  const [page] = toSourcesPages(tellSummary({ messages, claims, source, frame }), { t: en });
  const words = (page?.embeds[0].description ?? '').replaceAll('\\', '');
  expect(words.match(/\*\*(?:Tent|Hall).*|· #\w+$/gm)).toEqual([
    '**Tent · #fair**',
    '**Hall next to #fair**',
    '· #fair',
    '· #gym',
  ]);
});

test.each([
  ['extractive', 1],
  ['claude', 2],
] as const)(
  'the quotes of %s are printed %i times: those of Highlights not again with their sources',
  (name, times) => {
    const url = 'https://chat.example/1';
    const at = '2026-03-09T08:00:00.000Z';
    const summary = tellSummary({
      messages: [
        { by: 'Ann', text: 'The tent is 450 euros.', at, url },
        { by: 'Bob', text: 'ok', at, edited: true },
      ],
      claims: [
        { text: 'Ann: “The tent is 450 euros.”', cites: [[1, 'The tent is 450 euros.']] },
        { text: 'Bob: “ok”', cites: [[2, 'ok']] },
      ],
      frame: { engine: { name } },
    });
    const [plain, markdown] = [toPlain(summary), toMarkdown(summary)];
    for (const text of [plain, markdown])
      expect(squeeze(text).split(squeeze('The tent is 450 euros'))).toHaveLength(times + 1);
    expect(plain).toMatch(
      /\[1\] Ann, 2026-03-09 09:00, message 1 of 2\n(?: {4}The .*\n)? {4}https:.*\n\[2\] Bob, .*, edited\n/,
    );
    expect(markdown).toContain(`| [[1]](${url}) | Ann | 2026-03-09 09:00 | message 1 of 2 |`);
    expect(toHtml(summary).match(/The tent is 450 euros/g)?.length).toBeGreaterThan(1);
  },
);
