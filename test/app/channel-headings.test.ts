import { expect, test } from 'vitest';
import { summarize } from '../../src/app/summarize.ts';
import { applyMessageChanges } from '../../src/core/claims/message-changes.ts';
import type { Summary } from '../../src/core/claims/summary.ts';
import { toView } from '../../src/render/view/view.ts';
import { toConversation } from '../core/talk.ts';
import { piecesOf } from '../render/readings.ts';
import { createEngine } from './judging/judge.ts';

const channels = ['planning', 'kitchen', 'money'].map((title, index) => ({
  id: `c${index + 1}`,
  title: `#${title}`,
}));

/** Two messages in each channel, and claims about them in any order. */
async function write(channelIds: readonly string[]): Promise<Summary> {
  const { messages, ...rest } = toConversation(
    'Ann: We meet at the gym on Friday.',
    'Bob: Who cooks on Saturday?',
    'Ann: The budget is 450 euros.',
    'Bob: I will bring the banner.',
    'Ann: Let us serve soup.',
    'Bob: We decided to pay the band 90 euros.',
  );
  const placed = messages.map((message, index) => ({ ...message, channel: channels[index % 3] }));
  const claims = [
    { kind: 'decision', text: 'The band gets 90 euros.', evidence: [{ position: 6 }] },
    { kind: 'fact', text: 'The budget is 450 euros.', evidence: [{ position: 5 }] },
    { kind: 'question', text: 'Who cooks on Saturday?', evidence: [{ position: 3 }] },
    { kind: 'action', text: 'Bob will bring the banner.', owner: 'Bob', evidence: [{ position: 2 }] },
    { kind: 'fact', text: 'They meet at the gym on Friday.', evidence: [{ position: 1 }, { position: 4 }] },
  ];
  const { engine } = createEngine(claims);
  return summarize(
    { ...rest, source: { ...rest.source, channelIds }, messages: placed as typeof messages },
    { detail: 'standard', zone: 'UTC', window: {}, language: 'en' },
    { engine, newId: () => 's1' },
    new AbortController().signal,
  );
}

const toLines = (summary: Summary) =>
  toView(summary).sections.map(({ heading, items }) => [
    heading,
    ...items.map(item =>
      [
        ...piecesOf(item, 'label'),
        ...piecesOf(item, 'text'),
        ...piecesOf(item, 'note'),
        item.line.flatMap(piece => (piece.as === 'marker' ? [piece.marker.number] : [])).join(),
      ].join(' | '),
    ),
  ]);

test('a summary of several channels has a heading for each, and numbers its footnotes in that order', async () => {
  const summary = await write(['c1', 'c2', 'c3']);
  expect(toLines(summary)).toEqual([
    ['#planning', 'Bob will bring the banner. | 1', 'They meet at the gym on Friday. | #kitchen | 2,3'],
    ['#kitchen', 'Who cooks on Saturday? | 4'],
    ['#money', 'The band gets 90 euros. | 5', 'The budget is 450 euros. | 6'],
  ]);
});

test('the headings and the order stay when a message is deleted', async () => {
  const amended = applyMessageChanges(await write(['c1', 'c2', 'c3']), {
    deleted: new Set(['m4']),
    edited: new Set(),
  });
  expect(toLines(amended).map(([heading]) => heading)).toEqual(['#planning', '#kitchen', '#money']);
  const numbers = amended.claims.flatMap(({ references }) => references.map(({ footnote }) => footnote));
  expect([...new Set(numbers)]).toEqual([1, 2, 3, 4, 5]);
});
