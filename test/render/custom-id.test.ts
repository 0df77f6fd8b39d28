import fc from 'fast-check';
import { expect, test } from 'vitest';
import { actionStatuses, decisionStatuses } from '../../src/core/decisions/entry.ts';
import {
  cutWords,
  parseCustomId,
  parseDigestId,
  parseEntryId,
  toCustomId,
  toDigestId,
  toEntryId,
} from '../../src/render/custom-id.ts';

const id = 'c56a4180-65aa-42ec-a945-5fd21dec0538';
const guildId = '9'.repeat(20);
const long = 'x'.repeat(64);
const of = <Action>(write: (action: Action) => string, action: Action) => ({ action, id: write(action) });

test.each([
  [of(toCustomId, { summaryId: long, action: 'sources', page: 1234 }), `summary:${long}:sources:1234`],
  [of(toCustomId, { summaryId: id, action: 'share' }), `summary:${id}:share`],
  [
    of(toCustomId, { summaryId: id, action: 'decide', itemId: 'r12', step: 'edit', state: 'noted' }),
    `decide:${id}:r12:edit:noted`,
  ],
  [of(toCustomId, { runId: id, action: 'again' }), `run:${id}:again`],
  [of(toCustomId, { reasonFor: id, action: 'why' }), `reason:${id}:why`],
  [of(toCustomId, { disputeIn: id, action: 'dispute' }), `summary:${id}:dispute`],
  [of(toEntryId, { kind: 'open' }), 'entries:open'],
  [of(toEntryId, { kind: 'entry', entryId: id, step: 'snooze', guildId }), `entry:${id}:snooze:${guildId}`],
  [of(toEntryId, { kind: 'entry', entryId: id, step: 'snooze' }), `entry:${id}:snooze`],
  [of(toEntryId, { kind: 'tick', guildId, summaryId: id }), `entries:tick:${guildId}:${id}`],
  [of(toDigestId, { kind: 'list' }), 'digest-list'],
  [of(toDigestId, { kind: 'draft', draftId: id, step: 'save' }), `digest-draft:${id}:save`],
  [of(toDigestId, { kind: 'digest', digestId: id, step: 'run' }), `digest:${id}:run`],
  [of(toDigestId, { kind: 'stop', digestId: id }), `digest-stop:${id}:now`],
  [of(toDigestId, { kind: 'cards', step: 'ask' }), 'digest-cards:ask'],
])('$id is read as it was written, and once', (written, expected) => {
  expect(written.id).toBe(expected);
  expect(written.id.length).toBeLessThanOrEqual(100);
  const read = [parseCustomId, parseEntryId, parseDigestId].map(parse => parse(written.id));
  expect(read.filter(Boolean)).toEqual([written.action]);
});

test.each([
  ...['', 'summary', 'summary::page:1', 'summary:a:page:0', 'summary:a:page:1 ', 'summary:a:page:1e3'],
  ...['summary:a:page:2:c1', 'summary:a:drop:1', 'summary:a:why', 'summary:a:more:1', 'digest:a:page:1'],
  ...['run:a:share', 'run:a b:stop', 'reason:a:why:1', 'decide:a:c1:none:open', `summary:x${long}:share`],
  ...['entries:x:page:1:::', 'entry:e1:explode:1', 'entries:d:page:1:::***'],
  ...['digest', `digest:${id}`, `digest:${id}:save`, `digest-draft:${id}:run`, `digest:${id}:run:more`],
])('no custom id is %j', text => {
  expect([parseCustomId, parseEntryId, parseDigestId].map(parse => parse(text))).toEqual([null, null, null]);
});

test.each(['a:b', `x${long}`, ''])('an action of %j does not fit into an id', part => {
  expect(() => toCustomId({ summaryId: part, action: 'page', page: 1 })).toThrow(RangeError);
  expect(() => toCustomId({ runId: part, action: 'again' })).toThrow(RangeError);
  expect(() => toEntryId({ kind: 'entry', entryId: part, step: 'done', guildId })).toThrow(RangeError);
  expect(() => toDigestId({ kind: 'digest', digestId: part, step: 'run' })).toThrow(RangeError);
});

test('an id holds a query of decisions and a page in 100 characters', () => {
  const query = fc
    .record({
      kind: fc.constantFrom('decision' as const, 'action' as const),
      words: fc.string({ unit: 'grapheme' }),
      personId: fc.option(fc.stringMatching(/^\d{17,20}$/)),
      status: fc.option(fc.constantFrom(...decisionStatuses, ...actionStatuses)),
      topic: fc.option(fc.uuid().map(each => `${each}.c12`)),
    })
    .map(each => ({ ...each, words: cutWords(each.words, each.topic) }));
  fc.assert(
    fc.property(query, fc.integer({ min: 1, max: 9_999 }), (asked, page) => {
      const action = { kind: 'list', step: 'export', query: asked, page } as Parameters<typeof toEntryId>[0];
      expect(toEntryId(action).length).toBeLessThanOrEqual(100);
      expect(parseEntryId(toEntryId(action))).toEqual(action);
    }),
  );
});
