import { expect, onTestFinished, test } from 'vitest';
import { guild, keep, openLogged, summaryOf } from './stored-summaries.ts';

/** Reaches every step of a write that goes on while a server is erased. */
const mostTicks = 400;

test('what is written while a server is erased is found again, and erased the second time', async () => {
  const { store } = await openLogged('memory://');
  onTestFinished(() => store.close());
  const writes = [
    () => store.summaries.put(keep(guild, summaryOf('s1'))),
    () => store.settings.change(guild, () => ({ dailyRuns: 3 })),
    () => store.privacy.changeAccess(guild, rules => rules),
  ];
  let unmarked = 0;
  for (const write of writes)
    for (let ticks = 0; ticks < mostTicks; ticks += 5) {
      await store.summaries.put(keep(guild, summaryOf('s0')));
      const writing = write();
      for (let tick = 0; tick < ticks; tick++) await null;
      await Promise.all([writing, store.summaries.eraseGuild(guild)]);
      const found = await store.summaries.storedGuildIds();
      unmarked += found.length - (await store.summaries.guildIds()).length;
      for (const id of found) await store.summaries.eraseGuild(id);
      expect(await store.summaries.get(guild, 's1')).toBeNull();
      expect(await store.settings.get(guild)).toEqual({});
      expect(await store.summaries.storedGuildIds()).toEqual([]);
    }
  // So the marker of the server is not enough.
  expect(unmarked).toBeGreaterThan(0);
});
