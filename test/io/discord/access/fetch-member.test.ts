import { expect, it } from 'vitest';
import { fetchMember } from '../../../../src/io/discord/access/places.ts';
import { open } from '../scene.ts';

const crowd = Array.from({ length: 120 }, (_, index) => `person-${index}`);

/** A server with a crowd, one person of which has left and one of which has just got a role. */
async function setUp() {
  const opened = await open();
  const { world, guild, client, playground } = opened;
  const people = crowd.map(name => {
    const user = world.addUser({ name });
    world.addMember(guild, user);
    return user;
  });
  const role = world.addRole(guild, { name: 'readers' });
  const [first, left, promoted] = people;
  if (!first || !left || !promoted) throw new Error('nobody');
  const known = await client.guilds.fetch(guild.id);
  await Promise.all(people.map(({ id }) => fetchMember(known, id)));
  world.removeMember(guild, left);
  world.giveRole(guild, promoted, role);
  const toRoles = async ({ id }: { readonly id: string }) => {
    const member = await fetchMember(known, id);
    return typeof member === 'string'
      ? member
      : [...member.roles.cache.keys()].filter(each => each === role.id);
  };
  const looked = () => playground.exchanges.filter(({ path }) => /\/members\/\d+$/.test(path)).length;
  return { ...opened, people, role, left, promoted, toRoles, looked };
}

it('asks for many members at once with the gateway, and says who has left and who has which role now', async () => {
  const { people, role, left, promoted, toRoles, looked } = await setUp();
  const before = looked();
  const roles = await Promise.all(people.map(toRoles));
  expect(roles[people.indexOf(left)]).toBe('gone');
  expect(roles[people.indexOf(promoted)]).toEqual([role.id]);
  expect(roles.filter(each => typeof each !== 'string')).toHaveLength(crowd.length - 1);
  // The first one had nobody to wait for.
  expect(looked() - before).toBe(1);
});

it('asks for few with REST, and for many too if the gateway does not answer', async () => {
  const { playground, people, left, promoted, role, toRoles, looked } = await setUp();
  const before = looked();
  expect(await Promise.all([left, promoted].map(toRoles))).toEqual(['gone', [role.id]]);
  expect(looked() - before).toBe(2);
  playground.faults.delayEvents(60_000);
  const roles = await Promise.all(people.slice(0, 8).map(toRoles));
  expect(roles[people.indexOf(left)]).toBe('gone');
  expect(roles[people.indexOf(promoted)]).toEqual([role.id]);
  expect(looked() - before).toBe(10);
});
