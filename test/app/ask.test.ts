import { describe, expect, test } from 'vitest';
import type { SummarizeRequest } from '../../src/app/engine-request.ts';
import { extractiveEngine } from '../../src/app/extractive.ts';
import type { Engine } from '../../src/app/ports.ts';
import { summarize } from '../../src/app/summarize.ts';
import { english } from '../../src/render/texts.ts';
import { toSources } from '../../src/render/view/sources.ts';
import { type Line, toConversation } from '../core/talk.ts';
import { callUsage, createEngine } from './judging/judge.ts';

const lines: readonly Line[] = [
  'Ann: The school fair is on 21 March and the budget is 1,200 euros.',
  'Bob: How about we rent the big tent from last year for 450?',
  { say: 'Carol: Approved.', re: 2 },
  "Dave: I'll book the tent by Friday",
  'Emma: Does anybody have the key to the storage room?',
];
const request: SummarizeRequest = {
  detail: 'brief',
  zone: 'UTC',
  window: {},
  question: 'Is the big tent rented?',
};
const never = new AbortController().signal;
const newId = () => 's1';
const ask = (ports: object, own: object = {}, said = lines) =>
  summarize(
    toConversation(...said),
    { ...request, ...own },
    { engine: extractiveEngine, newId, ...ports },
    never,
  );

/** Talk about nothing that anybody asks for, of more tokens than are read for one question. */
const chatter = Array.from(
  { length: 1_500 },
  (_, index): Line => `Zoe: Number ${index} in the long list of birds that I saw at the lake this week`,
);

describe('a question', () => {
  test('is answered in claims about messages, which no later summary goes on with', async () => {
    const claim = {
      text: 'Carol approved renting the tent.',
      kind: 'decision',
      evidence: [{ position: 3, quote: 'Approved.' }],
      matter: { number: 1, topic: 'Tent', title: '', continues: 0 },
    };
    const { engine, drafted } = createEngine([claim]);
    const memory = [{ topicId: 's0.1', title: 'Tent', day: '2026-03-01', lines: [] }];
    const summary = await ask({ engine }, { memory });
    expect(drafted[0]).toMatchObject({ question: request.question });
    expect(drafted[0]).not.toHaveProperty('memory');
    expect(summary.question).toBe(request.question);
    expect(summary.claims.map(({ text }) => text)).toEqual([claim.text]);
    expect(summary.matters).toEqual([{ title: null, sources: [], topicId: null }]);
  });

  test('whose engine failed is not called unanswered', async () => {
    const { engine } = createEngine([], [], 'overloaded');
    expect((await ask({ engine, fallback: extractiveEngine })).engine.reason).toBe('overloaded');
  });

  test('gets quotes with others left out between them as quotes', async () => {
    const said = lines.toSpliced(3, 0, { say: 'Ann: From whom?', re: 3 }, { say: 'Bob: The Smiths.', re: 4 });
    const { claims } = await ask({}, {}, said);
    expect(claims[0]).toMatchObject({ text: expect.stringContaining('450?” … → Ann:'), status: 'verified' });
  });

  test('about much talk is answered from the messages that have to do with it, and the others are counted', async () => {
    const { engine, drafted } = createEngine([]);
    const conversation = [
      ...chatter.slice(0, 700),
      ...lines.slice(0, 2),
      { say: 'Carol: Approved.', re: 702 },
      ...chatter.slice(700),
    ];
    const { coverage } = await ask({ engine }, {}, conversation);
    const read = drafted[0]?.evidence.messages ?? [];
    expect(read.map(({ author, text }) => `${author.name}: ${text}`)).toEqual(
      expect.arrayContaining([lines[1], 'Carol: Approved.']),
    );
    expect(read.map(({ position }) => position)).toEqual(read.map((_, index) => index + 1));
    expect(coverage.available).toBe(1_503);
    // Readers see the numbers of the whole conversation.
    const summary = await ask({ engine: extractiveEngine }, {}, conversation);
    const [source] = toSources(summary, english);
    expect([summary.footnotes[0]?.messageId, source?.position]).toEqual(['m702', 'message 702 of 1,503']);
    expect(coverage.omitted).toEqual([{ reason: 'off_topic', count: 1_503 - read.length }]);
    expect(read.length).toBeLessThan(1_503);
  });

  test('that goes on with an answer keeps its messages and words, as far as all of its messages are there', async () => {
    const { engine, drafted } = createEngine([]);
    const conversation = [...chatter.slice(0, 700), ...lines, ...chatter.slice(700)];
    const claims = [
      { text: 'Bob books the tent.', messageIds: ['m704'] },
      { text: 'Zoe saw birds and a heron.', messageIds: ['m10', 'm-gone'] },
      { text: 'Number 20 is a bird.', messageIds: ['m21'] },
    ];
    const earlier = { question: 'Who books the tent?', claims };
    await ask({ engine }, { question: 'And the deposit?', earlier }, conversation);
    expect(drafted[0]?.earlier).toEqual({
      question: 'Who books the tent?',
      lines: ['Bob books the tent.', 'Number 20 is a bird.'],
    });
    const read = drafted[0]?.evidence.messages.map(({ id }) => id) ?? [];
    expect(read).toEqual(expect.arrayContaining(['m21', 'm704']));
    expect(read.length).toBeLessThan(1_505);
    await ask(
      { engine },
      { question: 'And who?', earlier: { question: 'Who?', claims: claims.slice(1, 2) } },
    );
    expect(drafted[1]).not.toHaveProperty('earlier');
  });

  test('in another language than the talk is worded in that of the talk, at its expense, and no other is', async () => {
    const asked: object[] = [];
    const usage = { inputTokens: 7, cachedTokens: 0, outputTokens: 1, costUsd: 0.5, durationMs: 1 };
    const { engine, drafted } = createEngine([]);
    const rewording: Engine = {
      ...engine,
      reword: async ({ question, languages }) => {
        asked.push({ question, languages });
        return { wordings: ['big tent rented'], usage };
      },
    };
    const talk = [...chatter.slice(0, 700), ...lines, ...chatter.slice(700)];
    const foreign = 'Haben wir das große Zelt nun gemietet oder nicht?';
    const summary = await ask({ engine: rewording }, { question: foreign }, talk);
    expect(asked).toEqual([{ question: foreign, languages: ['en'] }]);
    expect(drafted[0]?.evidence.messages.map(({ text }) => text).join()).toContain('rent the big tent');
    expect(summary.usage?.inputTokens).toBe(7 + callUsage.inputTokens);
    await ask({ engine: rewording }, { question: 'Have we rented the big tent by now or not?' }, talk);
    await ask({ engine: rewording }, { question: foreign });
    expect(asked).toHaveLength(1);
  });

  test('is answered beside a message that is longer than what is read', async () => {
    const { engine, drafted } = createEngine([]);
    const log = `Zoe: ${'The tent list says that this line is about a big tent. '.repeat(1_500)}`;
    await ask({ engine }, {}, [log, ...lines]);
    expect(drafted[0]?.evidence.messages.map(({ author }) => author.name)).toEqual(
      expect.arrayContaining(['Bob', 'Carol']),
    );
    expect(drafted[0]?.evidence.messages.map(({ author }) => author.name)).not.toContain('Zoe');
  });
});
