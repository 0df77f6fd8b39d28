import { expect, test } from 'vitest';
import { applyDigestInput, toDigestChoice, toInitialChoice } from '../../../src/core/digests/choice.ts';
import { digestSchema } from '../../../src/core/digests/digest.ts';
import { beginRun, createDigest, editDigest, endRun } from '../../../src/core/digests/run.ts';

const schedule = { kind: 'daily', time: '09:00', zone: 'UTC' } as const;
const sources = { kind: 'channels' as const, channelIds: ['1'] };
const base = { ...toInitialChoice('1'), sources, schedule, focus: 'tent' };
const at = '2026-03-02T08:00:00.000Z';
const digest = createDigest({ ...base, id: 'd', guildId: 'g', creatorId: 'a', locale: 'en-US' }, at);

test('a new digest posts where it was asked for, and reads no channel yet', () => {
  expect(applyDigestInput(toInitialChoice('1'), { when: 'daily 9:00' }, 'Asia/Tokyo')).toEqual({
    ok: true,
    choice: { ...toInitialChoice('1'), schedule: { ...schedule, zone: 'Asia/Tokyo' } },
  });
});

test('what is not given stays', () => {
  expect(applyDigestInput(base, { detail: 'brief' }, 'Asia/Tokyo')).toEqual({
    ok: true,
    choice: { ...base, detail: 'brief' },
  });
});

test('language and focus can be reset', () => {
  const { focus: _, ...unfocused } = base;
  expect(applyDigestInput({ ...base, language: 'de' }, { language: null, focus: null }, 'UTC')).toEqual({
    ok: true,
    choice: unfocused,
  });
});

test('another zone moves the schedule, another schedule keeps the zone', () => {
  const zoned = { ...base, schedule: { ...schedule, zone: 'Europe/Berlin' } };
  expect(applyDigestInput(zoned, { zone: 'America/Lima' }, 'UTC')).toMatchObject({
    choice: { schedule: { time: '09:00', zone: 'America/Lima' } },
  });
  expect(applyDigestInput(zoned, { when: 'daily 10:00' }, 'UTC')).toMatchObject({
    choice: { schedule: { time: '10:00', zone: 'Europe/Berlin' } },
  });
});

test('what cannot be read is refused', () => {
  expect(applyDigestInput(base, { zone: 'Mars/Olympus' }, 'UTC')).toEqual({
    ok: false,
    reason: 'unknown_zone',
  });
  expect(applyDigestInput(base, { when: 'daily' }, 'UTC')).toEqual({ ok: false, reason: 'no_time' });
  expect(applyDigestInput(toInitialChoice('1'), {}, 'UTC').ok).toBe(false);
});

test('the choice of a digest holds nothing of its progress, so that saving it undoes none', () => {
  const running = beginRun(digest, { id: 'r', tick: at }, at);
  expect(toDigestChoice(running)).toEqual(base);
  expect(editDigest(running, toDigestChoice(digest), at).run).toEqual(running.run);
});

test('a run that ended is the last run, quiet or not', () => {
  const running = beginRun(digest, { id: 'r', tick: at }, at);
  for (const isQuiet of [true, false]) {
    const ended = endRun(running, { isQuiet });
    expect(ended.lastRun).toEqual({ at, posted: 0 });
    expect(digestSchema.parse(ended)).toEqual(ended);
  }
});

const forum = { kind: 'forum', channelId: '2' } as const;

test('options that contradict each other, or what stays, are refused', () => {
  const channel = { kind: 'channel', channelId: '2' } as const;
  const direct = { ...base, destination: { kind: 'dm' } } as const;
  const refusals = [
    [base, { destination: channel, directMessage: true }, 'two_destinations'],
    [direct, { directMessage: false }, 'no_destination'],
    [base, { destination: forum, quiet: 'line' }, 'line_in_forum'],
    [{ ...base, destination: forum }, { quiet: 'line' }, 'line_in_forum'],
  ] as const;
  for (const [from, given, reason] of refusals)
    expect(applyDigestInput(from, given, 'UTC')).toEqual({ ok: false, reason });
  expect(applyDigestInput(base, { directMessage: false }, 'UTC')).toEqual({ ok: true, choice: base });
  expect(applyDigestInput(direct, { directMessage: false, destination: channel }, 'UTC')).toMatchObject({
    choice: { destination: channel },
  });
  expect(
    applyDigestInput({ ...base, destination: forum }, { directMessage: true, quiet: 'line' }, 'UTC'),
  ).toMatchObject({ choice: { destination: { kind: 'dm' }, quiet: 'line' } });
});

test('a digest that moves to a forum posts nothing in quiet times', () => {
  expect(applyDigestInput({ ...base, quiet: 'line' }, { destination: forum }, 'UTC')).toMatchObject({
    choice: { destination: forum, quiet: 'nothing' },
  });
});
