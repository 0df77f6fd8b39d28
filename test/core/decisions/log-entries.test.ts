import { expect, test } from 'vitest';
import type { StoredSummary } from '../../../src/app/store-ports.ts';
import { applySummary } from '../../../src/core/decisions/apply-summary.ts';
import { entrySchema, toEntryStatus, toInvolved } from '../../../src/core/decisions/entry.ts';
import { toLogInput } from '../../../src/core/decisions/log-input.ts';
import { type ToldClaim, tellLines, tellSummary } from '../../render/summaries.ts';

const messages = tellLines('Ann: One', 'Bob: Two', 'Ann: Three', 'Cleo: Four');

function toInput(...claims: readonly ToldClaim[]) {
  return toLogInput({
    summary: tellSummary({ messages, claims }),
    guildId: '7',
    channelId: '42',
    createdAt: '2026-03-09T10:00:00.000Z',
  } as unknown as StoredSummary);
}

/** The log after a summary with these claims. */
function enter(...claims: readonly ToldClaim[]) {
  const input = toInput(...claims);
  let count = 0;
  return input === null ? [] : applySummary([], input, () => `e${++count}`).put;
}

test.each(['approved', 'decided', 'declined'] as const)('a decision is logged as %s', decision => {
  const [entry] = enter({ kind: 'decision', decision, text: 'They rent the tent.', cites: [1] });
  expect(entry && toEntryStatus(entry, '2026-03-09T10:00:00.000Z')).toBe(decision);
});

test('a decision names who began it, and everyone else behind it once', () => {
  const [entry] = enter({ kind: 'decision', text: 'They rent the tent.', cites: [4, 2, 3, 1] });
  expect(entry && toInvolved(entry, ({ sender }) => sender)).toEqual({
    initiator: 'Ann',
    involved: ['Bob', 'Cleo'],
  });
});

test('only verified decisions and action items are logged', () => {
  const claims = (['decision', 'action', 'proposal', 'fact'] as const).map((kind, index) => ({
    kind,
    text: `It is claim ${'x'.repeat(index + 1)}.`,
    cites: [index + 1],
  }));
  const unclear = claims.map(claim => ({ ...claim, status: 'needs_clarification' as const }));
  expect(enter(...claims).map(({ kind }) => kind)).toEqual(['decision', 'action']);
  expect(enter(...unclear)).toEqual([]);
});

test('of version 0.2.0 keeps decisions that are facts in the summary now, and forgets messages that said a task is done', () => {
  expect(toInput({ kind: 'fact', text: 'They rent it.', cites: [1] })?.isKept('c1')).toBe(true);
  const [task] = enter({ kind: 'action', text: 'Ann books it.', cites: [1] });
  const old = { ...task, proposedBy: [{ text: 'It is booked.' }], seenProposals: ['m9'] };
  expect(entrySchema.parse(old)).toEqual(task);
});

test('of older versions forgets the messages that followers were told of', () => {
  const [decision] = enter({ kind: 'decision', text: 'They rent it.', cites: [1], decision: 'approved' });
  const followed = (toldOf?: readonly string[]) => ({
    ...decision,
    followers: [{ personId: '1', locale: 'en', toldOf }],
  });
  expect(entrySchema.parse(followed(['m9']))).toEqual(followed());
});

test.each([
  ['a member', [2, 3], 'u-Bob'],
  ['a webhook', [], null],
  ['a member and a webhook', [2], null],
] as const)('a task of Bob, the name of %s, is owned by the member alone', (_, membersOwn, ownerId) => {
  const messages = tellLines('Ann: One', 'Bob: Two', 'Bob: Three').map((message, index) => {
    const isMember = message.by === 'Ann' || membersOwn.some(position => position === index + 1);
    return isMember ? message : { ...message, authorId: 'webhook:99:0123456789abcdef' };
  });
  const claims = [{ kind: 'action', text: 'Bob books the tent.', cites: [2], owner: 'Bob' }] as const;
  const summary = tellSummary({ messages, claims });
  const input = toLogInput({ summary, guildId: '7', channelId: '42', createdAt: '2026-03-09T10:00:00.000Z' });
  expect(input?.claims).toMatchObject([{ ownerId }]);
});
