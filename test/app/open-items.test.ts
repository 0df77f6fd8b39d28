import { expect, test } from 'vitest';
import { extractiveEngine } from '../../src/app/extractive.ts';
import type { Engine } from '../../src/app/ports.ts';
import { summarize } from '../../src/app/summarize.ts';
import { type OpenItem, toOpenItems } from '../../src/core/claims/open-items.ts';
import type { Summary } from '../../src/core/claims/summary/summary.ts';
import type { Conversation, Message } from '../../src/core/conversation/message.ts';
import { toDocument } from '../../src/render/json/json.ts';
import { toPlain } from '../../src/render/plain/plain.ts';
import { type Line, toConversation } from '../core/talk.ts';

const signal = new AbortController().signal;

/** An engine that writes these claims, as a model would. */
function writer(...claims: readonly object[]): Engine {
  return {
    name: 'claude',
    draft: async (_, onClaim) => {
      for (const claim of claims) onClaim(claim);
      return { engine: { name: 'claude' }, usage: null, failure: null };
    },
  };
}

const request = { detail: 'standard', zone: 'UTC', window: {}, language: 'en' } as const;

function write(conversation: Conversation, engine: Engine, open: readonly OpenItem[] = []): Promise<Summary> {
  return summarize(conversation, { ...request, open }, { engine, newId: () => 's1' }, signal);
}

const monday = toConversation(
  'Ann: Who books the hall for the fair?',
  'Bob: I will order 40 chairs by Thursday.',
);
const question = { kind: 'question', text: 'Who books the hall for the fair?', evidence: [{ position: 1 }] };
const action = {
  kind: 'action',
  text: 'Bob will order 40 chairs.',
  owner: 'Bob',
  due: 'by Thursday',
  evidence: [{ position: 2 }],
};

/** The lines of the next day, after the messages behind Monday's open items. */
function tuesday(...lines: readonly Line[]): Conversation {
  const { messages, ...rest } = toConversation(...lines);
  const later = messages.map((message): Message => {
    const time = new Date(Date.parse(message.time) + 86_400_000).toISOString();
    return { ...message, id: `t${message.id}`, time };
  });
  const earlier = monday.messages.map(message => ({ ...message, earlier: true as const }));
  return { ...rest, messages: [...earlier, ...later] };
}

async function openOnMonday() {
  return toOpenItems(await write(monday, writer(question, action)));
}

test('open items are carried over with their sources, and say since when they are open', async () => {
  const summary = await write(tuesday('Ann: The flyers are printed.'), writer(), await openOnMonday());
  expect(summary.claims.map(({ kind, text }) => [kind, text])).toEqual([
    ['action', 'Bob will order 40 chairs.'],
    ['question', 'Who books the hall for the fair?'],
  ]);
  expect(summary.coverage).toMatchObject({ read: 1, available: 1, cited: 2 });
  expect(toPlain(summary)).toContain('from an earlier summary');
  expect(summary.timeRange?.start).toBe('2026-03-10T09:00:00.000Z');
  expect(summary.participants).toMatchObject([{ name: 'Ann', messageCount: 1 }]);
  expect(toOpenItems(summary).map(({ openSince }) => openSince.slice(0, 10))).toEqual([
    '2026-03-09',
    '2026-03-09',
  ]);
  const longer = { ...tuesday('Ann: The flyers are printed.', 'Bob: Nice.', 'Ann: All 400.', 'Bob: Great.') };
  const text = toPlain(await write(longer, writer(), await openOnMonday()));
  expect(text).toContain('open since Monday');
});

test('an answered question is shown once as resolved, with the answer and the question as sources', async () => {
  const resolved = {
    kind: 'resolved',
    text: 'Carol booked the hall.',
    evidence: [{ position: 3, quote: 'I booked the hall' }],
    before: { text: question.text, evidence: [{ position: 1 }] },
  };
  const answered = tuesday('Carol: I booked the hall this morning.');
  const summary = await write(answered, writer(resolved), await openOnMonday());
  const claim = summary.claims.find(({ kind }) => kind === 'resolved');
  expect(claim).toMatchObject({ text: 'Carol booked the hall.', before: { text: question.text } });
  const sources = summary.footnotes.map(({ messageId }) => messageId);
  expect(sources).toEqual(expect.arrayContaining(['m1', 'm2', 'tm1']));
  expect(toPlain(summary)).toMatch(
    /Carol booked the hall\. \[\d\] \(.*\) — open since Monday: Who books the hall/,
  );
  expect(toPlain(summary)).toContain('message 1 of 1');
  expect(toDocument(summary).resolved).toMatchObject([{ open_since: '2026-03-09T09:00:00.000Z' }]);
  expect(toOpenItems(summary).map(({ kind }) => kind)).toEqual(['action']);
});

test('a resolved claim that names no item, or cites no new message, closes nothing', async () => {
  const open = await openOnMonday();
  const stray = {
    kind: 'resolved',
    text: 'The flyers are printed.',
    evidence: [{ position: 3 }],
    before: { text: '', evidence: [] },
  };
  const old = { kind: 'resolved', text: 'Bob ordered chairs.', evidence: [{ position: 2 }] };
  const summary = await write(tuesday('Ann: The flyers are printed.'), writer(stray, old), open);
  expect(summary.claims.map(({ kind }) => kind)).toEqual(['action', 'question', 'key_point']);
  expect(summary.counts).toMatchObject({ dropped: 0, merged: 1 });
});

test('a question that is asked again replaces the item and keeps its date', async () => {
  const again = {
    kind: 'question',
    text: 'Ann asks again who books the hall.',
    evidence: [{ position: 1 }, { position: 3 }],
  };
  const summary = await write(
    tuesday('Ann: So who books the hall now?'),
    writer(again),
    await openOnMonday(),
  );
  expect(summary.claims.map(({ text, openSince }) => [text, openSince?.slice(0, 10)])).toEqual([
    ['Bob will order 40 chairs.', '2026-03-09'],
    ['Ann asks again who books the hall.', '2026-03-09'],
  ]);
});

test('a claim that cites only messages summarized before is left out', async () => {
  const repeated = { kind: 'fact', text: 'Bob orders 40 chairs.', evidence: [{ position: 2 }] };
  const summary = await write(tuesday('Ann: Hello.'), writer(repeated), await openOnMonday());
  expect(summary.claims.map(({ kind }) => kind)).toEqual(['action', 'question']);
  expect(summary.rejected.map(({ text }) => text)).toEqual(['Bob orders 40 chairs.']);
});

test('an item is not carried over if its message is gone or no longer says it', async () => {
  const open = await openOnMonday();
  const { messages, ...rest } = tuesday('Ann: Hello.');
  const changed = messages
    .filter(({ id }) => id !== 'm1')
    .map(message =>
      message.id === 'm2' ? { ...message, text: 'I will order 60 chairs by Friday.' } : message,
    );
  const summary = await write({ ...rest, messages: changed }, writer(), open);
  expect(summary.claims).toEqual([]);
  expect(summary.rejected.map(({ text }) => text)).toEqual(['Bob will order 40 chairs.']);
});

test('a summary of selected quotes carries over open items of a model, and adds none', async () => {
  const asked = tuesday('Ann: Who brings the coffee machine on Saturday?', 'Bob: I will bring the cups.');
  const quotes = await write(asked, extractiveEngine, await openOnMonday());
  const news = quotes.claims.filter(({ openSince }) => openSince === undefined);
  expect(news.length).toBeGreaterThan(0);
  expect(toOpenItems(quotes).map(({ text }) => text)).toEqual([action.text, question.text]);
});

test('of many open items the 50 newest are carried over, and the others are counted', async () => {
  const open = (await openOnMonday()).flatMap(item =>
    Array.from({ length: 30 }, (_, index) => ({
      ...item,
      text: `${item.text} ${'Really. '.repeat(index)}`.trim(),
    })),
  );
  const summary = await write(tuesday('Ann: The flyers are printed.'), writer(), open);
  expect(summary.claims).toHaveLength(50);
  expect(summary.counts).toMatchObject({ dropped: 10 });
  expect(toPlain(summary)).toContain('50 newer questions and action items are still open');
});
