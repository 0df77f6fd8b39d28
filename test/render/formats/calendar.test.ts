import { expect, test } from 'vitest';
import { hasDatedTasks, toCalendar } from '../../../src/render/formats/calendar.ts';
import { type ToldClaim, tellSummary } from '../summaries.ts';

/** A Monday. */
const at = '2026-03-09T08:00:00.000Z';
const url = 'https://discord.com/channels/1/2/3';

const tell = (...claims: Partial<ToldClaim>[]) =>
  tellSummary({
    messages: [{ by: 'Bob', text: 'I test it by Wednesday; then, we ship.', at, url }],
    claims: claims.map(claim => ({ text: 'Test it.', cites: [1], kind: 'action', owner: 'Bob', ...claim })),
  });

/** The properties of a calendar, unfolded. */
const toLines = (calendar: string) => calendar.replaceAll('\r\n ', '').split('\r\n');

test('an action item with a date is an event of that day with its sources', () => {
  const lines = toLines(toCalendar(tell({ text: 'Test it; ship, then rest \\o/.', due: 'Wednesday' })));
  expect(lines.slice(0, 3)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Footnote//Footnote//EN']);
  expect(lines).toContain('DTSTART;VALUE=DATE:20260311');
  expect(lines).toContain('SUMMARY:Bob: Test it\\; ship\\, then rest \\\\o/.');
  expect(lines).toContain(`DESCRIPTION:due Wednesday\\n[1] Bob ${url}`);
  expect(lines).toContain('UID:c1.s_7Qd2mXk4@footnote');
  expect(lines.slice(-2)).toEqual(['END:VCALENDAR', '']);
});

test('a line has at most 75 bytes, and no character is cut', () => {
  const text = 'Prüfe das Gerät 🦊 und schreibe auf, was fehlt. '.repeat(8).trim();
  const calendar = toCalendar(tell({ text, due: 'Wednesday' }));
  for (const line of calendar.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(calendar.isWellFormed()).toBe(true);
  expect(toLines(calendar)).toContain(`SUMMARY:Bob: ${text.replaceAll(',', '\\,')}`);
});

test('a named hour is an instant', () => {
  expect(toLines(toCalendar(tell({ due: 'Wednesday at 3pm' })))).toContainEqual(
    expect.stringMatching(/^DTSTART:20260311T\d{4}00Z$/),
  );
});

test('what has no date, is no task or needs clarification is not in it', () => {
  const summary = tell(
    { due: null },
    { due: 'next sprint' },
    { due: 'Wednesday', kind: 'decision' },
    { due: 'Wednesday', status: 'needs_clarification' },
  );
  expect(toCalendar(summary)).toBe('');
  expect(hasDatedTasks(summary)).toBe(false);
});
