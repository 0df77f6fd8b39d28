import { expect, it } from 'vitest';
import type { Exchange } from '../src/discord/rest/app.ts';
import { ABSENT, findProblems, toOperationName } from '../src/testing/description.ts';
import { setUp, start } from '../src/testing/start.ts';
import { OPERATIONS } from './operations.ts';
import { at, call } from './scene.ts';

if (ABSENT !== null)
  process.stderr.write(`answers are not checked against Discord's description: ${ABSENT}\n`);

it('answers every route it has as the description says, for requests that are as it says', async () => {
  const playground = await start();
  const { world, actions, applicationId } = playground;
  const { ada, ben, cleo } = setUp(playground);
  const guild = world.addGuild({ name: 'Wide', owner: ada, members: [ben, cleo], botPermissions: 8n });
  const text = world.addChannel(guild, {
    name: 'text',
    topic: 'all',
    overwrites: [{ role: guild, allow: 1n }],
  });
  const voice = world.addChannel(guild, { name: 'voice', kind: 'voice' });
  const forum = world.addChannel(guild, { name: 'forum', kind: 'forum', tags: ['t'] });
  world.addChannel(guild, { name: 'category', kind: 'category' });
  world.addChannel(guild, { name: 'news', kind: 'announcement' });
  world.timeOut(guild, cleo, Date.now() + 60_000);
  const go = (method: string, path: string, body?: unknown) => call(playground, method, path, body);
  const idOf = async (answer: Promise<{ body: unknown }>) => String(at((await answer).body, 'id'));

  for (const path of [
    '/gateway',
    '/gateway/bot',
    '/applications/@me',
    '/oauth2/applications/@me',
    '/users/@me',
    '/users/@me/guilds',
    `/users/${ben.id}`,
  ]) {
    await go('GET', path);
  }
  for (const part of [
    '',
    '?with_counts=true',
    '/channels',
    '/roles',
    `/roles/${guild.id}`,
    '/members?limit=9',
    '/members/search?query=b',
    `/members/${cleo.id}`,
    '/threads/active',
  ]) {
    await go('GET', `/guilds/${guild.id}${part}`);
  }

  // Messages of every kind, read back alone and together.
  const origin = world.addMessage(text, {
    by: ben,
    content: 'origin',
    files: [{ name: 'a b.txt', content: 'x' }],
  });
  world.addMessage(text, {
    by: cleo,
    content: `<@${ben.id}>`,
    replyTo: origin,
    reactions: { '👍': [ben], 'x:1234567890123456': [cleo] },
  });
  world.addMessage(text, { by: cleo, forwardOf: origin });
  world.addMessage(text, { by: cleo, stickers: ['s'], voiceSecs: 3 });
  world.addMessage(text, { by: cleo, poll: { question: 'q', answers: [{ text: 'a' }] } });
  for (const type of [7, 8, 9, 10, 11, 12] as const) world.addMessage(text, { by: cleo, type });
  const messages = `/channels/${text.id}/messages`;
  await go('GET', `/guilds/${guild.id}/messages/search?author_id=${cleo.id}&limit=25`);
  world.setSearch({ isReady: false });
  await go('GET', `/guilds/${guild.id}/messages/search`);
  const own = await idOf(
    go('POST', messages, {
      content: 'all of it',
      embeds: [
        {
          title: 't',
          url: 'https://a.test/',
          color: 1,
          timestamp: '2026-01-01T00:00:00.000Z',
          footer: { text: 'f' },
          author: { name: 'a' },
          image: { url: 'https://a.test/i.png' },
        },
      ],
      components: [
        { type: 1, components: [{ type: 2, style: 1, label: 'b', custom_id: 'b', emoji: { name: '👍' } }] },
        {
          type: 1,
          components: [{ type: 3, custom_id: 's', options: [{ label: 'l', value: 'v', description: 'd' }] }],
        },
        { type: 1, components: [{ type: 8, custom_id: 'c', channel_types: [0] }] },
      ],
      allowed_mentions: { parse: [] },
    }),
  );
  await go('POST', messages, {
    flags: 32768,
    components: [
      {
        type: 17,
        components: [
          { type: 10, content: 'a' },
          { type: 14 },
          { type: 12, items: [{ media: { url: 'https://a.test/i.png' } }] },
          {
            type: 9,
            components: [{ type: 10, content: 'b' }],
            accessory: { type: 2, style: 5, label: 'l', url: 'https://a.test' },
          },
        ],
      },
    ],
  });
  await go('PATCH', `${messages}/${own}`, { content: 'edited' });
  await go('PUT', `${messages}/pins/${own}`);
  await go('GET', `${messages}/pins`);
  await go('GET', `/channels/${text.id}/pins`);
  await go('DELETE', `${messages}/pins/${own}`);
  await go('GET', `${messages}?limit=100`);
  await go('GET', `${messages}/${own}`);
  const thumb = encodeURIComponent('👍');
  await go('PUT', `${messages}/${own}/reactions/${thumb}/@me`);
  await go('GET', `${messages}/${own}/reactions/${thumb}`);
  await go('DELETE', `${messages}/${own}/reactions/${thumb}/@me`);
  await go('DELETE', `${messages}/${own}/reactions/${thumb}/${ben.id}`);
  await go('DELETE', `${messages}/${own}/reactions/${thumb}`);
  await go('DELETE', `${messages}/${own}/reactions`);
  await go('POST', `/channels/${text.id}/typing`);

  // Threads.
  await go('POST', `${messages}/${origin.id}/threads`, { name: 'grown' });
  await go('GET', `/channels/${origin.id}/messages`);
  const thread = await idOf(go('POST', `/channels/${text.id}/threads`, { name: 'open', type: 11 }));
  await go('POST', `/channels/${forum.id}/threads`, {
    name: 'post',
    message: { content: 'first' },
    applied_tags: [forum.tags[0]?.id],
  });
  await go('PUT', `/channels/${thread}/thread-members/${ben.id}`);
  await go('GET', `/channels/${thread}/thread-members?with_member=true`);
  await go('GET', `/channels/${thread}/thread-members/${ben.id}`);
  await go('DELETE', `/channels/${thread}/thread-members/${ben.id}`);
  await go('DELETE', `/channels/${thread}/thread-members/@me`);
  await go('PUT', `/channels/${thread}/thread-members/@me`);
  await go('PATCH', `/channels/${thread}`, { archived: true });
  world.archive(world.addThread(text, { name: 'p', owner: ben, isPrivate: true, members: [world.bot] }));
  for (const part of [
    'threads/archived/public',
    'threads/archived/private',
    'users/@me/threads/archived/private',
  ]) {
    await go('GET', `/channels/${text.id}/${part}`);
  }
  await go('GET', `/guilds/${guild.id}/threads/active`);
  const direct = await idOf(go('POST', '/users/@me/channels', { recipient_id: ben.id }));
  for (const id of [text.id, voice.id, forum.id, thread, direct]) await go('GET', `/channels/${id}`);
  await go('PATCH', `/channels/${text.id}`, { topic: 'new' });

  // Commands and interactions.
  const definition = {
    name: 'go',
    name_localizations: { de: 'los' },
    description: 'd',
    contexts: [0, 1],
    options: [{ type: 3, name: 'o', description: 'd', choices: [{ name: 'c', value: 'v' }] }],
  };
  for (const base of [
    `/applications/${applicationId}/guilds/${guild.id}/commands`,
    `/applications/${applicationId}/commands`,
  ]) {
    const made = await idOf(go('POST', base, definition));
    await go('GET', base);
    await go('GET', `${base}/${made}`);
    await go('PATCH', `${base}/${made}`, { description: 'changed' });
    await go('DELETE', `${base}/${made}`);
    await go('PUT', base, [definition, { type: 2, name: 'Look' }, { type: 3, name: 'Explain' }]);
  }
  let handed: unknown;
  playground.subscribe(({ name, toPayload }) => {
    if (name === 'INTERACTION_CREATE') handed = toPayload({ mayReadContent: true });
  });
  const running = actions.slash({ user: ben, channel: text, command: 'go' });
  const callback = `/interactions/${at(handed, 'id')}/${at(handed, 'token')}/callback?with_response=true`;
  await go('POST', callback, { type: 4, data: { content: 'a', flags: 64 } });
  await running;
  const hook = `/webhooks/${applicationId}/${at(handed, 'token')}`;
  await go('GET', `${hook}/messages/@original`);
  await go('PATCH', `${hook}/messages/@original`, { content: 'b' });
  const more = await idOf(go('POST', hook, { content: 'c' }));
  await go('GET', `${hook}/messages/${more}`);
  await go('PATCH', `${hook}/messages/${more}`, { content: 'd' });
  await go('DELETE', `${hook}/messages/${more}`);
  await go('DELETE', `${hook}/messages/@original`);
  const menu = actions.messageMenu({ user: ben, channel: text, command: 'Explain', target: origin });
  const second = `/interactions/${at(handed, 'id')}/${at(handed, 'token')}/callback?with_response=true`;
  await go('POST', second, {
    type: 9,
    data: {
      custom_id: 'm',
      title: 't',
      components: [{ type: 1, components: [{ type: 4, custom_id: 'i', style: 1, label: 'l' }] }],
    },
  });
  const submitting = actions.submit(await menu, { i: 'x' });
  await go('POST', `/interactions/${at(handed, 'id')}/${at(handed, 'token')}/callback`, { type: 5 });
  await submitting;

  await go('POST', `${messages}/bulk-delete`, { messages: [own, origin.id] });
  await go('DELETE', `${messages}/${at((await go('GET', messages)).body, 0, 'id')}`);
  await go('DELETE', `/channels/${voice.id}`);
  await go('DELETE', `/users/@me/guilds/${guild.id}`);

  expect(playground.exchanges.filter(one => one.status >= 400)).toEqual([]);
  const met = new Set(playground.exchanges.map(toOperationName));
  expect(ABSENT === null ? OPERATIONS.filter(name => !met.has(name)) : []).toEqual([]);
  expect(playground.exchanges.flatMap(findProblems)).toEqual([]);
});

it('would notice an answer or a request that is not as described', async () => {
  const playground = await start();
  const { general } = setUp(playground);
  const path = `/channels/${general.id}/messages`;
  await call(playground, 'POST', path, { content: 'a' });
  const [good] = playground.exchanges;
  if (!good) throw new Error('nothing was exchanged');
  const spoil = (more: Partial<Exchange>) => findProblems({ ...good, ...more }).length > 0;
  const isChecked = ABSENT === null;
  expect(spoil({})).toBe(false);
  expect(spoil({ response: { ...Object(good.response), author: undefined } })).toBe(isChecked);
  expect(spoil({ response: { ...Object(good.response), id: 5 } })).toBe(isChecked);
  expect(spoil({ request: { embeds: 'none' } })).toBe(isChecked);
  expect(spoil({ path: '/no/such/route' })).toBe(isChecked);
  expect(spoil({ status: 201 })).toBe(isChecked);
});
