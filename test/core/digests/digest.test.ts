import { expect, test } from 'vitest';
import { applyDigestInput, digestSchema, toInitialChoice } from '../../../src/core/digests/digest.ts';
import { beginRun, createDigest, endRun } from '../../../src/core/digests/run.ts';

const schedule = { kind: 'daily', time: '09:00', zone: 'UTC' } as const;
const sources = { kind: 'channels' as const, channelIds: ['1'] };
const base = { ...toInitialChoice('1'), sources, schedule, focus: 'tent' };
const at = '2026-03-02T08:00:00.000Z';
const digest = createDigest({ ...base, id: 'd', guildId: 'g', creatorId: 'a', locale: 'en-US' }, at);

const zoned = { ...base, schedule: { ...schedule, zone: 'Europe/Berlin' } };
const direct = { ...base, destination: { kind: 'dm' } } as const;
const channel = { kind: 'channel', channelId: '2' } as const;
const { focus: _, ...unfocused } = base;

test.each([
  [
    toInitialChoice('1'),
    { when: 'daily 9:00' },
    { ...toInitialChoice('1'), schedule: { ...schedule, zone: 'Asia/Tokyo' } },
  ],
  [base, { detail: 'brief' }, { ...base, detail: 'brief' }],
  [{ ...base, language: 'de' }, { language: null, focus: null }, unfocused],
  [zoned, { zone: 'America/Lima' }, { ...base, schedule: { ...schedule, zone: 'America/Lima' } }],
  [zoned, { when: 'daily 10:00' }, { ...zoned, schedule: { ...zoned.schedule, time: '10:00' } }],
  [base, { destination: channel, directMessage: true }, direct],
  [base, { directMessage: false }, base],
  [direct, { directMessage: false }, { ...base, destination: { kind: 'channel', channelId: '3' } }],
  [direct, { directMessage: false, destination: channel }, { ...base, destination: channel }],
] as const)('%j with the input %j becomes %j', (from, given, choice) => {
  const defaults = { zone: 'Asia/Tokyo', locale: 'en', channelId: '3' };
  expect(applyDigestInput(from, given, defaults)).toEqual({ ok: true, choice });
});

test.each([
  [base, { zone: 'Mars/Olympus' }, 'unknown_zone'],
  [base, { when: 'daily' }, 'no_time'],
  [toInitialChoice('1'), {}, 'no_schedule'],
] as const)('%j with the input %j is refused: %s', (from, given, reason) => {
  const defaults = { zone: 'UTC', locale: 'en', channelId: '3' };
  expect(applyDigestInput(from, given, defaults)).toEqual({ ok: false, reason });
});

test('a run that ended is the last run, and can be stored', () => {
  const ended = endRun(beginRun(digest, { id: 'r', tick: at }, at));
  expect(ended.lastRun).toEqual({ at, posted: 0 });
  expect(digestSchema.parse(ended)).toEqual(ended);
});

test('a category that version 0.2.0 stored is one of the chosen channels', () => {
  const old = { ...digest, minMessages: 1, quiet: 'line', sources: { kind: 'category', categoryId: '7' } };
  expect(digestSchema.parse(old).sources).toEqual({ kind: 'channels', channelIds: ['7'] });
});

test('who paused a digest, as older versions stored it, is forgotten', () => {
  const paused = { reason: 'by_person', at } as const;
  const old = digestSchema.parse({ ...digest, paused: { ...paused, by: '42' } });
  expect(JSON.parse(JSON.stringify(old.paused))).toEqual(paused);
});
