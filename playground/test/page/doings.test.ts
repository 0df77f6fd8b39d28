import { expect, test } from 'vitest';
import { LOADING, startWithCommands, startWithPanel } from '../discord/interactions/interaction-scene.ts';
import { act, servePage, watch } from './scene.ts';

test('people write, answer, edit, react and delete under their own permissions', async () => {
  const { playground, ben, cleo, general } = await startWithCommands();
  const page = await servePage(playground, { people: [ben, cleo] });
  const place = { user: ben.id, channel: general.id };
  const history = () => playground.world.history(general);
  await act(page, 'send', { ...place, content: 'one' });
  const first = history()[0]?.id ?? '';
  await act(page, 'send', { user: cleo.id, channel: general.id, content: 'two', replyTo: first });
  expect(history()[1]?.referenced_message?.content).toBe('one');
  await act(page, 'edit', { ...place, message: first, content: 'uno' });
  await act(page, 'react', { ...place, message: first, emoji: '🎉' });
  expect(history()[0]).toMatchObject({ content: 'uno', reactions: [{ count: 1 }] });
  await act(page, 'unreact', { ...place, message: first, emoji: '🎉' });
  expect(history()[0]?.reactions).toBeUndefined();
  const refused = await act(page, 'edit', {
    user: cleo.id,
    channel: general.id,
    message: first,
    content: 'x',
  });
  expect(refused).toEqual({
    status: 403,
    body: { message: 'Cannot edit a message authored by another user' },
  });
  await act(page, 'delete', { ...place, message: first });
  expect(history().map(one => one.content)).toEqual(['two']);
});

test('a command is offered with its options, in the order and language of its reader', async () => {
  const { playground, ben, general } = await startWithCommands();
  const page = await servePage(playground, { people: [ben] });
  const sees = await watch(page, { user: ben.id, channel: general.id });
  await expect.poll(() => sees.now()?.open?.commands.map(one => one.command)).toEqual(['go']);
  const [go] = sees.now()?.open?.commands ?? [];
  expect(go?.options.map(({ name, range }) => [name, range])).toEqual([
    ['word', 'up to 5 characters'],
    ['count', '1 to 9'],
    ['where', ''],
    ['who', ''],
    ['file', ''],
  ]);
  expect(sees.now()?.open?.menuCommands).toEqual([{ command: 'Explain', label: 'Explain' }]);
});

test('an answer for one person is on nobody else’s page, and is gone when dismissed', async () => {
  const { playground, ben, cleo, general, last, respond } = await startWithCommands();
  const page = await servePage(playground, { people: [ben, cleo] });
  const benSees = await watch(page, { user: ben.id, channel: general.id });
  const cleoSees = await watch(page, { user: cleo.id, channel: general.id });
  const place = { user: ben.id, channel: general.id };
  const asked = act(page, 'slash', { ...place, command: 'go', options: { count: 3 } });
  await expect.poll(last).toMatchObject({ type: 2 });
  await respond({ type: 4, data: { content: 'psst', flags: 64 } });
  expect((await asked).body).toMatchObject({ status: 'replied', failure: null });
  await expect
    .poll(() => benSees.now()?.open?.messages[0])
    .toMatchObject({ content: 'psst', isEphemeral: true, interaction: { name: 'go' } });
  const message = benSees.now()?.open?.messages[0]?.id;
  await act(page, 'dismiss', { ...place, message });
  await expect.poll(() => benSees.now()?.open?.messages).toEqual([]);
  expect(JSON.stringify(cleoSees.pictures)).not.toContain('psst');
});

test('a deferred answer is thinking first', async () => {
  const { playground, ben, general, last, respond, hook } = await startWithCommands();
  const page = await servePage(playground, { people: [ben] });
  const sees = await watch(page, { user: ben.id, channel: general.id });
  const asked = act(page, 'slash', { user: ben.id, channel: general.id, command: 'go', options: {} });
  await expect.poll(last).toMatchObject({ type: 2 });
  await respond({ type: 5 });
  expect((await asked).body).toMatchObject({ status: 'thinking' });
  await expect.poll(() => (sees.now()?.open?.messages[0]?.flags ?? 0) & LOADING).toBe(LOADING);
  await hook('PATCH', '/messages/@original', { content: 'done' });
  await expect.poll(() => sees.now()?.open?.messages[0]?.content).toBe('done');
});

test('buttons are pressed and selects chosen from, by what the bot called them', async () => {
  const { playground, ben, general, message, last, respond } = await startWithPanel();
  const page = await servePage(playground, { people: [ben] });
  const place = { user: ben.id, channel: general.id, message: message.id };
  const pressed = act(page, 'press', { ...place, customId: 'more' });
  await expect.poll(last).toMatchObject({ data: { custom_id: 'more' } });
  await respond({ type: 6 });
  expect((await pressed).body).toMatchObject({ status: 'acknowledged' });
  const chosen = act(page, 'select', { ...place, customId: 'pick', values: ['a', 'c'] });
  await expect.poll(last).toMatchObject({ data: { custom_id: 'pick', values: ['a', 'c'] } });
  await respond({ type: 6 });
  expect((await chosen).status).toBe(200);
  expect(await act(page, 'press', { ...place, customId: 'off' })).toEqual({
    status: 409,
    body: { message: 'that component is greyed out' },
  });
});

test('a form opens for the person who pressed, and only they can submit it', async () => {
  const { playground, ben, cleo, general, message, last, respond } = await startWithPanel();
  const page = await servePage(playground, { people: [ben, cleo] });
  const pressed = act(page, 'press', {
    user: ben.id,
    channel: general.id,
    message: message.id,
    customId: 'more',
  });
  await expect.poll(last).toMatchObject({ data: { custom_id: 'more' } });
  const components = [
    { type: 18, label: 'Why', component: { type: 4, custom_id: 'why', style: 1, required: true } },
  ];
  await respond({ type: 9, data: { custom_id: 'form', title: 'Tell me', components } });
  const { body } = await pressed;
  expect(body).toMatchObject({ status: 'modal', modal: { title: 'Tell me' } });
  const interaction = (body as { id: string }).id;
  const fields = { why: 'because' };
  expect((await act(page, 'submit', { user: cleo.id, interaction, fields })).status).toBe(409);
  const sent = act(page, 'submit', { user: ben.id, interaction, fields });
  await expect.poll(last).toMatchObject({ type: 5, data: { custom_id: 'form' } });
  await respond({ type: 6 });
  expect((await sent).body).toMatchObject({ status: 'acknowledged' });
});

test('suggestions come while one types', async () => {
  const { playground, ben, general, last, respond } = await startWithCommands();
  const page = await servePage(playground, { people: [ben] });
  const asked = act(page, 'autocomplete', {
    user: ben.id,
    channel: general.id,
    command: 'go',
    options: { count: 2 },
    focused: { name: 'word', value: 'ab' },
  });
  await expect.poll(last).toMatchObject({ type: 4 });
  await respond({ type: 8, data: { choices: [{ name: 'abc', value: 'abc' }] } });
  expect((await asked).body).toEqual([{ name: 'abc', value: 'abc' }]);
});

test('what a client would not let one do, and what is no request at all, is told in words', async () => {
  const { playground, ben, general } = await startWithCommands();
  const page = await servePage(playground, { people: [ben] });
  const place = { user: ben.id, channel: general.id };
  expect(await act(page, 'slash', { ...place, command: 'go', options: { count: 12 } })).toEqual({
    status: 409,
    body: { message: '"count" must be between 1 and 9' },
  });
  expect((await act(page, 'press', { ...place, message: 'x', customId: 'y' })).status).toBe(400);
  expect((await act(page, 'delete', { ...place, message: '17' })).status).toBe(404);
});
