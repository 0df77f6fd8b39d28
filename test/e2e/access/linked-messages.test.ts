import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Engine } from '../../../src/app/ports.ts';
import { toAnswerPrompt } from '../../../src/core/prompt/prompt.ts';
import { toInstant } from '../../../src/io/discord/history/message.ts';
import { sure } from '../../sure.ts';
import { openScene, readReply, type Scene, toShown } from '../scene.ts';

let scene: Scene;
let prompts: string[];

/** Writes one claim of what was approved, and notes what a model would have been sent. */
const engine: Engine = {
  name: 'approving',
  draft: async ({ evidence, ...request }, onClaim) => {
    prompts.push(JSON.stringify(toAnswerPrompt(evidence, request)));
    const cited = evidence.messages.filter(({ text }) => /purple|approve/.test(text));
    const words = cited.length > 1 ? 'Ann approved the purple tent.' : 'Ann approved something.';
    const proof = cited.map(({ position }) => ({ position, quote: '' }));
    if (cited.length > 0) onClaim({ text: words, kind: 'key_point', evidence: proof });
    return { engine: { name: 'approving' }, usage: null, failure: null };
  },
};

beforeEach(async () => {
  prompts = [];
  scene = await openScene({ engine });
});

const linkTo = ({ id }: { readonly id: string }, where: { readonly id: string } = scene.channel) =>
  `https://discord.com/channels/${scene.guild.id}/${where.id}/${id}`;

/** A message of another channel, and one here that links to it. */
function link(where: { readonly id: string }, content = 'The purple tent costs 450 euros.', by = scene.bob) {
  const target = scene.world.addMessage(where, { by, content });
  const linking = scene.world.addMessage(scene.channel, {
    by: scene.ann,
    content: `I approve of this, please order it by Friday: ${linkTo(target, where)}`,
  });
  return { target, linking };
}

const fetches = (id: string) =>
  scene.playground.exchanges.filter(({ path }) => path.endsWith(`/messages/${id}`)).length;

describe('a message that links to another', () => {
  test('is read with that one, as if it replied; it is fetched once, and not part of what was asked for', async () => {
    const kitchen = scene.world.addChannel(scene.guild, { name: 'kitchen' });
    const { target, linking } = link(kitchen);
    scene.world.addMessage(scene.channel, { by: scene.ann, content: `See ${linkTo(target, kitchen)}` });
    const view = await scene.ask({ messages: 2 });
    expect(prompts[0]).toMatch(/earlier=\W+yes\W+>The purple tent costs 450/);
    expect(prompts[0]).toMatch(/re=\W+1\W+>I approve.*re=\W+1\W+>See/s);
    expect(fetches(target.id)).toBe(1);
    expect(toShown(view)).toContain('purple tent');
    const { summary, linked } = sure(await scene.stored(view));
    expect(summary.participants.map(({ name }) => name)).toEqual(['Ann']);
    expect(summary.timeRange?.start).toBe(toInstant(linking.id));
    expect(linked).toEqual({ [target.id]: kitchen.id });
    expect(await scene.sources(view)).toContain('kitchen');
  });

  test('says nothing any more once what it links to is deleted, or its author opts out', async () => {
    const { world, bob } = scene;
    const kitchen = world.addChannel(scene.guild, { name: 'kitchen' });
    const first = link(kitchen);
    const view = await scene.ask({ private: false });
    expect(JSON.stringify(scene.posted())).toContain('purple');
    // What the bot may have missed is looked for where it is.
    await scene.restart();
    expect(await scene.sources(view)).toContain('purple');
    await scene.restart(() => world.removeMessage(first.target.id));
    await expect.poll(() => JSON.stringify(scene.posted())).not.toContain('purple');
    expect(JSON.stringify(await scene.stored(view))).not.toContain('purple');
    link(kitchen);
    const other = await scene.ask({ private: false });
    expect(JSON.stringify(await scene.stored(other))).toContain('purple');
    await scene.run('privacy opt-out', {}, bob);
    await expect.poll(async () => JSON.stringify(await scene.stored(other))).not.toContain('purple');
    prompts = [];
    const last = await scene.ask();
    expect(prompts.join('')).not.toContain('purple');
    expect(await scene.why(last)).toContain('1 by people who opted out');
  });

  test('is not shown to who lost access to what it links to', async () => {
    const { world, guild, bob } = scene;
    const role = world.addRole(guild, { name: 'cooks' });
    const kitchen = world.addChannel(guild, { name: 'kitchen' });
    link(kitchen);
    const view = await scene.ask({ private: false });
    world.overwrite(kitchen, { role: guild.id, deny: Flags.ViewChannel });
    world.overwrite(kitchen, { role, allow: Flags.ViewChannel });
    const pressed = await scene.pressAction(view, 'sources', bob);
    expect(await readReply(pressed)).not.toContain('purple');
  });

  test.each(['closed', 'excluded', 'thread', 'nsfw', 'server', 'own'] as const)(
    'gives nothing of what others here may not read, or the server excludes: %s',
    async kind => {
      const { world, guild, ann, bob, channel } = scene;
      const other = world.addGuild({ name: 'Other', owner: ann, members: [ann] });
      const place = {
        closed: () => scene.addClosed('staff', { member: ann }),
        excluded: () => world.addChannel(guild, { name: 'excluded' }),
        thread: () => world.addThread(channel, { name: 'secret', owner: ann, isPrivate: true }),
        nsfw: () => world.addChannel(guild, { name: 'adult', isAgeRestricted: true }),
        server: () => world.addChannel(other, { name: 'elsewhere' }),
        own: () => world.addChannel(guild, { name: 'summaries' }),
      }[kind]();
      const by = kind === 'own' ? world.bot : bob;
      const target = world.addMessage(place, { by, content: 'The purple tent costs 450 euros.' });
      const serverId = kind === 'server' ? other.id : guild.id;
      const address = `https://discord.com/channels/${serverId}/${place.id}/${target.id}`;
      world.addMessage(channel, { by: ann, content: `I approve of ${address}` });
      if (kind === 'excluded')
        await scene.running().store.privacy.changeAccess(guild.id, rules => ({
          ...rules,
          channels: { rule: 'never', ids: [place.id] },
        }));
      await scene.ask();
      expect(prompts[0]).toContain('I approve');
      expect(prompts[0]).not.toContain('purple');
    },
  );

  test('makes no more than twenty requests, for the newest', async () => {
    const kitchen = scene.world.addChannel(scene.guild, { name: 'kitchen' });
    const targets = Array.from(
      { length: 25 },
      (_, index) => link(kitchen, `Tent number ${index} is purple.`).target,
    );
    await scene.ask();
    expect(targets.map(({ id }) => fetches(id))).toEqual(targets.map((_, index) => (index < 5 ? 0 : 1)));
  });
});
