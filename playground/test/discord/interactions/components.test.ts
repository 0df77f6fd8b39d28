import { expect, it } from 'vitest';
import { at } from '../../scene.ts';
import { EPHEMERAL, startWithCommands, startWithPanel } from './interaction-scene.ts';

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
const bare = { type: 4, custom_id: 'i', style: 1 };
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
    'an input custom id of 100',
    { components: [{ type: 1, components: [input({ custom_id: long(100) })] }] },
    { components: [{ type: 1, components: [input({ custom_id: long(101) })] }] },
    ['components', 0, 'components', 0, 'custom_id'],
    'BASE_TYPE_BAD_LENGTH',
  ],
  [
    'a longest text of 4000',
    { components: [{ type: 1, components: [input({ max_length: 4000 })] }] },
    { components: [{ type: 1, components: [input({ max_length: 4001 })] }] },
    ['components', 0, 'components', 0, 'max_length'],
    'NUMBER_TYPE_MAX',
  ],
  [
    'a shortest text of 4000',
    { components: [{ type: 1, components: [input({ min_length: 4000 })] }] },
    { components: [{ type: 1, components: [input({ min_length: 4001, max_length: 4000 })] }] },
    ['components', 0, 'components', 0, 'min_length'],
    'NUMBER_TYPE_MAX',
  ],
  [
    'a label of 45',
    { components: [{ type: 18, label: long(45), component: bare }] },
    { components: [{ type: 18, label: long(46), component: bare }] },
    ['components', 0, 'label'],
    'BASE_TYPE_BAD_LENGTH',
  ],
  [
    'a description of 100',
    { components: [{ type: 18, label: 'L', description: long(100), component: bare }] },
    { components: [{ type: 18, label: 'L', description: long(101), component: bare }] },
    ['components', 0, 'description'],
    'BASE_TYPE_MAX_LENGTH',
  ],
  [
    'a display of 4000',
    { components: [{ type: 10, content: long(4000) }] },
    { components: [{ type: 10, content: long(4001) }] },
    ['components', 0, 'content'],
    'BASE_TYPE_BAD_LENGTH',
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
