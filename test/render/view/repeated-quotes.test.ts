import { expect, test } from 'vitest';
import { toHtml } from '../../../src/render/formats/html.ts';
import { toMarkdown } from '../../../src/render/formats/markdown.ts';
import { toPlain } from '../../../src/render/formats/plain.ts';
import { squeeze } from '../readings.ts';
import { type Told, tellSummary } from '../summaries.ts';

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
