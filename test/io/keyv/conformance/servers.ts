import { expect, test, vi } from 'vitest';
import type { OpenRun } from '../../../../src/app/store-ports.ts';
import { toCitedIds } from '../../../../src/core/claims/footnotes.ts';
import type { Store } from '../../../../src/io/keyv/open-store.ts';
import { tellSummary } from '../../../render/summaries.ts';
import { guild, keep, otherGuild, summaryOf } from '../stored-summaries.ts';

const openRun: OpenRun = {
  id: '1099000000000000099',
  token: 'secret',
  guildId: guild,
  channelId: '1',
  sourceId: '2',
  personId: 'ann',
  locale: 'de',
  isPrivate: false,
  request: { detail: 'brief', focus: 'tents' },
  askedAt: new Date().toISOString(),
  stage: 'working',
  ownerId: 'first',
};

/** What every store does with unfinished runs. */
export function testOpenRuns(store: () => Store): void {
  test('keeps a run until it ends or its server is erased', async () => {
    const { openRuns, summaries } = store();
    await openRuns.put(openRun);
    await openRuns.put({
      ...openRun,
      id: '2',
      guildId: otherGuild,
      answeredAs: { channelId: '1', messageId: '3' },
    });
    expect(await openRuns.get(openRun.id)).toEqual(openRun);
    expect(await openRuns.list()).toHaveLength(2);
    await summaries.eraseGuild(guild);
    expect((await openRuns.list()).map(({ id }) => id)).toEqual(['2']);
    expect(await openRuns.erasePerson('bob')).toBe(0);
    expect(await openRuns.erasePerson('ann')).toBe(1);
    expect(await openRuns.get('2')).toBeNull();
  });

  test('lets only one of several processes take over a run, once from each owner', async () => {
    const { openRuns } = store();
    const taken = await Promise.all(Array.from({ length: 8 }, () => openRuns.takeOver(openRun)));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await openRuns.takeOver(openRun)).toBe(false);
    expect(await openRuns.takeOver({ ...openRun, ownerId: 'second' })).toBe(true);
  });

  test('considers a process dead that has not reported for a while', async () => {
    const { openRuns } = store();
    expect(await openRuns.isAlive('first')).toBe(false);
    await openRuns.noteAlive('first', 300);
    expect(await openRuns.isAlive('first')).toBe(true);
    await expect.poll(() => openRuns.isAlive('first')).toBe(false);
  });

  test('keeps an interrupted run for as long as the server keeps summaries', async () => {
    const { openRuns, settings } = store();
    const askedAt = new Date(Date.now() - 3 * 86_400_000).toISOString();
    await settings.set(guild, { retentionDays: 30 });
    await openRuns.put({ ...openRun, stage: 'interrupted', askedAt });
    expect(await openRuns.list()).toHaveLength(1);
    await settings.set(guild, { retentionDays: 2 });
    expect(await openRuns.list()).toEqual([]);
    await settings.set(guild, {});
  });
}

/** What every store does with what servers want and with what is asked of a whole server. */
export function testServers(store: () => Store): void {
  test('keeps what a server has set, with its zone where zones are, until it is set anew or erased', async () => {
    const all = { minConfidence: 0.5, language: 'ja', dailyRuns: 0, retentionDays: 90 };
    expect(await store().settings.get(guild)).toEqual({});
    await store().settings.set(guild, { ...all, zone: 'Asia/Kolkata' });
    await store().settings.set(otherGuild, { dailyRuns: 7 });
    expect(await store().settings.get(guild)).toEqual({ ...all, zone: 'Asia/Kolkata' });
    expect(await store().zones.get(guild)).toBe('Asia/Kolkata');
    await store().settings.set(guild, { language: 'de' });
    expect(await store().settings.get(guild)).toEqual({ language: 'de' });
    expect(await store().zones.get(guild)).toBeNull();
    // Nothing was summarized there, and yet there is something to be erased.
    expect(await store().summaries.guildIds()).toEqual(expect.arrayContaining([guild, otherGuild]));
    expect(await store().summaries.eraseGuild(guild)).toBe(0);
    expect(await store().settings.get(guild)).toEqual({});
    expect(await store().settings.get(otherGuild)).toEqual({ dailyRuns: 7 });
    expect(await store().summaries.guildIds()).not.toContain(guild);
  });

  test('keeps all of several changes of settings and rules that are made at once', async () => {
    const { settings, privacy } = store();
    await Promise.all([
      settings.change(guild, before => ({ ...before, dailyRuns: 3 })),
      settings.change(guild, before => ({ ...before, language: 'de' })),
      settings.change(guild, before => ({ ...before, zone: 'Asia/Tokyo' })),
    ]);
    expect(await settings.get(guild)).toEqual({ dailyRuns: 3, language: 'de', zone: 'Asia/Tokyo' });
    await Promise.all(
      ['1', '2', '3'].map(id =>
        privacy.changeAccess(guild, before => ({ ...before, roleIds: [...before.roleIds, id] })),
      ),
    );
    expect([...(await privacy.access(guild)).roleIds].sort()).toEqual(['1', '2', '3']);
  });

  test('keeps the summaries of a server as long as it has set, those that there are as well', async () => {
    const hour = 3_600_000;
    const day = 24 * hour;
    const begin = Date.now();
    const at = (id: string, madeMs: number, guildId = guild) =>
      store().summaries.put({ ...keep(guildId, summaryOf(id)), createdAt: new Date(madeMs).toISOString() });
    await at('old', begin - 3 * day);
    await at('young', begin - hour);
    await at('young', begin - hour, otherGuild);
    const left = async (afterMs: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: begin + afterMs });
      const ids = await Promise.all(
        ['old', 'young'].map(async id => ((await store().summaries.get(guild, id)) ? [id] : [])),
      );
      return ids.flat();
    };
    expect(await left(0)).toEqual(['old', 'young']);
    await store().settings.set(guild, { retentionDays: 2 });
    expect(await left(0)).toEqual(['young']);
    expect(await left(2 * day - 2 * hour)).toEqual(['young']);
    // What is put again, as when it is shared, is kept no longer.
    await at('young', begin - hour);
    expect(await left(2 * day)).toEqual([]);
    vi.useFakeTimers({ toFake: ['Date'], now: begin });
    await at('young', begin - hour);
    await store().settings.set(guild, { retentionDays: 60 });
    expect(await left(59 * day)).toEqual(['young']);
    expect(await left(60 * day)).toEqual([]);
    expect(await store().summaries.get(otherGuild, 'young')).toBeNull();
  });

  test('keeps what people think of a summary as long as the summary, and counts it for the server', async () => {
    const at = new Date().toISOString();
    const ann = { personId: 'ann', isHelpful: true, at };
    const bob = { personId: 'bob', isHelpful: false, reason: 'It misses ***the tent***', at };
    for (const id of ['s1', 's2']) await store().summaries.put(keep(guild, summaryOf(id)));
    await store().feedback.put(guild, 's1', [ann, bob], at);
    await store().feedback.put(guild, 's2', [bob], at);
    await store().feedback.put(otherGuild, 's1', [ann], at);
    expect(await store().feedback.get(guild, 's1')).toEqual([ann, bob]);
    expect(await store().feedback.list(guild)).toHaveLength(3);
    await store().summaries.remove(guild, 's1');
    expect(await store().feedback.list(guild)).toEqual([bob]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 86_400_000 });
    await store().settings.set(guild, { retentionDays: 1 });
    vi.useRealTimers();
    expect(await store().feedback.list(guild)).toEqual([]);
    await store().feedback.put(guild, 's2', [bob], new Date().toISOString());
    await store().summaries.eraseGuild(guild);
    expect(await store().feedback.list(guild)).toEqual([]);
    expect(await store().feedback.list(otherGuild)).toEqual([ann]);
  });

  test('finds the summaries that cite a message, or are of a channel, and of that server alone', async () => {
    const cite = async (id: string, guildId: string | null, messages: readonly string[]) => {
      const summary = tellSummary({
        messages: messages.map(text => ({ by: 'Ann', text, at: '2026-03-09T09:00:00.000Z' })),
        claims: messages.map((text, index) => ({ text, cites: [index + 1] })),
        frame: { id },
      });
      await store().summaries.put(keep(guildId, summary));
    };
    // Messages are named by where they stand: both cite the first, one the second too.
    await Promise.all([cite('s1', guild, ['one', 'two']), cite('s2', guild, ['one'])]);
    await cite('s3', otherGuild, ['one']);
    const find = async (...ids: string[]) => [...(await store().summaries.citing(guild, ids))].sort();
    const stored = await store().summaries.get(guild, 's1');
    const [one = '', two = ''] = stored ? toCitedIds(stored.summary) : [];
    expect([await find(one), await find(two), await find(two, one)]).toEqual([
      ['s1', 's2'],
      ['s1'],
      ['s1', 's2'],
    ]);
    expect(await find('1099000000000000042')).toEqual(['s1', 's2']);
    for (const { id = '' } of stored?.summary.participants ?? [])
      expect(await find(id)).toEqual(['s1', 's2']);
    expect(stored?.summary.participants.length).toBeGreaterThan(0);
    expect([await find('nobody'), await find(), await find('*')]).toEqual([[], [], []]);
    expect(await store().summaries.citing(otherGuild, [one, two])).toEqual(['s3']);
    await store().summaries.eraseGuild(guild);
    expect(await find(one)).toEqual([]);
    expect(await store().summaries.citing(otherGuild, [one])).toEqual(['s3']);
  });

  test('knows who opted out, of many at once, until they opt in, also after a server is erased', async () => {
    const { privacy, summaries } = store();
    const many = Array.from({ length: 1_200 }, (_, index) => `opt-out-${index}`);
    expect(await privacy.optedOut(many)).toEqual(new Set());
    for (const id of ['opt-out-3', 'opt-out-1100', 'opt-out-3']) await privacy.setOptedOut(id, true);
    expect(await privacy.optedOut(many)).toEqual(new Set(['opt-out-3', 'opt-out-1100']));
    expect(await privacy.optedOut([])).toEqual(new Set());
    expect(await privacy.hasOptOuts()).toBe(true);
    await summaries.eraseGuild(guild);
    await privacy.setOptedOut('opt-out-3', false);
    expect(await privacy.optedOut(many)).toEqual(new Set(['opt-out-1100']));
    await privacy.setOptedOut('opt-out-1100', false);
  });

  test('keeps what a server lets Footnote read until it is erased', async () => {
    const { privacy, summaries } = store();
    const rules = { channels: { rule: 'only', ids: ['1'] }, roleIds: ['2', '3'] } as const;
    const open = { channels: { rule: 'all', ids: [] }, roleIds: [] };
    expect(await privacy.access(guild)).toEqual(open);
    await privacy.changeAccess(guild, () => rules);
    expect(await privacy.access(guild)).toEqual(rules);
    expect(await privacy.access(otherGuild)).toEqual(open);
    expect(await summaries.guildIds()).toContain(guild);
    await summaries.eraseGuild(guild);
    expect(await privacy.access(guild)).toEqual(open);
  });

  test('finds what somebody asked for and what they think, in every server', async () => {
    const { summaries, feedback } = store();
    const at = new Date().toISOString();
    for (const guildId of [guild, otherGuild]) await summaries.put(keep(guildId, summaryOf(`of-${guildId}`)));
    const request = { detail: 'brief', question: 'Who has the key?' } as const;
    await summaries.put({ ...keep(guild, summaryOf('s2')), requesterId: 'bob', request });
    await feedback.put(guild, 's2', [{ personId: 'ann', isHelpful: true, at }], at);
    await feedback.put(guild, `of-${guild}`, [{ personId: 'bob', isHelpful: true, at }], at);
    const asked = await summaries.askedBy('1099000000000000001');
    expect(asked).toHaveLength(2);
    expect(asked).toEqual(
      expect.arrayContaining(
        [guild, otherGuild].map(guildId => ({ guildId, summaryId: `of-${guildId}`, isAnswer: false })),
      ),
    );
    expect(await summaries.askedBy('bob')).toEqual([{ guildId: guild, summaryId: 's2', isAnswer: true }]);
    expect(await feedback.givenBy('ann')).toEqual([{ guildId: guild, summaryId: 's2' }]);
    expect(await feedback.givenBy('carol')).toEqual([]);
  });
}
