import { PermissionFlagsBits as Flags, MessageFlags } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { sure } from '../../sure.ts';
import { openClaudeScene } from '../claude-scene.ts';
import {
  fill,
  type Options,
  openScene,
  readReply,
  type Scene,
  type SceneOptions,
  summarized,
  toLabels,
  toShown,
} from '../scene.ts';
import { monday, soon, tent, toDigestScene, toText, tuesday } from './digest-scene.ts';

/** Monday morning. What is said now is a part of the last week. */
async function open(options: SceneOptions = {}, given?: Scene) {
  const scene = toDigestScene(given ?? (await openScene(options)));
  scene.jumpTo(`${monday}T08:00:00.000Z`);
  const { channel, news, ann } = scene;
  return {
    ...scene,
    /** The settings of a digest of two channels, once they are chosen. */
    draft: async (options: Options = {}) => {
      const view = await summarized(
        await scene.run('digest set', { when: 'daily 09:00', post_in: news, ...options }, ann),
      );
      expect(toLabels(view).at(-1)).toEqual(['Preview the last week', 'Create', 'Cancel']);
      await expect(scene.press(view, 'Preview the last week')).rejects.toThrow('greyed out');
      await scene.choose(view, [channel, news]);
      await expect.poll(() => view.message?.content).toContain('one of your summaries');
      return view;
    },
  };
}

const preview = 'Preview the last week';

test('shows the last week as the digest posts it, to the person alone', async () => {
  const scene = await open();
  fill(scene, Date.parse(`${monday}T07:00:00.000Z`));
  const view = await scene.draft();
  const shown = await summarized(await scene.press(view, preview));
  expect(sure(shown.message).flags).toBe(MessageFlags.Ephemeral);
  expect(shown.message?.content).toContain('**Digest** · every day at 09:00 (UTC) · next: <t:');
  expect(shown.message?.content).toContain('-# Preview of the last week, for you alone.');
  expect(scene.posted()).toEqual([]);
  expect(await scene.list()).toEqual([]);
  const before = shown.message?.embeds;
  await scene.press(view, 'Create');
  await expect.poll(() => view.message?.content).toMatch(/^Digest created/);
  expect(toLabels(view)).toEqual([]);
  scene.due();
  await scene.nextPost(1);
  expect(toEmbeds(scene.posted()[0]?.embeds)).toBe(toEmbeds(before));
  expect(toEmbeds(before)).toContain('nothing selected from #news');
});

function toEmbeds(
  embeds: readonly { description?: string; title?: string; footer?: { text: string } }[] | undefined,
): string {
  return JSON.stringify(
    embeds?.map(({ title, description, footer }) => ({ title, description, footer: footer?.text })),
  );
}

test('says that there is nothing to show if nobody wrote anything for a week', async () => {
  const scene = await open();
  scene.say(tent);
  scene.jumpTo('2091-03-14T08:00:00.000Z');
  const view = await scene.draft();
  const said = await readReply(scene.press(view, preview));
  expect(said).toContain('There are no messages in `#planning · #news` since <t:');
  expect(said).toContain('The digest would have posted nothing.');
  // The choices can still be saved.
  await scene.press(view, 'Create');
  await expect.poll(scene.list).toHaveLength(1);
});

test('counts as a summary, and is for the person who sets the digest up alone', async () => {
  const scene = await open({ dailyLimit: 1 });
  scene.say(tent);
  const view = await scene.draft();
  expect(toShown(await summarized(await scene.press(view, preview)))).toContain('big tent');
  expect(await readReply(scene.press(view, preview))).toContain('today’s summary');
  const { world, channel, bob, running } = scene;
  const place = sure(await running().client.channels.fetch(channel.id));
  if (!place.isSendable()) throw new Error('no channel to post in');
  const copy = await place.send({ content: 'copy', components: (view.message?.components ?? []) as never });
  expect(world.history(channel).at(-1)?.id).toBe(copy.id);
  const other = scene.press({ id: copy.id, channel_id: channel.id }, preview, bob);
  expect(await readReply(other)).toBe('Nur wer diese Vorschau angefordert hat, kann sie benutzen.');
});

test('is under the daily cap of the person who sets the digest up', async () => {
  const given = await openClaudeScene();
  const scene = await open({}, given);
  scene.say(tent);
  await scene.set({ member_usd: 0.0001 });
  const view = await scene.draft();
  const before = given.countCalls();
  const shown = await summarized(await scene.press(view, preview));
  expect(toShown(shown)).toContain('A spending cap is reached. Here are selected quotes');
  expect(given.countCalls()).toBe(before);
});

test('reads nothing that the person cannot read, even if the digest of somebody else does', async () => {
  const scene = await open();
  const { world, guild, ann, bob, channel } = scene;
  const hidden = scene.addClosed('secret');
  const keepers = world.addRole(guild, { name: 'keepers', permissions: Flags.ManageGuild });
  world.giveRole(guild, bob, keepers);
  scene.say(tent);
  scene.say('We decided to sell the piano for 900 euros.', hidden, ann);
  const sources = { kind: 'channels' as const, channelIds: [channel.id, hidden.id] };
  const { id } = await scene.create({ sources, destination: { kind: 'dm' } });
  const view = await summarized(await scene.run('digest set', { digest: id, detail: 'brief' }, bob));
  const shown = await summarized(await scene.press(view, 'Vorschau: letzte Woche', bob));
  expect(toShown(shown)).toContain('big tent');
  expect(toShown(shown)).not.toMatch(new RegExp(`piano|${hidden.id}`));
  scene.due(tuesday);
  await expect.poll(() => scene.posted(world.openDirect(ann)).map(toText).join(), soon).toContain('piano');
});
