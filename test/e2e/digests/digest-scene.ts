import type { InteractionView } from '@footnote/playground/discord';
import { onTestFinished, vi } from 'vitest';
import type { NewDigest } from '../../../src/core/digests/run.ts';
import { createLogLines } from '../log-lines.ts';
import { createScene, type Scene, type SceneOptions, summarized, toShown } from '../scene.ts';

export const soon = { timeout: 45_000, interval: 50 };

/** Said by somebody, and worth a claim. */
export const tent = 'We decided to rent the big tent for 450 euros.';

/** In the future, because message ids only increase. */
export const monday = '2091-03-05';
export const tuesday = '2091-03-06';

export async function setUp(options: SceneOptions = {}) {
  const { log, events } = createLogLines();
  const scene = await createScene({ log, ...options });
  onTestFinished(scene.close);
  let failures = 0;
  const { world, guild } = scene;
  scene.jumpTo(`${monday}T08:00:00.000Z`);
  const news = world.addChannel(guild, { name: 'news' });
  return {
    ...scene,
    running: () => scene.running(),
    news,
    /** Waits until one more attempt at a run has failed. */
    attemptFailed: async () => {
      failures += 1;
      await vi.waitUntil(() => events().filter(each => each === 'job-failed').length >= failures, soon);
    },
  };
}

export type SetUp = Omit<Awaited<ReturnType<typeof setUp>>, 'attemptFailed'>;

/** A daily digest of the channel, posted in `news`. */
export function create(
  { running, guild, ann, channel, news }: Pick<SetUp, 'running' | 'guild' | 'ann' | 'channel' | 'news'>,
  changes: Partial<NewDigest> = {},
) {
  return running().bot.digests?.create({
    guildId: guild.id,
    creatorId: ann.id,
    locale: 'en-US',
    sources: { kind: 'channels', channelIds: [channel.id] },
    destination: { kind: 'channel', channelId: news.id },
    schedule: { kind: 'daily', time: '09:00', zone: 'UTC' },
    detail: 'standard',
    review: false,
    ...changes,
  });
}

export function say(
  scene: Pick<Scene, 'world' | 'channel' | 'bob'>,
  content: string,
  channel = scene.channel,
) {
  return scene.world.addMessage(channel, { by: scene.bob, content });
}

/** The bot's posts in a channel, oldest first. */
export function posts({ actions, ann, playground }: SetUp, channel: { readonly id: string }) {
  return actions.read(ann, channel, 100).filter(({ author }) => author.id === playground.applicationId);
}

export const toText = (post: { readonly content: string; readonly embeds: readonly object[] } | undefined) =>
  post === undefined ? '' : `${post.content}\n${JSON.stringify(post.embeds)}`;

export async function nextPost(scene: SetUp, count: number, channel = scene.news) {
  await vi.waitUntil(() => posts(scene, channel).length >= count, soon);
  return toText(posts(scene, channel)[count - 1]);
}

/** Waits until no digest runs: a run that goes on after its post would read what is said next. */
export async function idle({ running, guild }: Pick<SetUp, 'running' | 'guild'>): Promise<void> {
  await vi.waitUntil(async () => {
    const digests = (await running().bot.digests?.list(guild.id)) ?? [];
    return digests.every(({ run }) => run === null);
  }, soon);
}

export async function paused(scene: SetUp, reason: string) {
  await vi.waitUntil(async () => {
    const [digest] = (await scene.running().bot.digests?.list(scene.guild.id)) ?? [];
    return digest?.paused?.reason === reason;
  }, soon);
}

/** Opens a digest from the list. */
export async function openDigest(
  { actions, channel, ann }: Pick<Scene, 'actions' | 'channel' | 'ann'>,
  digestId: string,
  user = ann,
): Promise<InteractionView> {
  const view = await summarized(
    await actions.slash({ user, channel, command: 'digest', subcommand: 'list' }),
  );
  if (view.message === null) throw new Error('no list');
  await actions.select({ user, message: view.message, customId: 'digest-list', values: [digestId] });
  await vi.waitUntil(() => !toShown(view.message).includes('digest-list'), soon);
  return view;
}
