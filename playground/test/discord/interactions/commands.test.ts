import { expect, it } from 'vitest';
import { at } from '../../scene.ts';
import { EPHEMERAL, startWithCommands } from './interaction-scene.ts';

it('suggests what the bot suggests while an option is typed', async () => {
  const { respond, last, playground, ben, general } = await startWithCommands();
  const typing = playground.actions.autocomplete({
    user: ben,
    channel: general,
    command: 'go',
    options: { count: 2 },
    focused: { name: 'word', value: 'he' },
  });
  expect(last()).toMatchObject({
    type: 4,
    data: {
      options: [
        { name: 'count', value: 2 },
        { name: 'word', value: 'he', focused: true },
      ],
    },
  });
  const choices = Array.from({ length: 26 }, (_, index) => ({ name: `c${index}`, value: 'v' }));
  const over = await respond({ type: 8, data: { choices } });
  expect(at(over.body, 'errors', 'data', 'choices', '_errors', 0, 'code')).toBe('BASE_TYPE_MAX_LENGTH');
  const tooLong = await respond({ type: 8, data: { choices: [{ name: 'x'.repeat(101), value: 'v' }] } });
  expect(at(tooLong.body, 'errors', 'data', 'choices', 0, 'name', '_errors', 0, 'code')).toBe(
    'BASE_TYPE_BAD_LENGTH',
  );
  expect((await respond({ type: 4, data: { content: 'a' } })).status).toBe(400);
  expect((await respond({ type: 8, data: { choices: choices.slice(1) } })).status).toBe(204);
  expect(await typing).toHaveLength(25);
});

it('hands over the message or the person that a context menu was opened on', async () => {
  const { respond, last, playground, ben, cleo, general } = await startWithCommands();
  const target = playground.world.addMessage(general, { by: cleo, content: 'look' });
  const where = { user: ben, channel: general };
  const explained = playground.actions.messageMenu({ ...where, command: 'Explain', target });
  expect(last()).toMatchObject({
    data: { type: 3, target_id: target.id, resolved: { messages: { [target.id]: { content: 'look' } } } },
  });
  await respond({ type: 4, data: { content: 'a' } });
  expect((await explained).message).toMatchObject({
    type: 23,
    interaction_metadata: { target_message_id: target.id },
  });
  const shown = playground.actions.userMenu({ ...where, command: 'Profile', target: cleo });
  expect(last()).toMatchObject({
    data: { type: 2, target_id: cleo.id, resolved: { users: { [cleo.id]: {} } } },
  });
  await respond({ type: 4, data: { content: 'b' } });
  await shown;
});

it('checks what a client checks before it lets anybody run a command', async () => {
  const { go, playground, ben, general, ada, guild } = await startWithCommands();
  await expect(go({ word: 'toolong' })).rejects.toThrow('0 to 5');
  await expect(go({ count: 10 })).rejects.toThrow('between 1 and 9');
  await expect(go({ count: 1.5 })).rejects.toThrow('whole');
  await expect(go({ nothing: 1 })).rejects.toThrow('no option');
  const voice = playground.world.addChannel(guild, { name: 'v', kind: 'voice' });
  await expect(go({ where: voice })).rejects.toThrow('another kind');
  const secret = { channel: general, command: 'secret' };
  await expect(playground.actions.slash({ ...secret, user: ben })).rejects.toThrow('not offered');
  const names = (user: { id: string }) =>
    playground.actions.offeredCommands(user, general).map(one => one.name);
  expect(names(ada)).toContain('secret');
  expect(names(ben)).toEqual(['go', 'Explain', 'Profile']);
});

it('tells a bot of its own ephemeral messages as of direct ones, and nobody of those dismissed', async () => {
  const { playground, go, respond, ben } = await startWithCommands();
  const heard: { name: string; guildId: string | null; payload: unknown }[] = [];
  playground.subscribe(({ name, guildId, isForBot, toPayload }) => {
    if (isForBot && name.startsWith('MESSAGE_'))
      heard.push({ name, guildId, payload: toPayload({ mayReadContent: false }) });
  });
  const running = go();
  await respond({ type: 4, data: { content: 'psst', flags: EPHEMERAL } });
  const { message } = await running;
  expect(heard).toMatchObject([{ name: 'MESSAGE_CREATE', guildId: null, payload: { content: 'psst' } }]);
  expect(at(heard[0]?.payload, 'guild_id')).toBeUndefined();
  if (!message) throw new Error('no answer');
  playground.actions.dismiss(ben, message);
  expect(heard).toHaveLength(1);
  expect((await running).status).toBe('deleted');
});

it('takes commands in direct messages, where they have no server and no member', async () => {
  const { playground, respond, last, ben } = await startWithCommands();
  const channel = playground.world.openDirect(ben);
  const running = playground.actions.slash({ user: ben, channel, command: 'go' });
  expect(last()).toMatchObject({ context: 1, user: { id: ben.id }, channel: { type: 1 } });
  expect(at(last(), 'guild_id')).toBeUndefined();
  expect(at(last(), 'member')).toBeUndefined();
  await respond({ type: 4, data: { content: 'here' } });
  expect((await running).message?.content).toBe('here');
});

it('hands over a file that was attached to a command, and serves it', async () => {
  const { go, last, respond } = await startWithCommands();
  const running = go({ file: { name: 'chat.txt', content: 'hello' } });
  const id = String(at(last(), 'data', 'options', 0, 'value'));
  const attachment = at(last(), 'data', 'resolved', 'attachments', id);
  expect(attachment).toMatchObject({ id, filename: 'chat.txt', size: 5 });
  expect(await (await fetch(String(at(attachment, 'url')))).text()).toBe('hello');
  await respond({ type: 4, data: { content: 'read' } });
  await running;
  await expect(go({ file: 'chat.txt' })).rejects.toThrow('takes a file');
});

it('takes files beside the JSON of an answer and serves them', async () => {
  const { go, hook, respond } = await startWithCommands();
  const running = go();
  await respond({ type: 5 });
  const form = new FormData();
  form.set(
    'payload_json',
    JSON.stringify({ content: 'see', attachments: [{ id: '0', filename: 'a.md', description: 'all' }] }),
  );
  form.set('files[0]', new Blob(['# all'], { type: 'text/markdown' }), 'ignored.md');
  const { body } = await hook('PATCH', '/messages/@original', form);
  expect(at(body, 'attachments', 0)).toMatchObject({ filename: 'a.md', description: 'all', size: 5 });
  const file = await fetch(String(at(body, 'attachments', 0, 'url')));
  expect([file.headers.get('content-type'), await file.text()]).toEqual(['text/markdown', '# all']);
  const dropped = await hook('PATCH', '/messages/@original', { attachments: [] });
  expect(at(dropped.body, 'attachments')).toEqual([]);
  await running;
});
