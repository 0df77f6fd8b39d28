import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  toBatches,
  toControls,
  toJudgeContext,
  toSeed,
  withControls,
} from '../../../src/app/judge-batches.ts';
import { toEvidence } from '../../../src/core/conversation/evidence.ts';
import { talk, toConversation, toVerified } from '../../core/talk.ts';

const evidence = talk(
  'Ann: The budget is 1,200 euros for the whole fair.',
  'Bob: ok',
  'Ann: We meet at the old pier on Friday.',
  'Carol: I will bring the lamp and the long cable.',
  'Cem: We have 12 chairs for the pier',
  'Tide table: low water is at 06:40 today',
  { say: 'Bob: The loudspeakers from last year still work.', re: 1 },
);
const { messages } = evidence;

describe('control claims', () => {
  test('are a true quotation and one with another number or credited to somebody else', () => {
    const faults = new Set<string>();
    const verbs = new Set<string>();
    for (let seed = 0; seed < 500; seed += 1) {
      const controls = toControls(messages, evidence, seed);
      expect(controls.map(({ isTrue }) => isTrue)).toEqual([true, false]);
      for (const { claim, isTrue } of controls) {
        const cited = messages[(claim.citations[0]?.position ?? 0) - 1];
        const [, name, verb = '', words = '?'] = /^(.+) (wrote|said|posted): “(.+)”$/.exec(claim.text) ?? [];
        const isAuthor = cited?.author.name === name;
        const isQuoted = cited?.text.includes(words) ?? false;
        expect(isAuthor && isQuoted).toBe(isTrue);
        expect(isAuthor || isQuoted).toBe(true);
        expect(messages.some(({ author }) => author.name === name)).toBe(true);
        verbs.add(verb);
        if (!isTrue) faults.add(isAuthor ? words : 'author');
      }
    }
    expect(verbs.size).toBe(3);
    expect([...faults].sort()).toEqual(['We have 13 chairs for the pier', 'author']);
  });

  test('are taken of people’s messages of some length alone', () => {
    const bot = talk(
      { say: 'Notifier: the build of this morning is ready', bot: true },
      { say: 'Ann: yes', re: 1 },
    );
    expect(toControls(bot.messages, bot, 3)).toEqual([]);
    expect(toControls([], evidence, 3)).toEqual([]);
  });

  test('credit nobody who may be the author under another nickname', () => {
    const nicks = talk(
      'bob: the budget is 1,200 euros',
      'bob_away: we meet at the old pier',
      'ann: the lamp is broken again',
    );
    for (let seed = 0; seed < 20; seed += 1) {
      const texts = toControls(nicks.messages, nicks, seed).map(({ claim, isTrue }) => [isTrue, claim.text]);
      expect(
        texts.filter(([isTrue, text]) => !isTrue && /^bob.* \w+: “(?:the budget|we meet)/.test(`${text}`)),
      ).toEqual([]);
    }
  });

  test('credit nobody with words that they wrote as well', () => {
    const echo = talk(
      'Ann: We meet at the old pier on Friday.',
      'Bob: We meet at the old pier on Friday.',
      'Cem: ok',
    );
    expect(toControls(echo.messages, echo, 1)[1]?.claim.speakers).toEqual(['Cem']);
  });

  test('stand at places that differ with the claims and are the same for the same', () => {
    const placesOf = (claims: readonly string[]) => {
      const seed = toSeed(claims);
      return withControls(claims, toControls(messages, evidence, seed), seed).map(
        ({ control }) => control !== null,
      );
    };
    const lists = Array.from({ length: 30 }, (_, n) => ['a', 'b', 'c', 'd', `claim ${n}`]);
    const places = lists.map(claims => placesOf(claims).join());
    expect(new Set(places).size).toBeGreaterThan(8);
    expect(lists.map(claims => placesOf(claims).join())).toEqual(places);
    const entries = withControls(['a', 'b'], toControls(messages, evidence, 1), 12_345);
    expect(entries.flatMap(({ claim, control }) => (control === null ? [claim] : []))).toEqual(['a', 'b']);
  });
});

const claim = (position: number) => ({ citations: [{ position, quote: null }] });
const limits = { mostBatches: 4, leastClaims: 6 };

test('a short summary takes one call, a long one at most four, and nothing takes none', () => {
  const sizes = (count: number) =>
    toBatches(
      Array.from({ length: count }, (_, index) => claim(index + 1)),
      limits,
    ).map(batch => batch.length);
  expect(sizes(0)).toEqual([]);
  expect(sizes(1)).toEqual([1]);
  expect(sizes(11)).toEqual([11]);
  expect(sizes(12)).toEqual([6, 6]);
  expect(sizes(25)).toEqual([6, 7, 6, 6]);
  expect(sizes(65)).toEqual([16, 17, 16, 16]);
});

test('claims about neighboring messages stand together, with what held before', () => {
  const change = { ...claim(30), before: claim(2) };
  const others = [9, 3, 12, 5, 20, 7, 15, 1, 11, 4, 16].map(claim);
  const [first] = toBatches([...others, change], limits);
  const toPosition = ({ citations, before }: typeof change) =>
    (before ?? { citations }).citations[0]?.position;
  expect((first as (typeof change)[] | undefined)?.map(toPosition)).toEqual([1, 2, 3, 4, 5, 7]);
});

test('every claim is in exactly one batch', () => {
  const anyClaim = fc.integer({ min: 1, max: 99 }).map(claim);
  fc.assert(
    fc.property(fc.array(anyClaim), fc.integer({ min: 1, max: 50 }), (claims, mostBatches) => {
      const batches = toBatches(claims, { mostBatches, leastClaims: 6 });
      expect(batches.length).toBeLessThanOrEqual(mostBatches);
      expect(batches.every(batch => batch.length > 0)).toBe(true);
      expect(new Set(batches.flat())).toEqual(new Set(claims));
      expect(batches.flat()).toHaveLength(claims.length);
    }),
  );
});

const { messages: said, ...rest } = toConversation(
  'Ann: The fair is on 21 March in the gym.', // 1
  'Bob: How about the blue tent?', // 2
  'Carol: lunch is ready', // 3
  'Dave: see you there', // 4
  'Emma: on my way', // 5
  { say: 'Ann: fine with me', re: 2 }, // 6
  'Dave: back again', // 7
  'Bob: The blue tent leaks, we take the red tent.', // 10, in the other channel
  { say: 'Carol: The blue tent is out, the red tent it is.', re: 6 }, // 8
  { say: 'Emma: good', re: 6 }, // 9
);
const placed = toEvidence({
  ...rest,
  messages: said.map((message, index) => ({
    ...message,
    channel: index === 7 ? { id: '2', title: '#other' } : { id: '1', title: '#talk' },
  })),
});

const toClaim = (written: object) => toVerified(placed, written);

const tent = toClaim({
  text: 'They take the blue tent.',
  kind: 'decision',
  evidence: [{ position: 6, quote: 'fine with me' }],
});
const unique = (list: readonly number[]) => [...new Set(list)].sort((a, b) => a - b);

test('a claim is shown with what its messages answer, those around them in the same place, and later ones on the same', () => {
  const { toShown, toNeeded } = toJudgeContext(placed, ['en']);
  expect(unique(toNeeded(tent))).toEqual([2, 6]);
  expect(unique(toShown(tent))).toEqual([2, 4, 5, 6, 7, 8]);
});

test('what held before a change is shown with its own surroundings', () => {
  const cited = { evidence: [{ position: 8, quote: 'the red tent it is' }] };
  const now = toClaim({ text: 'The red tent is taken now.', kind: 'fact', ...cited });
  const before = { text: 'The fair was to be in the gym.', citations: [{ position: 1, quote: null }] };
  const { toShown } = toJudgeContext(placed, ['en']);
  expect(unique(toShown({ ...now, kind: 'change', before }))).toEqual([1, 2, 6, 7, 8, 9]);
});
