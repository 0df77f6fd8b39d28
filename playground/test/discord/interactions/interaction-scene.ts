import { setUp, start } from '../../../src/testing/start.ts';
import { at, call, createClock } from '../../scene.ts';

export const EPHEMERAL = 64;
export const LOADING = 128;

/** A playground with commands, and the interactions that the bot was handed, oldest first. */
export async function startWithCommands() {
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
        { type: 11, name: 'file', description: 'd' },
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

export async function startWithPanel(flags = 0) {
  const scene = await startWithCommands();
  const running = scene.go();
  await scene.respond({ type: 4, data: { content: 'panel', components: PANEL, flags } });
  const { message } = await running;
  if (!message) throw new Error('no panel');
  const press = (label: string, user = scene.ben) => scene.playground.actions.press({ user, message, label });
  return { ...scene, message, press };
}
