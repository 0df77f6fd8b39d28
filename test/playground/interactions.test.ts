import { expect, it } from 'vitest';
import { at, call, createClock, setUp, start } from './scene.ts';

const EPHEMERAL = 64;
const LOADING = 128;

/** A playground with commands, and the interactions that the bot was handed, oldest first. */
async function startWithCommands() {
  const clock = createClock();
  const playground = await start({ now: clock.now });
  const scene = setUp(playground);
  const handed: unknown[] = [];
  playground.subscribe(({ name, toPayload }) => {
    if (name === 'INTERACTION_CREATE') handed.push(toPayload({ mayReadContent: true }));
  });
  await call(playground, 'PUT', `/applications/${playground.applicationId}/commands`, [
    {
      name: 'go',
      description: 'd',
      options: [
        { type: 3, name: 'word', description: 'd', autocomplete: true, max_length: 5 },
        { type: 4, name: 'count', description: 'd', min_value: 1, max_value: 9 },
        { type: 7, name: 'where', description: 'd', channel_types: [0] },
        { type: 6, name: 'who', description: 'd' },
      ],
    },
    { type: 3, name: 'Explain' },
    { type: 2, name: 'Profile' },
    { name: 'secret', description: 'd', default_member_permissions: '32' },
  ]);
  const last = () => handed.at(-1);
  const respond = (body: unknown, query = '') =>
    call(
      playground,
      'POST',
      `/interactions/${at(last(), 'id')}/${at(last(), 'token')}/callback${query}`,
      body,
      {},
    );
  const hook = (method: string, path = '', body?: unknown) =>
    call(playground, method, `/webhooks/${playground.applicationId}/${at(last(), 'token')}${path}`, body, {});
  const go = (options = {}) =>
    playground.actions.slash({ user: scene.ben, channel: scene.general, command: 'go', options });
  return { playground, clock, ...scene, handed, last, respond, hook, go };
}

it('hands a slash command to the bot with all that Discord tells of it', async () => {
  const { go, last, respond, general, ben, cleo, guild, playground } = await startWithCommands();
  const running = go({ word: 'hey', count: 3, where: general, who: cleo });
  expect(last()).toMatchObject({
    application_id: playground.applicationId,
    type: 2,
    version: 1,
    guild_id: guild.id,
    guild_locale: 'en-US',
    locale: 'de',
    channel: { id: general.id },
    member: { user: { id: ben.id }, permissions: expect.stringMatching(/^\d+$/) },
    app_permissions: expect.stringMatching(/^\d+$/),
    entitlements: [],
    authorizing_integration_owners: { 0: guild.id },
    context: 0,
    attachment_size_limit: 10_485_760,
    data: {
      name: 'go',
      type: 1,
      options: [
        { name: 'word', type: 3, value: 'hey' },
        { name: 'count', type: 4, value: 3 },
        { name: 'where', type: 7, value: general.id },
        { name: 'who', type: 6, value: cleo.id },
      ],
      resolved: {
        channels: { [general.id]: { name: 'general', permissions: expect.any(String) } },
        users: { [cleo.id]: { username: 'cleo' } },
        members: { [cleo.id]: { nick: null } },
      },
    },
  });
  await respond({ type: 4, data: { content: 'done' } });
  expect(await running).toMatchObject({
    status: 'replied',
    isEphemeral: false,
    message: { content: 'done', type: 20 },
  });
});

it('answers in the channel for all, or for one person alone', async () => {
  const { go, respond, general, ben, cleo, playground } = await startWithCommands();
  const open = go();
  await respond({ type: 4, data: { content: 'for all' } });
  await open;
  const closed = go();
  await respond({ type: 4, data: { content: 'for ben', flags: EPHEMERAL } });
  expect((await closed).isEphemeral).toBe(true);
  const seenBy = (user: { id: string }) => playground.actions.read(user, general).map(one => one.content);
  expect(seenBy(ben)).toEqual(['for all', 'for ben']);
  expect(seenBy(cleo)).toEqual(['for all']);
  const { body } = await call(playground, 'GET', `/channels/${general.id}/messages`);
  expect(Array.isArray(body) && body.map(one => at(one, 'content'))).toEqual(['for all']);
  const { message } = await closed;
  const url = `/channels/${general.id}/messages/${message?.id}`;
  expect((await call(playground, 'GET', url)).body).toMatchObject({ code: 10008 });
});

it('gives what the callback made when asked with_response, and 204 otherwise', async () => {
  const { go, respond, last } = await startWithCommands();
  const first = go();
  expect((await respond({ type: 4, data: { content: 'a' } })).status).toBe(204);
  await first;
  const second = go();
  const { status, body } = await respond(
    { type: 4, data: { content: 'b', flags: EPHEMERAL } },
    '?with_response=true',
  );
  expect(status).toBe(200);
  expect(body).toMatchObject({
    interaction: {
      id: at(last(), 'id'),
      type: 2,
      response_message_loading: false,
      response_message_ephemeral: true,
    },
    resource: { type: 4, message: { content: 'b', flags: EPHEMERAL } },
  });
  await second;
  const third = go();
  const deferred = await respond({ type: 5 }, '?with_response=true');
  expect(at(deferred.body, 'interaction')).toMatchObject({ response_message_loading: true });
  await third;
});

it('shows "thinking" after a deferral, then every progress edit, then the answer', async () => {
  const { go, respond, hook } = await startWithCommands();
  const running = go();
  await respond({ type: 5 });
  const view = await running;
  expect(view).toMatchObject({ status: 'thinking', message: { flags: LOADING } });
  await hook('PATCH', '/messages/@original', { content: 'half' });
  const waiting = view.until(({ message }) => message?.content === 'whole');
  const edited = await hook('PATCH', '/messages/%40original', { content: 'whole', embeds: [{ title: 't' }] });
  expect(edited.body).toMatchObject({ content: 'whole', flags: 0 });
  await waiting;
  expect(view.status).toBe('replied');
  expect(view.versions.map(one => one.content)).toEqual(['', 'half', 'whole']);
});

it('keeps a deferred answer as private as the deferral was, whatever the edit says', async () => {
  const { go, respond, hook } = await startWithCommands();
  const secret = go();
  await respond({ type: 5, data: { flags: EPHEMERAL } });
  await hook('PATCH', '/messages/@original', { content: 'a', flags: 0 });
  expect(await secret).toMatchObject({ isEphemeral: true, status: 'replied' });
  const open = go();
  await respond({ type: 5 });
  await hook('PATCH', '/messages/@original', { content: 'b', flags: EPHEMERAL });
  expect((await open).isEphemeral).toBe(false);
});

it('takes the first follow-up of a deferral as its answer, further ones as messages with their own privacy', async () => {
  const { go, respond, hook } = await startWithCommands();
  const running = go();
  await respond({ type: 5 });
  await hook('POST', '', { content: 'answer', flags: EPHEMERAL });
  const second = await hook('POST', '', { content: 'more', flags: EPHEMERAL });
  const view = await running;
  expect(view).toMatchObject({ isEphemeral: false, message: { content: 'answer' } });
  expect(view.followUps).toMatchObject([{ content: 'more', flags: EPHEMERAL }]);
  const id = at(second.body, 'id');
  expect((await hook('GET', `/messages/${id}`)).body).toMatchObject({ content: 'more' });
  expect((await hook('PATCH', `/messages/${id}`, { content: 'most' })).body).toMatchObject({
    content: 'most',
  });
  expect((await hook('DELETE', `/messages/${id}`)).status).toBe(204);
  expect((await hook('GET', `/messages/${id}`)).body).toMatchObject({ code: 10008 });
  expect((await hook('DELETE', '/messages/@original')).status).toBe(204);
  expect(view.status).toBe('deleted');
});

it('says that the application did not respond after 3 seconds, and knows the interaction no longer', async () => {
  const { go, respond, clock } = await startWithCommands();
  const running = go();
  clock.advance(3001);
  expect(await running).toMatchObject({ status: 'failed', failure: 'The application did not respond' });
  const late = await respond({ type: 4, data: { content: 'late' } });
  expect(late).toMatchObject({ status: 404, body: { code: 10062, message: 'Unknown interaction' } });
});

it('takes an answer just before the 3 seconds are over', async () => {
  const { go, respond, clock } = await startWithCommands();
  const running = go();
  clock.advance(2900);
  expect((await respond({ type: 4, data: { content: 'just' } })).status).toBe(204);
  expect((await running).status).toBe('replied');
});

it('acknowledges an interaction once', async () => {
  const { go, respond } = await startWithCommands();
  const running = go();
  await respond({ type: 5 });
  const again = await respond({ type: 4, data: { content: 'again' } });
  expect(again).toMatchObject({
    status: 400,
    body: { code: 40060, message: 'Interaction has already been acknowledged.' },
  });
  const modal = await respond({ type: 9, data: { custom_id: 'm', title: 't', components: [] } });
  expect(modal).toMatchObject({ status: 400, body: { code: 40060 } });
  await running;
});

it('closes the webhook of an interaction after 15 minutes', async () => {
  const { go, respond, hook, clock } = await startWithCommands();
  const running = go();
  await respond({ type: 5 });
  const view = await running;
  clock.advance(14 * 60_000);
  expect((await hook('PATCH', '/messages/@original', { content: 'in time' })).status).toBe(200);
  clock.advance(60_001);
  const expired = { status: 401, body: { code: 50027, message: 'Invalid Webhook Token' } };
  expect(await hook('PATCH', '/messages/@original', { content: 'late' })).toMatchObject(expired);
  expect(await hook('POST', '', { content: 'late' })).toMatchObject(expired);
  expect(view.message?.content).toBe('in time');
});

it('shows that the application did not respond when a deferral is never answered', async () => {
  const { go, respond, clock } = await startWithCommands();
  const running = go();
  await respond({ type: 5 });
  const view = await running;
  clock.advance(15 * 60_000 + 1);
  expect(view).toMatchObject({ status: 'failed', failure: 'The application did not respond' });
});

it('knows no webhook before the first answer, for another application, or with an invented token', async () => {
  const { go, respond, hook, playground } = await startWithCommands();
  const running = go();
  expect(await hook('POST', '', { content: 'early' })).toMatchObject({ status: 404, body: { code: 10015 } });
  expect(await call(playground, 'POST', '/webhooks/1/t', { content: 'a' }, {})).toMatchObject({
    body: { code: 10015 },
  });
  const invented = `/webhooks/${playground.applicationId}/invented`;
  expect(await call(playground, 'POST', invented, { content: 'a' }, {})).toMatchObject({
    status: 401,
    body: { code: 50027 },
  });
  await respond({ type: 4, data: { content: 'a' } });
  await running;
});

it('lets a refused answer be repeated rightly, and tells why it was refused', async () => {
  const { go, respond } = await startWithCommands();
  const running = go();
  expect((await respond({ type: 4, data: { content: '' } })).body).toMatchObject({ code: 50006 });
  expect((await respond({ type: 7, data: { content: 'a' } })).body).toMatchObject({ code: 50035 });
  expect((await respond({ type: 4, data: { content: 'right' } })).status).toBe(204);
  expect(await running).toMatchObject({ status: 'replied', problem: '50035 Invalid Form Body' });
});

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

const PANEL = [
  {
    type: 1,
    components: [
      { type: 2, style: 1, label: 'More', custom_id: 'more' },
      { type: 2, style: 2, label: 'Off', custom_id: 'off', disabled: true },
      { type: 2, style: 5, label: 'Open', url: 'https://a.test/' },
    ],
  },
  {
    type: 1,
    components: [
      {
        type: 3,
        custom_id: 'pick',
        max_values: 2,
        options: ['a', 'b', 'c'].map(value => ({ label: value, value })),
      },
    ],
  },
];

async function startWithPanel(flags = 0) {
  const scene = await startWithCommands();
  const running = scene.go();
  await scene.respond({ type: 4, data: { content: 'panel', components: PANEL, flags } });
  const { message } = await running;
  if (!message) throw new Error('no panel');
  const press = (label: string, user = scene.ben) => scene.playground.actions.press({ user, message, label });
  return { ...scene, message, press };
}

it('updates the message of a pressed button, at once or after a silent deferral', async () => {
  const { press, respond, hook, last, message } = await startWithPanel(EPHEMERAL);
  const first = press('More');
  expect(last()).toMatchObject({
    type: 3,
    message: { id: message.id },
    data: { custom_id: 'more', component_type: 2 },
  });
  expect((await respond({ type: 7, data: { content: 'page 2' } })).status).toBe(204);
  expect(await first).toMatchObject({
    status: 'acknowledged',
    message: { id: message.id, content: 'page 2' },
  });
  const second = press('More');
  await respond({ type: 6 });
  await hook('PATCH', '/messages/@original', { content: 'page 3' });
  expect((await second).message).toMatchObject({ id: message.id, content: 'page 3' });
});

it('answers a press with a message of its own that replies to the panel', async () => {
  const { press, respond, message, cleo } = await startWithPanel();
  const pressing = press('More', cleo);
  await respond({ type: 4, data: { content: 'only you', flags: EPHEMERAL } });
  const view = await pressing;
  expect(view).toMatchObject({
    isEphemeral: true,
    message: { type: 19, message_reference: { message_id: message.id } },
  });
});

it('checks what a client checks before it lets anybody press or choose', async () => {
  const { press, playground, ben, cleo, message } = await startWithPanel(EPHEMERAL);
  await expect(press('Off')).rejects.toThrow('greyed out');
  await expect(press('Open')).rejects.toThrow('link');
  await expect(press('Gone')).rejects.toThrow('no such component');
  await expect(press('More', cleo)).rejects.toThrow('only the person');
  const choose = (values: string[]) =>
    playground.actions.select({ user: ben, message, customId: 'pick', values });
  await expect(choose(['z'])).rejects.toThrow('not offered');
  await expect(choose([])).rejects.toThrow('choose 1 to 2');
  await expect(choose(['a', 'b', 'c'])).rejects.toThrow('choose 1 to 2');
});

it('hands over what was chosen in a select', async () => {
  const { playground, ben, message, respond, last } = await startWithPanel();
  const choosing = playground.actions.select({ user: ben, message, customId: 'pick', values: ['a', 'c'] });
  expect(last()).toMatchObject({ data: { custom_id: 'pick', component_type: 3, values: ['a', 'c'] } });
  await respond({ type: 6 });
  expect((await choosing).status).toBe('acknowledged');
});

const input = (more: object = {}) => ({ type: 4, custom_id: 'i', style: 1, label: 'Words', ...more });
const modal = (more: object = {}) => ({
  custom_id: 'm',
  title: 'Tell',
  components: [{ type: 1, components: [input()] }],
  ...more,
});
const long = (length: number) => 'x'.repeat(length);

it.each([
  ['a title of 45', { title: long(45) }, { title: long(46) }, ['title'], 'BASE_TYPE_BAD_LENGTH'],
  [
    'a custom id of 100',
    { custom_id: long(100) },
    { custom_id: long(101) },
    ['custom_id'],
    'BASE_TYPE_BAD_LENGTH',
  ],
  [
    '5 components',
    {
      components: Array.from({ length: 5 }, (_, i) => ({
        type: 1,
        components: [input({ custom_id: `${i}` })],
      })),
    },
    {
      components: Array.from({ length: 6 }, (_, i) => ({
        type: 1,
        components: [input({ custom_id: `${i}` })],
      })),
    },
    ['components'],
    'BASE_TYPE_BAD_LENGTH',
  ],
  [
    'an input label of 45',
    { components: [{ type: 1, components: [input({ label: long(45) })] }] },
    { components: [{ type: 1, components: [input({ label: long(46) })] }] },
    ['components', 0, 'components', 0, 'label'],
    'BASE_TYPE_BAD_LENGTH',
  ],
  [
    'a placeholder of 100',
    { components: [{ type: 1, components: [input({ placeholder: long(100) })] }] },
    { components: [{ type: 1, components: [input({ placeholder: long(101) })] }] },
    ['components', 0, 'components', 0, 'placeholder'],
    'BASE_TYPE_MAX_LENGTH',
  ],
  [
    'a prefilled text of 4000',
    { components: [{ type: 18, label: 'L', component: input({ label: undefined, value: long(4000) }) }] },
    { components: [{ type: 18, label: 'L', component: input({ label: undefined, value: long(4001) }) }] },
    ['components', 0, 'component', 'value'],
    'BASE_TYPE_MAX_LENGTH',
  ],
  [
    'custom ids used once',
    { components: ['a', 'b'].map(id => ({ type: 1, components: [input({ custom_id: id })] })) },
    { components: ['a', 'a'].map(id => ({ type: 1, components: [input({ custom_id: id })] })) },
    ['components', 1, 'components', 0, 'custom_id'],
    'COMPONENT_CUSTOM_ID_DUPLICATED',
  ],
])('takes %s in a modal, and nothing beyond', async (_, ok, over, path, code) => {
  const { go, respond } = await startWithCommands();
  const running = go();
  const refused = await respond({ type: 9, data: modal(over) });
  expect(
    at(refused.body, 'errors', 'data', ...path, '_errors', 0, 'code'),
    JSON.stringify(refused.body),
  ).toBe(code);
  expect((await respond({ type: 9, data: modal(ok) })).status).toBe(204);
  expect((await running).status).toBe('modal');
});

it('submits a modal with what was filled in, and lets the message behind it be updated', async () => {
  const { press, respond, last, playground, message } = await startWithPanel();
  const pressing = press('More');
  await respond({
    type: 9,
    data: modal({ components: [{ type: 1, components: [input({ min_length: 2, max_length: 4 })] }] }),
  });
  const opened = await pressing;
  const submit = (fields: Record<string, string>) => playground.actions.submit(opened, fields);
  await expect(submit({})).rejects.toThrow('required');
  await expect(submit({ i: 'x' })).rejects.toThrow('2 to 4');
  await expect(submit({ other: 'abc' })).rejects.toThrow('no field');
  const submitting = submit({ i: 'abc' });
  expect(last()).toMatchObject({
    type: 5,
    message: { id: message.id },
    data: {
      custom_id: 'm',
      components: [{ type: 1, components: [{ type: 4, custom_id: 'i', value: 'abc' }] }],
    },
  });
  expect((await respond({ type: 9, data: modal() })).body).toMatchObject({ code: 50035 });
  await respond({ type: 7, data: { content: 'abc' } });
  expect((await submitting).message).toMatchObject({ id: message.id, content: 'abc' });
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
