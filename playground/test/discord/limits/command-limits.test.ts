import { expect, it } from 'vitest';
import { start } from '../../../src/testing/start.ts';
import { at, call } from '../../scene.ts';

const long = (length: number) => 'x'.repeat(length);
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const command = (more: object = {}) => ({ name: 'go', description: 'd', ...more });
const option = (more: object = {}) => ({ type: 3, name: 'o', description: 'd', ...more });
const withOption = (more: object) => command({ options: [option(more)] });
const choiceOf = (more: object = {}) => ({ name: 'c', value: 'v', ...more });

/** A command of 7907 characters and as many more as `last`. */
const sized = (last: number) => {
  const full = (count: number) => times(count, () => choiceOf({ name: long(100), value: long(100) }));
  const rest = choiceOf({ name: long(100), value: long(last) });
  return command({
    options: [option({ choices: full(25) }), option({ name: 'p', choices: [...full(14), rest] })],
  });
};

type Row = readonly [
  what: string,
  ok: object,
  over: object,
  path: readonly (string | number)[],
  code: string,
];

const MAX = 'BASE_TYPE_MAX_LENGTH';
const BAD = 'BASE_TYPE_BAD_LENGTH';
const NEEDED = 'BASE_TYPE_REQUIRED';
const BAD_NAME = 'APPLICATION_COMMAND_INVALID_NAME';
const BAD_TYPE = 'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID';

const ROWS: readonly Row[] = [
  ['a name of 32', command({ name: long(32) }), command({ name: long(33) }), ['name'], BAD],
  ['a name without capitals', command({ name: 'größe' }), command({ name: 'Größe' }), ['name'], BAD_NAME],
  ['a name without blanks', command({ name: 'a-b_c' }), command({ name: 'a b' }), ['name'], BAD_NAME],
  ['a description', command({ description: 'd' }), command({ description: '' }), ['description'], NEEDED],
  [
    'a description of 100',
    command({ description: long(100) }),
    command({ description: long(101) }),
    ['description'],
    MAX,
  ],
  [
    'names in known languages',
    command({ name_localizations: { de: 'los' } }),
    command({ name_localizations: { xx: 'los' } }),
    ['name_localizations', 'xx'],
    'ENUM_TYPE_COERCE',
  ],
  [
    'translated names without capitals',
    command({ name_localizations: { de: 'los' } }),
    command({ name_localizations: { de: 'Los' } }),
    ['name_localizations', 'de'],
    BAD_NAME,
  ],
  [
    'translated descriptions of 100',
    command({ description_localizations: { de: long(100) } }),
    command({ description_localizations: { de: long(101) } }),
    ['description_localizations', 'de'],
    MAX,
  ],
  [
    '25 options',
    command({ options: times(25, i => option({ name: `o${i}` })) }),
    command({ options: times(26, i => option({ name: `o${i}` })) }),
    ['options'],
    MAX,
  ],
  [
    'an option name of 32',
    withOption({ name: long(32) }),
    withOption({ name: long(33) }),
    ['options', 0, 'name'],
    BAD,
  ],
  [
    'an option name without capitals',
    withOption({ name: 'o' }),
    withOption({ name: 'O' }),
    ['options', 0, 'name'],
    BAD_NAME,
  ],
  [
    'an option description of 100',
    withOption({ description: long(100) }),
    withOption({ description: long(101) }),
    ['options', 0, 'description'],
    BAD,
  ],
  [
    'ten types of files',
    withOption({ type: 11, file_types: ['image', ...times(9, i => `.t${i}`)] }),
    withOption({ type: 11, file_types: times(11, i => `.t${i}`) }),
    ['options', 0, 'file_types'],
    MAX,
  ],
  [
    'types of files that are media or endings',
    withOption({ type: 11, file_types: ['video', '.txt'] }),
    withOption({ type: 11, file_types: ['text'] }),
    ['options', 0, 'file_types', 0],
    'BASE_TYPE_CHOICES',
  ],
  [
    'option names used once',
    command({ options: [option(), option({ name: 'p' })] }),
    command({ options: [option(), option()] }),
    ['options', 1],
    'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS',
  ],
  [
    'required options first',
    command({ options: [option({ required: true }), option({ name: 'p' })] }),
    command({ options: [option(), option({ name: 'p', required: true })] }),
    ['options', 1],
    'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
  ],
  [
    '25 choices',
    withOption({ choices: times(25, i => choiceOf({ name: `c${i}` })) }),
    withOption({ choices: times(26, i => choiceOf({ name: `c${i}` })) }),
    ['options', 0, 'choices'],
    MAX,
  ],
  [
    'a choice name of 100',
    withOption({ choices: [choiceOf({ name: long(100) })] }),
    withOption({ choices: [choiceOf({ name: long(101) })] }),
    ['options', 0, 'choices', 0, 'name'],
    BAD,
  ],
  [
    'choices or autocomplete',
    withOption({ autocomplete: true }),
    withOption({ autocomplete: true, choices: [choiceOf()] }),
    ['options', 0],
    'APPLICATION_COMMAND_AUTOCOMPLETE_NOT_ALLOWED',
  ],
  [
    'a known option type',
    withOption({ type: 11 }),
    withOption({ type: 12 }),
    ['options', 0, 'type'],
    'BASE_TYPE_CHOICES',
  ],
  [
    'a length of 6000',
    withOption({ max_length: 6000 }),
    withOption({ max_length: 6001 }),
    ['options', 0, 'max_length'],
    'NUMBER_TYPE_MAX',
  ],
  [
    'either subcommands or options',
    command({ options: [option({ type: 1 })] }),
    command({ options: [option({ type: 1 }), option({ name: 'p' })] }),
    ['options', 0, 'type'],
    BAD_TYPE,
  ],
  [
    'subcommands two deep',
    command({ options: [option({ type: 2, options: [option({ type: 1 })] })] }),
    command({ options: [option({ type: 2, options: [option({ type: 2 })] })] }),
    ['options', 0, 'options', 0, 'type'],
    BAD_TYPE,
  ],
  [
    'a menu name with blanks',
    command({ type: 3, name: 'Summarize Here', description: '' }),
    command({ type: 3, name: long(33), description: '' }),
    ['name'],
    BAD,
  ],
  [
    'a menu without description',
    { type: 2, name: 'Look' },
    command({ type: 2, name: 'Look' }),
    ['description'],
    'APPLICATION_COMMAND_INVALID_DESCRIPTION',
  ],
  ['8000 characters in all', sized(93), sized(94), [], 'APPLICATION_COMMAND_TOO_LARGE'],
  [
    'a choice value of 100',
    withOption({ choices: [choiceOf({ value: long(100) })] }),
    withOption({ choices: [choiceOf({ value: long(101) })] }),
    ['options', 0, 'choices', 0, 'value'],
    MAX,
  ],
  [
    'a translated choice of 100',
    withOption({ choices: [choiceOf({ name_localizations: { de: long(100) } })] }),
    withOption({ choices: [choiceOf({ name_localizations: { de: long(101) } })] }),
    ['options', 0, 'choices', 0, 'name_localizations', 'de'],
    BAD,
  ],
  [
    'a least length of 6000',
    withOption({ min_length: 6000 }),
    withOption({ min_length: 6001 }),
    ['options', 0, 'min_length'],
    'NUMBER_TYPE_MAX',
  ],
  [
    'a translated menu name of 32',
    { type: 3, name: 'M', name_localizations: { de: long(32) } },
    { type: 3, name: 'M', name_localizations: { de: long(33) } },
    ['name_localizations', 'de'],
    BAD,
  ],
];

it.each(ROWS)('takes %s in a command, and nothing beyond', async (_, ok, over, path, code) => {
  const playground = await start();
  const url = `/applications/${playground.applicationId}/commands`;
  const fine = await call(playground, 'POST', url, ok);
  expect([fine.status, at(fine.body, 'errors')]).toEqual([201, undefined]);
  const one = await call(playground, 'POST', url, over);
  expect([one.status, at(one.body, 'code')]).toEqual([400, 50035]);
  expect(at(one.body, 'errors', ...path, '_errors', 0, 'code'), JSON.stringify(one.body)).toBe(code);
  const all = await call(playground, 'PUT', url, [ok, over]);
  expect([all.status, at(all.body, 'errors', 1, ...path, '_errors', 0, 'code')]).toEqual([400, code]);
});

it.each([
  ['100 slash commands', 1, 100],
  ['15 user menus', 2, 15],
  ['15 message menus', 3, 15],
] as const)('takes %s, and not one more', async (_, type, count) => {
  const playground = await start();
  const url = `/applications/${playground.applicationId}/commands`;
  const make = (index: number) => ({ type, name: `c${index}`, ...(type === 1 ? { description: 'd' } : {}) });
  expect((await call(playground, 'PUT', url, times(count, make))).status).toBe(200);
  expect(await call(playground, 'POST', url, make(count))).toMatchObject({
    status: 400,
    body: { code: 30032 },
  });
  expect(await call(playground, 'PUT', url, times(count + 1, make))).toMatchObject({
    status: 400,
    body: { code: 30032 },
  });
});

it('replaces all commands of a scope at once, keeping the ids of those that stay', async () => {
  const playground = await start();
  const url = `/applications/${playground.applicationId}/commands`;
  const first = await call(playground, 'PUT', url, [command(), command({ name: 'old' })]);
  const second = await call(playground, 'PUT', url, [
    command({ name: 'new' }),
    command({ description: 'changed' }),
  ]);
  expect(at(second.body, 1)).toMatchObject({ id: at(first.body, 0, 'id'), description: 'changed', type: 1 });
  const { body } = await call(playground, 'GET', url);
  expect(Array.isArray(body) && body.map(one => at(one, 'name')).sort()).toEqual(['go', 'new']);
  const twice = await call(playground, 'PUT', url, [command(), command()]);
  expect(at(twice.body, 'errors', 1, 'name', '_errors', 0, 'code')).toBe(
    'APPLICATION_COMMANDS_DUPLICATE_NAME',
  );
});

it('keeps the commands of a server apart from the global ones, and of servers it is not in away', async () => {
  const playground = await start();
  const { world, applicationId } = playground;
  const owner = world.addUser({ name: 'ada' });
  const guild = world.addGuild({ name: 'g', owner });
  const other = world.addGuild({ name: 'h', owner, hasBot: false });
  const base = `/applications/${applicationId}`;
  const made = await call(playground, 'POST', `${base}/guilds/${guild.id}/commands`, command());
  expect(made).toMatchObject({ status: 201, body: { guild_id: guild.id } });
  expect((await call(playground, 'GET', `${base}/commands`)).body).toEqual([]);
  const id = at(made.body, 'id');
  expect((await call(playground, 'GET', `${base}/commands/${id}`)).body).toMatchObject({ code: 10063 });
  const one = `${base}/guilds/${guild.id}/commands/${id}`;
  expect((await call(playground, 'PATCH', one, { description: 'other' })).body).toMatchObject({
    name: 'go',
    description: 'other',
  });
  expect((await call(playground, 'DELETE', one)).status).toBe(204);
  expect((await call(playground, 'GET', one)).status).toBe(404);
  expect((await call(playground, 'GET', `${base}/guilds/${other.id}/commands`)).body).toMatchObject({
    code: 50001,
  });
});
