import { expect, test } from 'vitest';
import { toInitialChoice } from '../../../../src/core/digests/choice.ts';
import { createDrafts } from '../../../../src/io/discord/digests/drafts.ts';

function toDraft(id: string, authorId = 'a') {
  const schedule = { kind: 'daily', time: '09:00', zone: 'UTC' } as const;
  const choice = { ...toInitialChoice('1'), schedule };
  return { id, guildId: 'g', authorId, edited: null, hasChannelSelect: true, choice };
}

test('a draft is kept for 15 minutes', () => {
  let nowMs = 0;
  const drafts = createDrafts(() => nowMs);
  drafts.add(toDraft('one'));
  nowMs = 10 * 60_000;
  drafts.add(toDraft('two'));
  nowMs = 15 * 60_000 - 1;
  expect(drafts.get('one')?.id).toBe('one');
  nowMs += 1;
  expect(drafts.get('one')).toBeNull();
  expect(drafts.get('two')?.id).toBe('two');
});

test('the oldest of 501 drafts makes room', () => {
  const drafts = createDrafts(() => 0);
  for (let index = 0; index <= 500; index++) drafts.add(toDraft(`${index}`, `person ${index}`));
  expect(drafts.get('0')).toBeNull();
  expect(drafts.get('1')?.id).toBe('1');
  expect(drafts.get('500')?.id).toBe('500');
});

test('somebody who opens many takes only their own oldest away', () => {
  const drafts = createDrafts(() => 0);
  drafts.add(toDraft('other', 'b'));
  for (let index = 0; index <= 5; index++) drafts.add(toDraft(`${index}`));
  expect(drafts.get('0')).toBeNull();
  expect(drafts.get('1')?.id).toBe('1');
  expect(drafts.get('other')?.id).toBe('other');
});

test('a removed draft is gone', () => {
  const drafts = createDrafts(() => 0);
  drafts.add(toDraft('one'));
  drafts.remove('one');
  expect(drafts.get('one')).toBeNull();
});
