import { expect, it } from 'vitest';
import { at, call, setUp, start } from './scene.ts';

const long = (length: number) => 'x'.repeat(length);
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const field = (name = 'n', value = 'v') => ({ name, value });
const button = (id: string, more: object = {}) => ({ type: 2, style: 1, label: 'b', custom_id: id, ...more });
const link = (url: string) => ({ type: 2, style: 5, label: 'open', url });
const row = (...components: readonly object[]) => ({ type: 1, components });
const option = (index: number, more: object = {}) => ({ label: `o${index}`, value: `${index}`, ...more });
const select = (more: object = {}) => ({ type: 3, custom_id: 's', options: [option(0)], ...more });
const embed = (body: object) => ({ embeds: [{ description: 'd', ...body }] });

type Row = readonly [
  what: string,
  ok: object,
  over: object,
  path: readonly (string | number)[],
  code: string,
  message: RegExp,
];

const MAX = 'BASE_TYPE_MAX_LENGTH';
const BAD = 'BASE_TYPE_BAD_LENGTH';
const NEEDED = 'BASE_TYPE_REQUIRED';

const ROWS: readonly Row[] = [
  ['content of 2000', { content: long(2000) }, { content: long(2001) }, ['content'], MAX, /2000 or fewer/],
  [
    '10 embeds',
    { embeds: times(10, () => ({ title: 't' })) },
    { embeds: times(11, () => ({ title: 't' })) },
    ['embeds'],
    MAX,
    /10 or fewer/,
  ],
  [
    'a title of 256',
    embed({ title: long(256) }),
    embed({ title: long(257) }),
    ['embeds', 0, 'title'],
    MAX,
    /256 or fewer/,
  ],
  [
    'a description of 4096',
    embed({ description: long(4096) }),
    embed({ description: long(4097) }),
    ['embeds', 0, 'description'],
    MAX,
    /4096 or fewer/,
  ],
  [
    '25 fields',
    embed({ fields: times(25, () => field()) }),
    embed({ fields: times(26, () => field()) }),
    ['embeds', 0, 'fields'],
    MAX,
    /25 or fewer/,
  ],
  [
    'a field name of 256',
    embed({ fields: [field(long(256))] }),
    embed({ fields: [field(long(257))] }),
    ['embeds', 0, 'fields', 0, 'name'],
    BAD,
    /between 1 and 256/,
  ],
  [
    'a field value of 1024',
    embed({ fields: [field('n', long(1024))] }),
    embed({ fields: [field('n', long(1025))] }),
    ['embeds', 0, 'fields', 0, 'value'],
    BAD,
    /between 1 and 1024/,
  ],
  [
    'a field value at all',
    embed({ fields: [field('n', 'v')] }),
    embed({ fields: [field('n', '')] }),
    ['embeds', 0, 'fields', 0, 'value'],
    NEEDED,
    /required/,
  ],
  [
    'a footer of 2048',
    embed({ footer: { text: long(2048) } }),
    embed({ footer: { text: long(2049) } }),
    ['embeds', 0, 'footer', 'text'],
    BAD,
    /2048/,
  ],
  [
    'an author of 256',
    embed({ author: { name: long(256) } }),
    embed({ author: { name: long(257) } }),
    ['embeds', 0, 'author', 'name'],
    BAD,
    /256/,
  ],
  [
    '6000 in one embed',
    embed({ description: long(4000), footer: { text: long(2000) } }),
    embed({ description: long(4000), footer: { text: long(2001) } }),
    ['embeds'],
    'MAX_EMBED_SIZE_EXCEEDED',
    /6000/,
  ],
  [
    '6000 over all embeds',
    { embeds: [{ description: long(3000) }, { description: long(2998), fields: [field()] }] },
    { embeds: [{ description: long(3000) }, { description: long(2999), fields: [field()] }] },
    ['embeds'],
    'MAX_EMBED_SIZE_EXCEEDED',
    /6000/,
  ],
  [
    'something in an embed',
    embed({ description: '', title: 't' }),
    embed({ description: '', color: 1 }),
    ['embeds', 0, 'description'],
    NEEDED,
    /required/,
  ],
  [
    'http in an embed',
    embed({ url: 'https://a.test/' }),
    embed({ url: 'ftp://a.test/' }),
    ['embeds', 0, 'url'],
    'URL_TYPE_INVALID_SCHEME',
    /Scheme "ftp" is not supported/,
  ],
  [
    'a well-formed URL in an embed',
    embed({ image: { url: 'https://a.test/x.png' } }),
    embed({ image: { url: 'no url' } }),
    ['embeds', 0, 'image', 'url'],
    'URL_TYPE_INVALID_URL',
    /Not a well formed URL/,
  ],
  [
    'a colour of 24 bits',
    embed({ color: 0xffffff }),
    embed({ color: 0x1000000 }),
    ['embeds', 0, 'color'],
    'NUMBER_TYPE_MAX',
    /16777215/,
  ],
  [
    '5 rows',
    { components: times(5, i => row(button(`${i}`))) },
    { components: times(6, i => row(button(`${i}`))) },
    ['components'],
    MAX,
    /5 or fewer/,
  ],
  [
    '5 buttons',
    { components: [row(...times(5, i => button(`${i}`)))] },
    { components: [row(...times(6, i => button(`${i}`)))] },
    ['components', 0, 'components'],
    BAD,
    /between 1 and 5/,
  ],
  [
    'a row that is not empty',
    { components: [row(button('a'))] },
    { components: [row()] },
    ['components', 0, 'components'],
    BAD,
    /between 1 and 5/,
  ],
  [
    'a select alone in its row',
    { components: [row(select()), row(button('a'))] },
    { components: [row(select(), button('a'))] },
    ['components', 0, 'components'],
    'COMPONENT_LAYOUT_WIDTH_EXCEEDED',
    /width/,
  ],
  [
    'a custom id of 100',
    { components: [row(button(long(100)))] },
    { components: [row(button(long(101)))] },
    ['components', 0, 'components', 0, 'custom_id'],
    BAD,
    /between 1 and 100/,
  ],
  [
    'custom ids used once',
    { components: [row(button('a'), button('b'))] },
    { components: [row(button('a'), button('a'))] },
    ['components', 0, 'components', 1, 'custom_id'],
    'COMPONENT_CUSTOM_ID_DUPLICATED',
    /duplicated/,
  ],
  [
    'a label of 80',
    { components: [row(button('a', { label: long(80) }))] },
    { components: [row(button('a', { label: long(81) }))] },
    ['components', 0, 'components', 0, 'label'],
    MAX,
    /80 or fewer/,
  ],
  [
    'a custom id on a button',
    { components: [row(button('a'))] },
    { components: [row({ type: 2, style: 1, label: 'b' })] },
    ['components', 0, 'components', 0],
    'BUTTON_COMPONENT_CUSTOM_ID_REQUIRED',
    /custom id/,
  ],
  [
    'a link or a custom id',
    { components: [row(link('https://a.test'))] },
    { components: [row({ ...link('https://a.test'), custom_id: 'a' })] },
    ['components', 0, 'components', 0],
    'BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE',
    /both/,
  ],
  [
    'a link of 512',
    { components: [row(link(`https://a.test/${long(497)}`))] },
    { components: [row(link(`https://a.test/${long(498)}`))] },
    ['components', 0, 'components', 0, 'url'],
    BAD,
    /512/,
  ],
  [
    'a link with a known scheme',
    { components: [row(link('discord://-/channels/@me'))] },
    { components: [row(link('javascript:alert(1)'))] },
    ['components', 0, 'components', 0, 'url'],
    'URL_TYPE_INVALID_SCHEME',
    /'http', 'https', 'discord'/,
  ],
  [
    '25 select options',
    { components: [row(select({ options: times(25, option) }))] },
    { components: [row(select({ options: times(26, option) }))] },
    ['components', 0, 'components', 0, 'options'],
    BAD,
    /between 1 and 25/,
  ],
  [
    'an option label of 100',
    { components: [row(select({ options: [option(0, { label: long(100) })] }))] },
    { components: [row(select({ options: [option(0, { label: long(101) })] }))] },
    ['components', 0, 'components', 0, 'options', 0, 'label'],
    BAD,
    /100/,
  ],
  [
    'an option value of 100',
    { components: [row(select({ options: [option(0, { value: long(100) })] }))] },
    { components: [row(select({ options: [option(0, { value: long(101) })] }))] },
    ['components', 0, 'components', 0, 'options', 0, 'value'],
    BAD,
    /100/,
  ],
  [
    'an option description of 100',
    { components: [row(select({ options: [option(0, { description: long(100) })] }))] },
    { components: [row(select({ options: [option(0, { description: long(101) })] }))] },
    ['components', 0, 'components', 0, 'options', 0, 'description'],
    MAX,
    /100/,
  ],
  [
    'option values used once',
    { components: [row(select({ options: [option(0), option(1)] }))] },
    { components: [row(select({ options: [option(0), option(0)] }))] },
    ['components', 0, 'components', 0, 'options', 1, 'value'],
    'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
    /already used/,
  ],
  [
    'a placeholder of 150',
    { components: [row(select({ placeholder: long(150) }))] },
    { components: [row(select({ placeholder: long(151) }))] },
    ['components', 0, 'components', 0, 'placeholder'],
    MAX,
    /150/,
  ],
  [
    'no more choices than options',
    { components: [row(select({ max_values: 1 }))] },
    { components: [row(select({ max_values: 2 }))] },
    ['components', 0, 'components', 0, 'options'],
    BAD,
    /between 2 and 25/,
  ],
  [
    'a nonce of 25',
    { content: 'a', nonce: long(25) },
    { content: 'a', nonce: long(26) },
    ['nonce'],
    'NONCE_TYPE_TOO_LONG',
    /25/,
  ],
  [
    '3 stickers',
    { sticker_ids: ['1', '2', '3'] },
    { sticker_ids: ['1', '2', '3', '4'] },
    ['sticker_ids'],
    MAX,
    /3 or fewer/,
  ],
  [
    'a poll question of 300',
    { poll: { question: { text: long(300) }, answers: [{ poll_media: { text: 'a' } }] } },
    { poll: { question: { text: long(301) }, answers: [{ poll_media: { text: 'a' } }] } },
    ['poll', 'question', 'text'],
    BAD,
    /300/,
  ],
  [
    '10 poll answers',
    { poll: { question: { text: 'q' }, answers: times(10, () => ({ poll_media: { text: 'a' } })) } },
    { poll: { question: { text: 'q' }, answers: times(11, () => ({ poll_media: { text: 'a' } })) } },
    ['poll', 'answers'],
    BAD,
    /between 1 and 10/,
  ],
  [
    'a poll answer of 55',
    { poll: { question: { text: 'q' }, answers: [{ poll_media: { text: long(55) } }] } },
    { poll: { question: { text: 'q' }, answers: [{ poll_media: { text: long(56) } }] } },
    ['poll', 'answers', 0, 'poll_media', 'text'],
    BAD,
    /55/,
  ],
  [
    '100 users allowed to be mentioned',
    { content: 'a', allowed_mentions: { users: times(100, String) } },
    { content: 'a', allowed_mentions: { users: times(101, String) } },
    ['allowed_mentions', 'users'],
    MAX,
    /100/,
  ],
  [
    'layouts without content',
    { flags: 32768, components: [{ type: 10, content: 'a' }] },
    { flags: 32768, content: 'a', components: [{ type: 10, content: 'a' }] },
    ['content'],
    'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
    /content/,
  ],
  [
    '40 components in layouts',
    { flags: 32768, components: times(40, () => ({ type: 10, content: 'a' })) },
    { flags: 32768, components: times(41, () => ({ type: 10, content: 'a' })) },
    ['components'],
    'COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED',
    /40/,
  ],
  [
    '4000 characters in layouts',
    {
      flags: 32768,
      components: [
        { type: 10, content: long(3999) },
        { type: 10, content: 'a' },
      ],
    },
    {
      flags: 32768,
      components: [
        { type: 10, content: long(4000) },
        { type: 10, content: 'a' },
      ],
    },
    ['components'],
    'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED',
    /4000/,
  ],
];

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

it.each(ROWS.filter(([what]) => !/nonce|stickers|poll|layouts/.test(what)))(
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
