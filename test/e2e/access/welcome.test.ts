import type { User } from '@footnote/playground/discord';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { afterEach, expect, test } from 'vitest';
import { createLogLines } from '../log-lines.ts';
import { createScene, type Scene, type SceneOptions } from '../scene.ts';

const scenes: Scene[] = [];
afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.close();
});

async function setUp(options: SceneOptions = { isWelcoming: true }) {
  const scene = await createScene(options);
  scenes.push(scene);
  const { world, ann, bob } = scene;
  const server = world.addGuild({ name: 'The *Shed*', owner: ann, members: [bob], hasBot: false });
  const directOf = (user: User) => world.history(world.openDirect(user)).map(({ content }) => content);
  return { ...scene, server, directOf };
}

test('the owner of a new server gets what /help says, in the language of the server', async () => {
  const { world, ann, bob, server, directOf } = await setUp();
  world.inviteBot(server, 0n, bob);
  await expect.poll(() => directOf(ann)).toHaveLength(1);
  expect(directOf(ann)[0]).toMatch(/^Thank you for adding me to \*\*The \\\*Shed\\\*\*\*\./);
  expect(directOf(ann)[0]).toContain('`/summarize`');
  expect(directOf(ann)[0]).toContain('`/decisions`');
  const german = world.addGuild({ name: 'Garten', owner: bob, locale: 'de', hasBot: false });
  world.inviteBot(german);
  await expect.poll(() => directOf(bob)).toHaveLength(1);
  expect(directOf(bob)[0]).toMatch(/^Danke, dass du mich zu \*\*Garten\*\* hinzugefügt hast\./);
});

test('where the bot may read the audit log, the person who added it gets the message instead', async () => {
  const { world, ann, bob, server, directOf } = await setUp();
  world.inviteBot(server, PermissionFlagsBits.ViewAuditLog, bob);
  await expect.poll(() => directOf(bob)).toHaveLength(1);
  expect(directOf(ann)).toEqual([]);
});

test('a restart welcomes nobody, and closed direct messages are only a line in the log', async () => {
  const { log, lines } = createLogLines();
  const scene = await setUp({ isWelcoming: true, log });
  const { world, ann, bob, server, directOf } = scene;
  world.refuseDirect(ann);
  world.inviteBot(server);
  await expect.poll(() => lines.filter(({ msg }) => msg === 'welcome-failed')).toHaveLength(1);
  world.refuseDirect(ann, false);
  await scene.restart();
  world.inviteBot(world.addGuild({ name: 'Barn', owner: bob, hasBot: false }));
  await expect.poll(() => directOf(bob)).toHaveLength(1);
  expect(directOf(ann)).toEqual([]);
});

test('nobody is welcomed unless it is switched on', async () => {
  const { world, actions, ann, channel, server, directOf, running, playground } = await setUp({});
  world.inviteBot(server);
  await expect.poll(() => running().client.guilds.cache.has(server.id)).toBe(true);
  const help = await actions.slash({ user: ann, channel, command: 'help' });
  await help.until(({ message }) => message !== null);
  expect(playground.exchanges.filter(({ path }) => path === '/users/@me/channels')).toEqual([]);
  expect(directOf(ann)).toEqual([]);
});
