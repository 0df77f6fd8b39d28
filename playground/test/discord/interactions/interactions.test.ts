import { expect, it } from 'vitest';
import { at, call } from '../../scene.ts';
import { EPHEMERAL, LOADING, startWithCommands } from './interaction-scene.ts';

it('sends a slash command to the bot with all fields that Discord sends', async () => {
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

it('keeps a deferred answer as private as the deferral was, also if the edit says otherwise', async () => {
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

it('takes an answer before the 3 seconds are over', async () => {
  const { go, respond, clock } = await startWithCommands();
  const running = go();
  clock.advance(2000);
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
