import { expect, test, vi } from 'vitest';
import {
  type TopicRecord,
  withContribution,
  withJudgedTopics,
} from '../../../../../src/core/topics/record.ts';
import type { Store } from '../../../../../src/io/keyv/open-store.ts';
import { toClaim, toContribution } from '../../../../core/topics/claims.ts';
import { guild, keep, otherGuild, summaryOf } from '../../stored-summaries.ts';

const dayMs = 86_400_000;

/** Adds what a summary says about a channel, in two topics. */
function add(summaryId: string, createdAt = new Date().toISOString()) {
  const claims = ['tent', 'menu'].map(label =>
    toClaim(`${summaryId}.${label}`, `It is about the ${label}.`, { label, by: label }),
  );
  return (record: TopicRecord) => withContribution(record, toContribution(summaryId, claims, { createdAt }));
}

/** What every store does with topics. */
export function testTopics(store: () => Store): void {
  const toIds = async (guildId = guild, placeIds?: readonly string[]) =>
    (await store().topics.list(guildId, placeIds)).map(({ placeId, contributions }) => [
      placeId,
      ...contributions.map(({ summaryId }) => summaryId),
    ]);

  test('keeps the topics of each channel of a server until it is erased', async () => {
    const { topics, summaries } = store();
    const expected = add('s1', '2026-03-09T09:00:00.000Z')({ placeId: '1', contributions: [] });
    const now = add('s1');
    await Promise.all([topics.update(guild, '1', now), topics.update(guild, '1', add('s2'))]);
    await topics.update(guild, '2', add('s1'));
    await topics.update(otherGuild, '1', add('s3'));
    const [first] = await topics.list(guild, ['1']);
    const claims = first?.contributions.find(({ summaryId }) => summaryId === 's1')?.claims;
    expect(claims).toEqual(expected.contributions[0]?.claims);
    expect((await toIds()).map(each => [...each].sort())).toEqual([
      ['1', 's1', 's2'],
      ['2', 's1'],
    ]);
    expect(await toIds(guild, ['2', '3'])).toEqual([['2', 's1']]);
    expect(await summaries.guildIds()).toContain(guild);
    await summaries.eraseGuild(guild);
    expect([await toIds(), await toIds(otherGuild)]).toEqual([[], [['1', 's3']]]);
  });

  test('keeps to which topic a model assigned a claim, or that none will', async () => {
    const { topics } = store();
    await topics.update(guild, '1', add('s1'));
    const judged = new Map([
      ['s1.tent', 's1.tent'],
      ['s1.menu', null],
    ]);
    await topics.update(guild, '1', record => withJudgedTopics(record, judged));
    const [record] = await topics.list(guild, ['1']);
    const claims = record?.contributions.flatMap(each => each.claims) ?? [];
    expect(claims.map(({ key, judgedTopicId }) => [key, judgedTopicId])).toEqual([...judged]);
  });

  test('forgets what a summary said about topics with the summary, in every channel', async () => {
    const { topics, summaries } = store();
    await summaries.put(keep(guild, summaryOf('s1')));
    for (const place of ['1', '2']) await topics.update(guild, place, add('s1'));
    await topics.update(guild, '2', add('s2'));
    await summaries.remove(guild, 's1');
    expect(await toIds()).toEqual([['2', 's2']]);
    await topics.update(guild, '2', record => ({ ...record, contributions: [] }));
    expect(await toIds()).toEqual([]);
  });

  test('keeps each part of a topic as long as the server keeps summaries', async () => {
    const { topics, settings } = store();
    const begin = Date.now();
    await topics.update(guild, '1', add('old', new Date(begin - 3 * dayMs).toISOString()));
    await topics.update(guild, '1', add('young', new Date(begin).toISOString()));
    await topics.update(guild, '1', add('gone', new Date(begin - 40 * dayMs).toISOString()));
    expect(await toIds()).toEqual([['1', 'old', 'young']]);
    await settings.set(guild, { retentionDays: 2 });
    expect(await toIds()).toEqual([['1', 'young']]);
    vi.useFakeTimers({ toFake: ['Date'], now: begin + 2 * dayMs });
    expect(await toIds()).toEqual([]);
    vi.useRealTimers();
    await settings.set(guild, {});
  });
}
