import type { Playground } from '@footnote/playground/discord';
import type { APIMessage } from 'discord-api-types/v10';
import { extractiveEngine } from '../../src/app/extractive.ts';
import type { Engine } from '../../src/app/ports.ts';
import { createWriting, fairClaims } from '../e2e/engines.ts';
import { createScene, fill, type Scene } from '../e2e/scene.ts';
import { until } from './until.ts';

/** Said by somebody and cited in each summary. */
export const cited = 'Parking behind the gym was allowed';

/** A server of its own for one action. */
export type Place = Pick<Scene, 'guild' | 'channel' | 'ann' | 'bob' | 'actions' | 'world'> & {
  readonly playground: Playground;
  readonly news: Scene['channel'];
  readonly digestId: string;
  readonly store: ReturnType<Scene['running']>['store'];
  /** From now on summaries wait before they are written, until they are let go. */
  readonly holdSummaries: (isHeld: boolean) => void;
  /** What everybody sees of the bot's messages, oldest first. */
  readonly posts: () => readonly APIMessage[];
};

export type ActionScene = {
  readonly createPlace: () => Promise<Place>;
  readonly close: () => Promise<void>;
};

const halfDayMs = 43_200_000;

/** One bot and its Discord, which are used for many actions, one after the other. */
export async function createActionScene(): Promise<ActionScene> {
  let held = Promise.withResolvers<void>();
  held.resolve();
  const writing = createWriting(...fairClaims);
  const engine: Engine = {
    name: 'writing',
    draft: async (request, onClaim, signal) => {
      const aborted = new Promise<never>((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
      );
      await Promise.race([held.promise, aborted]);
      const { draft } = request.detail === 'comprehensive' ? extractiveEngine : writing;
      return draft(request, onClaim, signal);
    },
  };
  const scene = await createScene({ engine, pace: { afterMs: 30, everyMs: 50 } });
  const { world, actions, playground } = scene;
  const holdSummaries = (isHeld: boolean) => {
    held.resolve();
    if (isHeld) held = Promise.withResolvers();
  };

  return {
    createPlace: async () => {
      const { store, client, bot } = scene.running();
      const ann = world.addUser({ name: 'ann', displayName: 'Ann' });
      const bob = world.addUser({ name: 'bob', displayName: 'Bob' });
      const guild = world.addGuild({ name: 'Fair', owner: ann, members: [ann, bob] });
      const channel = world.addChannel(guild, { name: 'planning' });
      const news = world.addChannel(guild, { name: 'news' });
      fill({ ...scene, channel, ann, bob });
      await until(() => client.channels.cache.has(news.id), { withinMs: 5_000 });
      const time = new Date(Date.now() + halfDayMs).toISOString().slice(11, 16);
      const digest = await bot.digests?.create({
        guildId: guild.id,
        creatorId: ann.id,
        locale: 'en-US',
        sources: { kind: 'channels', channelIds: [channel.id] },
        destination: { kind: 'channel', channelId: news.id },
        schedule: { kind: 'daily', time, zone: 'UTC' },
        detail: 'standard',
        review: false,
      });
      const isOurs = ({ author }: APIMessage) => author.id === world.bot.id;
      return {
        guild,
        channel,
        news,
        ann,
        bob,
        actions,
        world,
        playground,
        store,
        digestId: digest?.id ?? '',
        holdSummaries,
        posts: () => [channel, news].flatMap(each => actions.read(bob, each, 100).filter(isOurs)),
      };
    },
    close: scene.close,
  };
}
