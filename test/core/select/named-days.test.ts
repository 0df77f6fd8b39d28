import { expect, test } from 'vitest';
import { findNamedDays } from '../../../src/core/select/named-days.ts';

const now = '2026-11-28T12:00:00Z';

test.each([
  ['What did Tom announce (9 – 15 February 2026)?', '2026-02-09', '2026-02-15'],
  ['What changed between 29 December 2025 – 4 January 2026?', '2025-12-29', '2026-01-04'],
  ['When did it move, in December 2025?', '2025-12-01', '2025-12-31'],
  ['What did Tom decide on 2026-03-04?', '2026-03-04', '2026-03-04'],
  ['What did Tom say yesterday about the 5 tents?', '2026-11-27', '2026-11-27'],
  // The 28th is a Saturday. What was said is in the past.
  ['Was the release moved to Friday?', '2026-11-27', '2026-11-27'],
  ['What was decided on Monday?', '2026-11-23', '2026-11-23'],
  ['What was decided in March?', '2026-03-01', '2026-03-31'],
  ['What was decided in December?', '2025-12-01', '2025-12-31'],
  ['What was said on 24 December?', '2025-12-24', '2025-12-24'],
  // A date comes before a weekday.
  ['What was said on 3 May 2026 about Friday?', '2026-05-03', '2026-05-03'],
  ['Was wurde am 3. Mai 2026 beschlossen?', '2026-05-03', '2026-05-03'],
  ['Qu’a-t-on décidé le 3 mai 2026 ?', '2026-05-03', '2026-05-03'],
  ['¿Qué se decidió el 3 de mayo de 2026?', '2026-05-03', '2026-05-03'],
  ['2026年5月3日に何が決まりましたか？', '2026-05-03', '2026-05-03'],
])('%s', (question, from, to) => {
  expect(findNamedDays(question, now, 'UTC')).toMatchObject({
    fromMs: Date.parse(`${from}T00:00:00Z`),
    toMs: Date.parse(`${to}T23:59:59.999Z`),
  });
});

test('days are those of the zone', () => {
  expect(findNamedDays('What was said on 3 May 2026?', now, 'Asia/Tokyo')?.fromMs).toBe(
    Date.parse('2026-05-02T15:00:00Z'),
  );
});

test.each([
  'Who has the key?',
  'What are 5 of 12 tents?',
  '',
  'Does Mar rent it?',
  'Is it in the sun?',
  'On 3 May 2031?',
])('none in “%s”', question => {
  expect(findNamedDays(question, now, 'UTC')).toBeNull();
});

test('a time that is none names no days', () => {
  expect(findNamedDays('What was said on 3 May 2026?', '', 'UTC')).toBeNull();
});

test('the rest of the question is without the words for them', () => {
  expect(findNamedDays('Who paid on 3 May 2026?', now, 'UTC')?.rest.trim()).toBe('Who paid  ?');
});
