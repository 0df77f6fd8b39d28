import { expect, it } from 'vitest';
import { setUp, start } from '../../../src/testing/start.ts';
import { at, call } from '../../scene.ts';
import { COMPONENT_ROWS } from './component-limits.ts';
import { CONTENT_ROWS } from './content-limits.ts';
import { long, MAX, NEEDED } from './limit-row.ts';

const ROWS = [...CONTENT_ROWS, ...COMPONENT_ROWS];
const field = (name: string, value: string) => ({ name, value });

it.each(ROWS)('takes %s in a message, and not one more', async (_, ok, over, path, code, message) => {
  const playground = await start();
  const { general } = setUp(playground);
  const url = `/channels/${general.id}/messages`;
  const fine = await call(playground, 'POST', url, ok);
  expect([fine.status, at(fine.body, 'errors')]).toEqual([200, undefined]);
  const { status, body } = await call(playground, 'POST', url, over);
  expect([status, at(body, 'code'), at(body, 'message')]).toEqual([400, 50035, 'Invalid Form Body']);
  const problem = at(body, 'errors', ...path, '_errors', 0);
  expect(at(problem, 'code'), JSON.stringify(body)).toBe(code);
  expect(at(problem, 'message')).toMatch(message);
  const messages = playground.world.history(general);
  expect(messages).toHaveLength(1);
});

it.each(ROWS.filter(([what]) => !/nonce|stickers|poll|layouts|display|section|gallery/.test(what)))(
  'keeps to %s also when a message is edited and when an interaction is answered',
  async (_, ok, over, path, code) => {
    const playground = await start();
    const { ben, guild, general } = setUp(playground);
    const sent = await call(playground, 'POST', `/channels/${general.id}/messages`, { content: 'a' });
    const url = `/channels/${general.id}/messages/${at(sent.body, 'id')}`;
    expect((await call(playground, 'PATCH', url, ok)).status).toBe(200);
    const edited = await call(playground, 'PATCH', url, over);
    expect([edited.status, at(edited.body, 'errors', ...path, '_errors', 0, 'code')]).toEqual([400, code]);
    await call(playground, 'PUT', `/applications/${playground.applicationId}/guilds/${guild.id}/commands`, [
      { name: 'go', description: 'go' },
    ]);
    const tokens: { id: string; token: string }[] = [];
    playground.subscribe(({ name, toPayload }) => {
      if (name !== 'INTERACTION_CREATE') return;
      const payload = toPayload({ mayReadContent: true });
      tokens.push({ id: String(at(payload, 'id')), token: String(at(payload, 'token')) });
    });
    const running = playground.actions.slash({ user: ben, channel: general, command: 'go' });
    const [interaction] = tokens;
    const callback = `/interactions/${interaction?.id}/${interaction?.token}/callback`;
    const refused = await call(playground, 'POST', callback, { type: 4, data: over }, {});
    expect([refused.status, at(refused.body, 'errors', 'data', ...path, '_errors', 0, 'code')]).toEqual([
      400,
      code,
    ]);
    expect((await call(playground, 'POST', callback, { type: 4, data: ok }, {})).status).toBe(204);
    expect((await running).status).toBe('replied');
  },
);

it.each([
  ['nothing at all', {}],
  ['only blanks', { content: ' \n ' }],
  ['empty lists', { content: '', embeds: [], components: [] }],
])('refuses a message of %s as empty', async (_, body) => {
  const playground = await start();
  const { general } = setUp(playground);
  const answer = await call(playground, 'POST', `/channels/${general.id}/messages`, body);
  expect(answer).toMatchObject({
    status: 400,
    body: { code: 50006, message: 'Cannot send an empty message' },
  });
});

it('names every violated rule of a body at its place', async () => {
  const playground = await start();
  const { general } = setUp(playground);
  const { body } = await call(playground, 'POST', `/channels/${general.id}/messages`, {
    content: long(2001),
    embeds: [{ description: 'd' }, { title: long(257), fields: [field('', 'v')] }],
  });
  expect(body).toEqual({
    message: 'Invalid Form Body',
    code: 50035,
    errors: {
      content: { _errors: [{ code: MAX, message: 'Must be 2000 or fewer in length.' }] },
      embeds: {
        1: {
          title: { _errors: [{ code: MAX, message: 'Must be 256 or fewer in length.' }] },
          fields: { 0: { name: { _errors: [{ code: NEEDED, message: 'This field is required' }] } } },
        },
      },
    },
  });
});

it('refuses a body that is no JSON', async () => {
  const playground = await start();
  const { general } = setUp(playground);
  const response = await fetch(`${playground.url}/api/v10/channels/${general.id}/messages`, {
    method: 'POST',
    headers: { authorization: `Bot ${playground.token}`, 'content-type': 'application/json' },
    body: '{',
  });
  expect([response.status, await response.json()]).toMatchObject([400, { code: 50109 }]);
});
