import type { InteractionView } from '@footnote/playground/discord';
import { expect, vi } from 'vitest';
import type { Digest } from '../../../src/core/digests/digest.ts';
import type { NewDigest } from '../../../src/core/digests/run.ts';
import { sure } from '../../sure.ts';
import { createLogLines } from '../log-lines.ts';
import { openScene, type Scene, type SceneOptions, summarized, toShown } from '../scene.ts';

export const soon = { timeout: 45_000, interval: 50 };

/** Said by somebody, and worth a claim. */
export const tent = 'We decided to rent the big tent for 450 euros.';

/** In the future, because message ids only increase. */
export const monday = '2091-03-05';
export const tuesday = '2091-03-06';
export const wednesday = '2091-03-07';

/** A scene whose next digest is due an hour later. */
export async function setUp(options: SceneOptions = {}) {
  const { log, events } = createLogLines();
  const scene = await openScene({ log, ...options });
  scene.jumpTo(`${monday}T08:00:00.000Z`);
  let failures = 0;
  return {
    ...toDigestScene(scene),
    /** Waits until one more attempt at a run has failed. */
    attemptFailed: async () => {
      failures += 1;
      await vi.waitUntil(() => events().filter(each => each === 'job-failed').length >= failures, soon);
    },
  };
}

export type DigestScene = ReturnType<typeof toDigestScene>;

/** What a scene needs for digests: a channel `news` for their posts, and what happens to them. */
export function toDigestScene<Base extends Scene>(scene: Base) {
  const { world, guild, channel, ann, bob, actions } = scene;
  const news = world.addChannel(guild, { name: 'news' });
  const list = () => scene.running().store.digests.list(guild.id);
  const posted = (place: { readonly id: string } = news) => scene.posted(place);
  const openDigest = async (digestId: string, user = ann): Promise<InteractionView> => {
    const view = await summarized(await scene.run('digest list', {}, user));
    await actions.select({ user, message: sure(view.message), customId: 'digest-list', values: [digestId] });
    await vi.waitUntil(() => !toShown(view).includes('digest-list'), soon);
    return view;
  };
  return {
    ...scene,
    news,
    /** A daily digest of the channel, posted in `news`. */
    create: async (changes: Partial<NewDigest> = {}): Promise<Digest> =>
      sure(
        await scene.running().bot.digests?.create({
          guildId: guild.id,
          creatorId: ann.id,
          locale: 'en-US',
          sources: { kind: 'channels', channelIds: [channel.id] },
          destination: { kind: 'channel', channelId: news.id },
          schedule: { kind: 'daily', time: '09:00', zone: 'UTC' },
          detail: 'standard',
          review: false,
          ...changes,
        }),
      ),
    list,
    /** Something is said by Bob. */
    say: (content: string, where = channel, by = bob) => world.addMessage(where, { by, content }),
    /** The digests are due. */
    due: (day = monday, time = '09:00') => scene.jumpTo(`${day}T${time}:00.000Z`),
    posted,
    /** The text of a post, once there are so many. */
    nextPost: async (count: number, place: { readonly id: string } = news) => {
      await vi.waitUntil(() => posted(place).length >= count, soon);
      return toText(posted(place)[count - 1]);
    },
    /** All that the creator is told in direct messages contains these words. */
    isTold: (words: string, user = ann) =>
      expect
        .poll(() => posted(world.openDirect(user)).map(toText).join('\n'), { timeout: soon.timeout })
        .toContain(words),
    /** Waits until no digest runs: a run that goes on after its post would read what is said next. */
    idle: () => vi.waitUntil(async () => (await list()).every(({ run }) => run === null), soon),
    /** Waits until the first digest has posted so often in its last run. */
    hasRun: (day?: string) =>
      vi.waitUntil(async () => {
        const [digest] = await list();
        const isLast = day === undefined || digest?.lastRunAt === `${day}T09:00:00.000Z`;
        return digest?.run === null && digest.lastRun?.posted === 1 && isLast;
      }, soon),
    paused: (reason: string) =>
      vi.waitUntil(async () => (await list()).some(({ paused }) => paused?.reason === reason), soon),
    openDigest,
    /** Chooses the channels of a preview. */
    choose: async (view: InteractionView, values: readonly { readonly id: string }[], user = ann) => {
      const customId = /digest-draft:[\w-]+:channels/.exec(toShown(view))?.[0] ?? '';
      return actions.select({ user, message: sure(view.message), customId, values });
    },
    /** The posts of a forum that are not archived. */
    listPosts: async (forum: { readonly id: string }) => {
      const { channels } = await scene.running().client.guilds.fetch(guild.id);
      const { threads } = await channels.fetchActiveThreads(false);
      return [...threads.values()].filter(({ parentId }) => parentId === forum.id);
    },
  };
}

export const toText = (post: { readonly content: string; readonly embeds: readonly object[] } | undefined) =>
  post === undefined ? '' : `${post.content}\n${JSON.stringify(post.embeds)}`;
