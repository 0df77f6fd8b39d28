import { expect, test } from 'vitest';
import { toInitialChoice } from '../../../../src/core/digests/digest.ts';
import { createDrafts } from '../../../../src/io/discord/digests/drafts.ts';

function toDraft(id: string, authorId: string) {
  const schedule = { kind: 'daily', time: '09:00', zone: 'UTC' } as const;
  const choice = { ...toInitialChoice('1'), schedule };
  return { id, guildId: 'g', authorId, edited: null, choice, isSaved: false };
}

test('somebody who opens many takes only their own oldest away', () => {
  const drafts = createDrafts();
  drafts.add(toDraft('other', 'b'));
  for (let index = 0; index <= 5; index++) drafts.add(toDraft(`${index}`, 'a'));
  expect(['0', '1', 'other'].map(id => drafts.all.get(id)?.id)).toEqual([undefined, '1', 'other']);
});
