import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Contribution,
  type RecordLimits,
  type TopicRecord,
  withContribution,
  withoutContribution,
} from '../../../src/core/topics/record.ts';
import type { TopicClaim } from '../../../src/core/topics/topic-claim.ts';
import { script } from '../../e2e/six-weeks/script.ts';
import { toClaim, toContribution } from './claims.ts';

const empty: TopicRecord = { placeId: '1', contributions: [] };

function toRecord(contributions: readonly Contribution<TopicClaim>[]): TopicRecord {
  return contributions.reduce((record, each) => withContribution(record, each), empty);
}

/** The keys of the claims of each topic. */
function toGroups({ contributions }: TopicRecord): readonly (readonly string[])[] {
  const claims = contributions.flatMap(each => each.claims);
  return [...Map.groupBy(claims, ({ topicId }) => topicId).values()].map(own => own.map(({ key }) => key));
}

const subjects = [
  ['tent', 'the big tent is rented from the hardware store'],
  ['menu', 'waffles and soup are served at noon'],
  ['parking', 'cars stay behind the gym until evening'],
  ['music', 'loudspeakers were tested by the band yesterday'],
] as const;

/** Claims of a subject by one person under one label, with words that no other subject has. */
const claimOf = fc.record({ subject: fc.nat({ max: subjects.length - 1 }), hour: fc.nat({ max: 400 }) });
const summaries = fc.array(fc.array(claimOf, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 });

function toContributions(all: readonly (readonly { subject: number; hour: number }[])[]) {
  return all.map((claims, index) =>
    toContribution(
      `s${index}`,
      claims.map(({ subject, hour }, at) => {
        const [label, text] = subjects[subject] ?? ['', ''];
        const time = new Date(Date.UTC(2026, 0, 1, hour)).toISOString();
        return toClaim(`s${index}.c${at}`, `${text} ${label}${hour}`, { label, by: label, at: time });
      }),
      { createdAt: `2026-03-${10 + index}T00:00:00.000Z` },
    ),
  );
}

describe('a record of topics', () => {
  test('is the same in whatever order summaries arrive, and however often', () => {
    fc.assert(
      fc.property(
        summaries.chain(all => {
          const made = toContributions(all);
          return fc.tuple(
            fc.constant(made),
            fc.shuffledSubarray([...made, ...made], { minLength: made.length * 2 }),
          );
        }),
        ([made, shuffled]) => {
          expect(toRecord(shuffled)).toEqual(toRecord(made));
        },
      ),
    );
  });

  test('never puts two subjects that share no word into one topic', () => {
    fc.assert(
      fc.property(summaries, all => {
        const record = toRecord(toContributions(all));
        const claims = record.contributions.flatMap(each => each.claims);
        for (const own of Map.groupBy(claims, ({ topicId }) => topicId).values())
          expect(new Set(own.map(({ label }) => label)).size).toBe(1);
      }),
    );
  });

  test('keeps nothing of a summary that is removed', () => {
    fc.assert(
      fc.property(summaries, fc.nat(), (all, which) => {
        const made = toContributions(all);
        const gone = made[which % made.length];
        if (gone === undefined) return;
        const others = made.filter(each => each !== gone);
        expect(withoutContribution(toRecord(made), gone.summaryId)).toEqual(toRecord(others));
      }),
    );
  });

  test('keeps of summaries without claims only the one that read further than all others', () => {
    const at = (day: number) => `2026-03-${10 + day}T00:00:00.000Z`;
    const claims = [toClaim('a.1', 'The soup is served at noon.')];
    const all = [
      toContribution('a', claims, { end: at(2) }),
      ...[1, 2, 3, 4].map(day => toContribution(`e${day}`, [], { end: at(day), createdAt: at(5 - day) })),
    ];
    for (const each of [all, all.toReversed()])
      expect(toRecord(each).contributions.map(({ summaryId }) => summaryId)).toEqual(['e4', 'a'].sort());
    const read = toContribution('b', claims, { end: at(4), createdAt: at(9) });
    expect(toRecord([...all, read]).contributions.map(({ summaryId }) => summaryId)).toEqual(['a', 'b']);
  });

  test('joins what the engine calls the same, what cites the same message, and what is alike', () => {
    const record = toRecord([
      toContribution('a', [
        toClaim('a.1', 'We rent it for 450.', { label: 'Tent' }),
        toClaim('a.2', 'Waffles and soup are served at noon.', { label: 'Menu', by: 'Bob' }),
        toClaim('a.3', 'The storage room is locked.', { label: 'Keys', by: 'Cleo', message: 'm3' }),
      ]),
      toContribution('b', [
        toClaim('b.1', 'Bob books until Friday.', { label: 'tent', by: 'Dan' }),
        toClaim('b.2', 'Soup and waffles at noon cost five euros.', { label: 'Food', by: 'Dan' }),
        toClaim('b.3', 'Nobody has found it.', { label: 'Door', by: 'Eve', message: 'm3' }),
        toClaim('b.4', 'Cars stay behind the gym.', { label: 'Parking', by: 'Ann' }),
      ]),
    ]);
    expect(toGroups(record)).toEqual([['a.1', 'b.1'], ['a.2', 'b.2'], ['a.3', 'b.3'], ['b.4']]);
  });

  test('does not join subjects by a word that several of them have', () => {
    const claims = script.flatMap(({ claim, by, week }, index) =>
      claim ? [{ ...claim, by, week, key: `s${week}.c${index}` }] : [],
    );
    const record = toRecord(
      [...Map.groupBy(claims, ({ week }) => week)].map(([week, own]) =>
        toContribution(
          `s${week}`,
          own.map(({ key, text, topic, by }) => toClaim(key, text, { label: topic, by })),
          { createdAt: `2026-03-${10 + week}T00:00:00.000Z` },
        ),
      ),
    );
    const labels = new Map(claims.map(({ key, topic }) => [key, topic]));
    for (const own of toGroups(record)) expect(new Set(own.map(key => labels.get(key))).size).toBe(1);
  });

  test('does not join subjects by one chance word of a person who seldom writes', () => {
    const said = [
      ['Ann', 'Tent', 'The big tent is rented from the hardware store for 450 euros.'],
      ['Bob', 'Menu', 'Waffles and soup are served at noon.'],
      ['Zoe', 'Gym', 'The caretaker hands out the key of the gym on Saturday morning.'],
      ['Ann', 'Tent', 'The hardware store delivers the tent on Friday.'],
      ['Cleo', 'Parking', 'Cars stay behind the gate until evening.'],
      ['Bob', 'Menu', 'The soup is made of pumpkins from the market.'],
      ['Ann', 'Posters', 'Forty posters hang in town by Monday.'],
      ['Cleo', 'Parking', 'Two helpers with vests show the cars their places.'],
      ['Bob', 'Posters', 'The printer needs three days for the posters.'],
      ['Zoe', 'Choir', 'The choir sings the last song in a lower key than last year.'],
      ['Ann', 'Insurance', 'The insurance covers damage up to one million.'],
    ] as const;
    const record = toRecord([
      toContribution(
        'a',
        said.map(([by, , text], index) =>
          toClaim(`a.${index}`, text, { by, at: `2026-03-09T09:${10 + index}:00.000Z` }),
        ),
      ),
    ]);
    const labels = new Map(said.map(([, label], index) => [`a.${index}`, label]));
    for (const own of toGroups(record)) expect(new Set(own.map(key => labels.get(key))).size).toBe(1);
  });

  test('of two topics that are about as alike, a claim joins the one with the latest message', () => {
    const [early, late] = ['2026-03-01T09:00:00.000Z', '2026-03-08T09:00:00.000Z'];
    const toTopicOf = (soup: string, cake: string) =>
      toGroups(
        toRecord([
          toContribution('a', [
            toClaim('a.1', 'The soup costs three euros.', { label: 'Soup', at: soup }),
            toClaim('a.2', 'Our cake needs forty eggs.', { label: 'Cake', by: 'Bob', at: cake }),
            toClaim('a.3', 'Cars stay behind the gym.', { label: 'Parking', by: 'Dan' }),
          ]),
          toContribution('b', [toClaim('b.1', 'Soup and cake', { by: 'Eve' })]),
        ]),
      ).find(own => own.includes('b.1'))?.[0];
    expect(toTopicOf(early, late)).toBe('a.2');
    expect(toTopicOf(late, early)).toBe('a.1');
  });

  test('above its limits, drops claims of the topics that ended first, and never open ones before others', () => {
    const at = (day: number) => `2026-03-${10 + day}T00:00:00.000Z`;
    const full = subjects.map(([label, text], index) =>
      toContribution(`s${index}`, [
        toClaim(`s${index}.c1`, text, {
          label,
          by: label,
          at: at(index),
          kind: index === 0 ? 'action' : 'fact',
        }),
      ]),
    );
    const limit = (limits: Partial<RecordLimits>) =>
      full
        .reduce((record, each) => withContribution(record, each, { claims: 9, bytes: 1e6, ...limits }), empty)
        .contributions.map(({ summaryId }) => summaryId);
    expect(limit({ claims: 2 })).toEqual(['s0', 's3']);
    expect(limit({ claims: 1 })).toEqual(['s0']);
    expect(limit({ bytes: 1_000 })).toEqual(['s0', 's3']);
  });

  test('of a topic that is larger than the limits, keeps what is open and the latest claims', () => {
    const claims = Array.from({ length: 5 }, (_, index) =>
      toClaim(`a.${index}`, `Soup ${index}`, {
        label: 'Soup',
        at: `2026-03-0${index + 1}T00:00:00.000Z`,
        kind: index === 0 ? 'question' : 'fact',
      }),
    );
    const limits = { claims: 3, bytes: 1e6 };
    const { contributions } = withContribution(empty, toContribution('a', claims), limits);
    expect(contributions[0]?.claims.map(({ key }) => key)).toEqual(['a.0', 'a.3', 'a.4']);
  });

  test('has a bounded size after 2,000 summaries', () => {
    const limits = { claims: 300, bytes: 4 * 1024 };
    let record = empty;
    for (let index = 0; index < 2_000; index++) {
      const [label, text] = subjects[index % subjects.length] ?? ['', ''];
      const at = new Date(Date.UTC(2026, 0, 1, index)).toISOString();
      const claims = [toClaim(`s${index}.c1`, `${text} ${index}`, { label, by: `person${index % 7}`, at })];
      record = withContribution(record, toContribution(`s${index}`, claims, { createdAt: at }), limits);
    }
    const bytes = record.contributions.map(each => Buffer.byteLength(JSON.stringify(each)));
    expect(bytes.reduce((sum, each) => sum + each)).toBeLessThan(limits.bytes);
    expect(record.contributions.length).toBeGreaterThan(5);
    expect(record.contributions.at(-1)?.summaryId).toBe('s1999');
  });
});
