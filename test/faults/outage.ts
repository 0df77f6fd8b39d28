import { createDigestProcess } from './kills/digest-process.ts';
import { until } from './until.ts';

/** When a store fails: before a run begins, or while its post is sent. */
export const outageMoments = ['before a run', 'when a run posts'] as const;
export type OutageMoment = (typeof outageMoments)[number];

export type Outage = { readonly begin: () => Promise<void> | void; readonly end: () => Promise<void> | void };

/** Longer than a failed run waits for its next attempt. */
const waitMs = 60_000;

/** Runs a digest of the real bot over an outage of its store, and tells how often it posted and what the bot logged. */
export async function runOverOutage(storeUrl: string, moment: OutageMoment, outage: Outage) {
  const discord = await createDigestProcess({ digests: 1, storeUrl });
  const { clock } = discord.playground;
  try {
    await discord.start();
    const begun: (Promise<void> | void)[] = [];
    if (moment === 'before a run') begun.push(outage.begin());
    // Before Discord answers, so that the run cannot note that it posted.
    const end = discord.playground.subscribe(() => {
      if (discord.countPosts(0)[0] === 0) return;
      end();
      if (moment === 'when a run posts') begun.push(outage.begin());
    });
    discord.makeDue(0);
    await until(() => discord.log().includes('store-unavailable'), { withinMs: 20_000 });
    await Promise.all(begun);
    await outage.end();
    // An attempt right after the outage may fail too; the next one is due a little later.
    const isOver = await until(
      async () => {
        clock.moveTo(clock.now() + waitMs);
        return discord.isOver(0);
      },
      { withinMs: 60_000, everyMs: 2_000 },
    );
    clock.moveTo(clock.now() + waitMs);
    discord.makeDue(1);
    await discord.hasRun(1);
    return { isOver, posts: [...discord.countPosts(0), ...discord.countPosts(1)], log: discord.log() };
  } finally {
    await discord.close();
  }
}
