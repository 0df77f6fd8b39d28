import { expect, test } from 'vitest';
import { toMondayMs } from '../../../src/page/browser/messages/clock-times.ts';

test('the next Monday at nine is ahead by a week at most, also from Monday at nine itself', () => {
  const start = new Date(2026, 2, 1, 9).getTime();
  for (let hours = 0; hours < 24 * 40; hours += 1) {
    const nowMs = start + hours * 3_600_000;
    const monday = new Date(toMondayMs(nowMs));
    expect([monday.getDay(), monday.getHours(), monday.getMinutes()]).toEqual([1, 9, 0]);
    expect(monday.getTime()).toBeGreaterThan(nowMs);
    // An hour more where the clocks are set back in between.
    expect(monday.getTime() - nowMs).toBeLessThanOrEqual((7 * 24 + 1) * 3_600_000);
  }
});
