import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';
import { setWebhook } from '../../../src/app/digests/deliveries.ts';
import { type ReceiverAnswer, startReceiver, toExpectedSignature } from '../../io/webhook/receiver.ts';
import { sure } from '../../sure.ts';
import { monday, setUp, soon, tent, toText, wednesday } from './digest-scene.ts';

const secret = `whsec_${Buffer.from('a secret of 32 bytes for signing').toString('base64')}`;

/** Bob's digest, whose webhook gives these answers, and its first delivery. */
async function deliver(...answers: readonly ReceiverAnswer[]) {
  const scene = await setUp();
  const { received, url } = await startReceiver(...answers);
  const { world, guild, bob } = scene;
  world.giveRole(guild, bob, world.addRole(guild, { name: 'lead', permissions: Flags.ManageGuild }));
  const digest = await scene.create({ creatorId: bob.id });
  await setWebhook(scene.running().store.digests, digest, { url, secret });
  scene.say(tent);
  scene.say('We agreed that Bob buys 20 sunflowers.');
  const stored = async () => (await scene.list())[0];
  const arrived = (count: number) => expect.poll(() => received.length, soon).toBeGreaterThanOrEqual(count);
  scene.due();
  await arrived(1);
  return {
    ...scene,
    received,
    stored,
    arrived,
    isDone: () => expect.poll(async () => (await stored())?.deliveries, soon).toEqual([]),
    ids: () => new Set(received.map(({ headers }) => headers['webhook-id'])),
  };
}

describe('the webhook of a digest', () => {
  test('gets each summary once as signed JSON', async () => {
    const { stored, received, isDone } = await deliver();
    const event = sure(received[0]);
    expect(event.headers['webhook-signature']).toBe(toExpectedSignature(event, secret));
    expect(JSON.parse(event.body)).toMatchObject({ source_type: 'discord', message_count: 2 });
    expect(event.body).toContain('big tent');
    await isDone();
    expect(event.headers['webhook-id']).toBe((await stored())?.lastSummaryId);
    expect(received).toHaveLength(1);
  });

  test('gets it when the settings of the server can be read again, and not before', async () => {
    const scene = await deliver({ status: 500 }, { status: 204 });
    const { settings } = scene.running().store;
    await settings.change(scene.guild.id, () => ({ review: 'always' as never }));
    // Longer than a summary is shown without settings.
    scene.due(wednesday);
    await new Promise(resolve => setTimeout(resolve, 1_000));
    expect(scene.received).toHaveLength(1);
    expect((await scene.stored())?.deliveries).toHaveLength(1);
    await settings.set(scene.guild.id, {});
    scene.due(wednesday, '09:06');
    await scene.arrived(2);
    await scene.isDone();
    expect(scene.ids().size).toBe(1);
  });

  test('gets no message that was deleted before it was sent, and nothing that its creator may no longer read', async () => {
    const scene = await deliver({ status: 500 }, { status: 500 }, { status: 200 });
    expect(scene.received[0]?.body).toContain('sunflowers');
    // The next attempt is planned only then, from the time that the clock shows.
    await scene.attemptFailed();
    scene.world.removeMessage(scene.find('sunflowers'));
    await expect.poll(() => scene.posted().map(toText).join()).not.toContain('sunflowers');
    scene.due(monday, '09:10');
    await scene.arrived(2);
    expect(scene.received[1]?.body).not.toContain('sunflowers');
    await scene.attemptFailed();
    scene.world.overwrite(scene.channel, { member: scene.bob, deny: Flags.ViewChannel });
    scene.due(monday, '10:10');
    await scene.isDone();
    expect(scene.received).toHaveLength(2);
  });
});
