import { describe, expect, test } from 'vitest';
import type { SummarizeRequest } from '../../src/app/engine-request.ts';
import { summarize } from '../../src/app/summarize.ts';
import { toCounts } from '../../src/core/claims/footnotes.ts';
import type { Summary } from '../../src/core/claims/summary.ts';
import type { KnownMatter } from '../../src/core/claims/topics.ts';
import { toConversation } from '../core/talk.ts';
import { createEngine, createJudge, type Told } from './judging/judge.ts';

const conversation = toConversation(
  'Ann: We decided to move the school fair to 21 March.',
  'Bob: How about we rent the big tent from last year for 450?',
  { say: 'Carol: Approved.', re: 2 },
  "Dave: I'll book the tent by Friday",
);
const request: SummarizeRequest = { detail: 'standard', zone: 'UTC', window: {} };
const never = new AbortController().signal;

const fair = { number: 1, topic: 'Fair', title: 'The fair moves to 21 March', continues: 0 };
const tent = { number: 2, topic: 'Tent', title: 'The big tent is rented', continues: 0 };
const moved = {
  matter: fair,
  kind: 'decision',
  text: 'The school fair moves to 21 March.',
  evidence: [{ position: 1, quote: 'We decided to move the school fair to 21 March.' }],
};
const rented = {
  matter: tent,
  kind: 'decision',
  text: 'The big tent is rented for 450.',
  evidence: [
    { position: 2, quote: 'rent the big tent from last year for 450' },
    { position: 3, quote: 'Approved.' },
  ],
};
const booked = {
  matter: tent,
  kind: 'action',
  text: 'Dave books the tent.',
  owner: 'Dave',
  due: 'by Friday',
  evidence: [{ position: 4, quote: "I'll book the tent by Friday" }],
};

type Given = {
  readonly claims: readonly unknown[];
  readonly again?: readonly unknown[];
  /** What the judge says of a claim or title; without it, there is no judge. */
  readonly judge?: (text: string) => Told;
  readonly isGone?: (id: string) => boolean;
  readonly memory?: readonly KnownMatter[];
};

/** A summary of these claims, and how often the judge was asked about each text. */
async function write({ claims, again = [], judge: tell, isGone, memory }: Given) {
  const judged: string[] = [];
  const { engine, asked: repaired } = createEngine(claims, again);
  const { judge } = createJudge(({ text }) => {
    judged.push(text);
    return tell ? tell(text) : 'supported';
  });
  const ports = { engine, newId: () => '1-2', ...(tell && { judge }), ...(isGone && { isGone }) };
  const summary = await summarize(conversation, { ...request, ...(memory && { memory }) }, ports, never);
  return { summary, repaired, judged };
}

const toTitles = ({ matters }: Summary) => matters?.map(({ title }) => title);

describe('the titles of matters', () => {
  test('stand over their claims, and are no claims', async () => {
    const { summary } = await write({ claims: [moved, rented, booked] });
    expect(toTitles(summary)).toEqual([fair.title, tent.title]);
    expect(summary.matters?.map(({ sources }) => sources)).toEqual([['m1'], ['m2', 'm3', 'm4']]);
    expect(summary.claims.map(({ text, matter, topic }) => [text, matter, topic])).toEqual([
      [moved.text, 1, 'Fair'],
      [rented.text, 2, 'Tent'],
      [booked.text, 2, 'Tent'],
    ]);
    expect(toCounts(summary)).toMatchObject({ sourcesFound: 3, dropped: 0, merged: 0 });
  });

  test('that an engine left empty are labels, and topics too', async () => {
    const open = { number: 3, topic: 'Still open', title: '', continues: 0 };
    const { summary } = await write({ claims: [moved, { ...booked, matter: open }] });
    expect(toTitles(summary)).toEqual([fair.title, null]);
    expect(summary.claims[1]).toMatchObject({ text: booked.text, topic: 'Still open' });
    expect(summary.matters?.map(({ topicId }) => topicId)).toEqual(['12.1', '12.3']);
  });

  test('have no room for a claim in their topic', async () => {
    const long = { ...fair, title: '', topic: 'The school fair has been cancelled by the mayor' };
    const { summary } = await write({ claims: [{ ...moved, matter: long }] });
    expect(summary.claims[0]).toMatchObject({ text: moved.text, topic: null });
  });

  test('are replaced by their topic where a number in them is in no cited message, and count for nothing', async () => {
    const wrong = { ...moved, matter: { ...fair, title: 'The fair moves to 22 March' } };
    const { summary, repaired } = await write({ claims: [wrong, rented] });
    expect(toTitles(summary)).toEqual([null, tent.title]);
    expect(summary.claims[0]).toMatchObject({ text: moved.text, topic: 'Fair' });
    expect(summary.rejected).toEqual([]);
    expect(repaired).toEqual([]);
  });

  test.each(['partly', 'not_supported', 'contradicted', null] as const)(
    'are replaced by their topic where the judge says %s, and count for nothing',
    async verdict => {
      const { summary } = await write({
        claims: [moved, rented],
        judge: text => (text === tent.title ? verdict : 'supported'),
      });
      expect(toTitles(summary)).toEqual([fair.title, null]);
      expect(toCounts(summary)).toMatchObject({ verified: 2, needsClarification: 0, dropped: 0 });
      expect(summary.rejected).toEqual([]);
    },
  );

  test('are judged again where a claim under them no longer stands', async () => {
    const { summary, judged } = await write({
      claims: [rented, booked],
      judge: text => (text === booked.text ? 'not_supported' : 'supported'),
    });
    expect(judged.filter(text => text === tent.title)).toHaveLength(2);
    expect(summary.matters).toMatchObject([{ title: tent.title, sources: ['m2', 'm3'] }]);
  });

  test('go with a message that was deleted meanwhile, and their topic goes with their last claim', async () => {
    const claims = [moved, rented, booked];
    const { summary } = await write({ claims, isGone: id => id === 'm4' });
    expect(toTitles(summary)).toEqual([fair.title, null]);
    const { summary: less } = await write({ claims, isGone: id => id === 'm1' });
    expect(toTitles(less)).toEqual([tent.title]);
    expect(JSON.stringify(less)).not.toContain('21 March');
  });
});

test('a claim that is written once more stays under its matter', async () => {
  const wrong = { ...moved, text: 'The school fair moves to 22 March.' };
  const { matter: _, ...again } = moved;
  const { summary, repaired } = await write({ claims: [wrong, rented], again: [again] });
  expect(repaired).toHaveLength(1);
  expect(toTitles(summary)).toEqual([fair.title, tent.title]);
  expect(summary.claims.map(({ text, matter }) => [text, matter])).toEqual([
    [moved.text, 1],
    [rented.text, 2],
  ]);
});

describe('a matter that goes on', () => {
  const known = ['Hall', 'Tent'].map((title, index) => ({
    topicId: `earlier.${index + 1}`,
    title,
    day: '2026-03-02',
    lines: [],
  }));
  const toTopicIds = async (continues: unknown, memory?: readonly KnownMatter[]) => {
    const claim = { ...rented, matter: { ...tent, continues } };
    const { summary } = await write({ claims: [moved, claim], ...(memory && { memory }) });
    return summary.matters?.map(({ topicId }) => topicId);
  };

  test('keeps the id of the topic whose number the writer gives', async () => {
    expect(await toTopicIds(2, known)).toEqual(['12.1', 'earlier.2']);
  });

  test.each([0, 3, -1, 1.5, '2', null])('begins a new one where the number is %j', async number => {
    expect(await toTopicIds(number, known)).toEqual(['12.1', '12.2']);
  });
});
