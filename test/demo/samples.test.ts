import { createPlayground, type MessageOptions } from '@footnote/playground/discord';
import { expect, onTestFinished, test } from 'vitest';
import { createSampleWorld } from '../../demo/samples/sample-world.ts';

const hourMs = 3_600_000;

/** When the messages of the samples were said, by channel, if the demo starts at this time. */
async function toTimes(nowMs: number): Promise<readonly (readonly number[])[]> {
  const playground = await createPlayground();
  onTestFinished(() => playground.close());
  const { world } = playground;
  const times = new Map<string, number[]>();
  const note = (channelId: string, { atMs = Number.NaN }: MessageOptions) =>
    times.set(channelId, [...(times.get(channelId) ?? []), atMs]);
  createSampleWorld(
    {
      ...playground,
      world: {
        ...world,
        addMessage: (channel, options) => {
          const message = world.addMessage(channel, options);
          note(message.channelId, options);
          return message;
        },
        addPost: (forum, options) => {
          const post = world.addPost(forum, options);
          note(post.id, options.message);
          return post;
        },
      },
    },
    nowMs,
  );
  return [...times.values()];
}

test.each([0, 7, 10, 14, 18, 23])(
  'the samples were said in working hours before a demo at %i:30',
  async hour => {
    const nowMs = new Date(2026, 10, 24, hour, 30).getTime();
    const times = await toTimes(nowMs);
    expect(times.length).toBeGreaterThan(7);
    for (const said of times) {
      expect(Math.max(...said)).toBeLessThanOrEqual(nowMs);
      expect(Math.max(...said)).toBeGreaterThan(nowMs - 48 * hourMs);
      for (const at of said) {
        expect(new Date(at).getHours()).toBeGreaterThanOrEqual(9);
        expect(new Date(at).getHours()).toBeLessThan(18);
      }
    }
  },
);
