import { expect, test } from 'vitest';
import { closedRules, evaluateRules, openRules } from '../../src/core/access-rules.ts';

const channel = { id: 'c', categoryId: 'k' };
const person = { roleIds: ['r'], isManager: false };
const manager = { roleIds: [], isManager: true };

test.each([
  ['all', [], null],
  ['all', ['c'], null],
  ['never', [], null],
  ['never', ['gone'], null],
  ['never', ['c'], 'channel_excluded'],
  ['never', ['k'], 'channel_excluded'],
  ['only', [], 'channel_excluded'],
  ['only', ['gone'], 'channel_excluded'],
  ['only', ['c'], null],
  ['only', ['gone', 'k'], null],
] as const)('%s %j: %s, also for who manages the server', (rule, ids, expected) => {
  const rules = { channels: { rule, ids }, roleIds: [] };
  for (const each of [person, manager]) expect(evaluateRules(rules, channel, each)).toBe(expected);
  expect(evaluateRules(rules, { id: 'other', categoryId: null }, person)).toBe(
    rule === 'only' ? 'channel_excluded' : null,
  );
});

test('without a role that is listed, only who manages the server may use it', () => {
  const of = (...roleIds: string[]) => ({ ...openRules, roleIds });
  expect(evaluateRules(of(), channel, person)).toBeNull();
  expect(evaluateRules(of('r', 'gone'), channel, person)).toBeNull();
  expect(evaluateRules(of('gone'), channel, person)).toBe('role_needed');
  expect(evaluateRules(of('gone'), channel, manager)).toBeNull();
  // Who is no member of the server may use nothing of it.
  expect(evaluateRules(of(), channel, null)).toBe('role_needed');
});

test('what cannot be read allows nothing', () => {
  for (const each of [person, manager]) expect(evaluateRules(closedRules, channel, each)).not.toBeNull();
});
