import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';
import { type ReceiverAnswer, startReceiver, toExpectedSignature } from '../../io/webhook/receiver.ts';
import { sure } from '../../sure.ts';
import { create, monday, nextPost, posts, say, setUp, soon, toText } from './digest-scene.ts';

const secret = `whsec_${Buffer.from('a secret of 32 bytes for signing').toString('base64')}`;

async function setUpWebhook(...answers: readonly ReceiverAnswer[]) {
  const scene = await setUp();
  const receiver = await startReceiver(...answers);
  const { world, guild, bob } = scene;
  world.giveRole(guild, bob, world.addRole(guild, { name: 'lead', permissions: Flags.ManageGuild }));
  const digest = sure(await create(scene, { creatorId: bob.id, webhook: { url: receiver.url, secret } }));
  say(scene, 'We decided to rent the big tent for 450 euros.');
  const arrived = (count: number) =>
    expect.poll(() => receiver.received.length, soon).toBeGreaterThanOrEqual(count);
  const notices = () => scene.posted(world.openDirect(bob)).map(toText).join('\n');
  const stored = () => scene.running().store.digests.get(scene.guild.id, digest.id);
  return { ...scene, scene, ...receiver, digest, arrived, notices, stored };
}

describe('the webhook of a digest', () => {
  test('gets each summary once as signed JSON', async () => {
    const { scene, stored, received, arrived } = await setUpWebhook();
    scene.jumpTo(`${monday}T09:00:00.000Z`);
    await arrived(1);
    const event = sure(received[0]);
    expect(event.headers['webhook-id']).toBe((await stored())?.lastSummaryId);
    expect(event.headers['webhook-signature']).toBe(toExpectedSignature(event, secret));
    expect(JSON.parse(event.body)).toMatchObject({ source_type: 'discord', message_count: 1 });
    expect(event.body).toContain('big tent');
    await expect.poll(async () => (await stored())?.deliveries, soon).toEqual([]);
    expect(received).toHaveLength(1);
  });

  test('gets it again with the same id after a failure, a timeout and a restart', async () => {
    const { scene, stored, received, arrived, attemptFailed } = await setUpWebhook(
      { status: 500 },
      { status: null },
      { status: 204 },
    );
    scene.jumpTo(`${monday}T09:00:00.000Z`);
    await arrived(1);
    await scene.restart();
    await arrived(2);
    for (let failures = 0; failures < 2; failures += 1) await attemptFailed();
    scene.jumpTo(`${monday}T09:30:00.000Z`);
    await arrived(3);
    await expect.poll(async () => (await stored())?.deliveries, soon).toEqual([]);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(posts(scene, scene.news)).toHaveLength(1);
  });

  test('gets it when the settings of the server can be read again, and not before', async () => {
    const { scene, stored, received, arrived } = await setUpWebhook({ status: 500 }, { status: 204 });
    scene.jumpTo(`${monday}T09:00:00.000Z`);
    await arrived(1);
    const { store } = scene.running();
    await store.settings.change(scene.guild.id, () => ({ review: 'always' as never }));
    // Longer than a summary is shown without settings.
    scene.jumpTo('2091-03-07T09:00:00.000Z');
    await new Promise(resolve => setTimeout(resolve, 1_000));
    expect(received).toHaveLength(1);
    expect((await stored())?.deliveries).toHaveLength(1);
    await store.settings.set(scene.guild.id, {});
    scene.jumpTo('2091-03-07T09:06:00.000Z');
    await arrived(2);
    await expect.poll(async () => (await stored())?.deliveries, soon).toEqual([]);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  test('that answers 410 is switched off, and the creator is told', async () => {
    const { scene, stored, notices, arrived } = await setUpWebhook({ status: 410 });
    scene.jumpTo(`${monday}T09:00:00.000Z`);
    await arrived(1);
    await expect.poll(stored, soon).toMatchObject({ webhook: { goneAt: expect.any(String) } });
    await expect.poll(notices, soon).toContain('no longer exists (410 Gone)');
  });

  test('gets no message that was deleted before it was sent', async () => {
    const { scene, received, arrived } = await setUpWebhook({ status: 500 }, { status: 200 });
    const gone = say(scene, 'We agreed that Bob buys 20 sunflowers.');
    scene.jumpTo(`${monday}T09:00:00.000Z`);
    await arrived(1);
    expect(received[0]?.body).toContain('sunflowers');
    scene.world.removeMessage(gone);
    await expect.poll(() => posts(scene, scene.news).map(toText).join()).not.toContain('sunflowers');
    scene.jumpTo(`${monday}T09:10:00.000Z`);
    await arrived(2);
    expect(received[1]?.body).not.toContain('sunflowers');
  });

  test('gets nothing that its creator may no longer read', async () => {
    const { scene, stored, received, arrived } = await setUpWebhook({ status: 500 }, { status: 200 });
    scene.jumpTo(`${monday}T09:00:00.000Z`);
    await arrived(1);
    await nextPost(scene, 1);
    scene.world.overwrite(scene.channel, { member: scene.bob, deny: Flags.ViewChannel });
    scene.jumpTo(`${monday}T09:10:00.000Z`);
    await expect.poll(async () => (await stored())?.deliveries, soon).toEqual([]);
    expect(received).toHaveLength(1);
  });
});
