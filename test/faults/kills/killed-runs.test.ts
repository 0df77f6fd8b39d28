import { expect, test } from 'vitest';
import { killSummaries } from './kill-summaries.ts';

test('killed 20 times in the middle of summaries, the bot leaves nobody waiting', {
  retry: 0,
  timeout: 400_000,
}, async () => {
  const all = await Promise.all([17, 18].map(seed => killSummaries({ seed, kills: 10 })));
  for (const { kills, asked, unacknowledged, shown, interrupted, refused, ...others } of all) {
    expect(kills).toBe(10);
    expect(unacknowledged + shown + interrupted + refused).toBe(asked);
    expect(others).toMatchObject({ hanging: 0, twice: 0, lost: 0 });
    expect(others.takenOver).toBeGreaterThan(0);
    expect(shown).toBeGreaterThan(0);
  }
});
