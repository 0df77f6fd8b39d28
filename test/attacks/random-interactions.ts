import type { InteractionView } from '@footnote/playground/discord';
import { createRandom, pickBelow, type Random } from '@footnote/playground/random';
import {
  type APIApplicationCommandOption,
  type APIMessage,
  ComponentType,
  InteractionType,
  ApplicationCommandOptionType as Type,
} from 'discord-api-types/v10';
import { createLogParts } from '../e2e/decisions/log-scene.ts';
import { createLogLines } from '../e2e/log-lines.ts';
import { createScene, fill } from '../e2e/scene.ts';
import { sure } from '../sure.ts';

/** Only the owner and the bot can read it. */
const secret = 'Zephyranthes';
const atOnce = 5;
const mostOfPerson = 60;

const parts = createLogParts([
  {
    when: 'Approved',
    kind: 'decision',
    text: 'They rent the big tent for 450.',
    cites: ['How about', 'Approved'],
  },
  { when: "I'll book", kind: 'action', text: 'Bob books the tent by Friday.', owner: 'Bob' },
  { when: 'The school fair', kind: 'fact', text: 'The school fair is on 21 March.' },
  { when: 'We buy', kind: 'decision', text: `They buy the ${secret}.` },
]);

type Nested = APIApplicationCommandOption & {
  readonly options?: readonly Nested[];
  readonly choices?: readonly { readonly value: string | number }[];
  readonly autocomplete?: boolean;
};

/**
 * Has three people send random interactions, with any option, any custom id that the bot wrote or a mutation of one, five
 * at once. Returns how they ended, and all that must not happen.
 */
export async function playRandomly(seed: number, count: number) {
  const random = createRandom(seed);
  const one = <Item>(list: readonly Item[]): Item => sure(pickOne(random, list));
  const chance = (share: number) => random() < share;
  const { log, lines } = createLogLines();
  const scene = await createScene({
    engine: parts.engine,
    judge: parts.judge,
    review: 'before-sharing',
    log,
  });
  const { world, actions, guild, channel, ann, playground } = scene;
  const role = world.addRole(guild, { name: 'team' });
  const closed = scene.addClosed('closed');
  const thread = world.addThread(channel, { name: 'tents', owner: ann });
  fill(scene);
  world.addMessage(closed, { by: ann, content: `We buy the ${secret} for 900 euros.` });

  const problems: string[] = [];
  const stopWatching = playground.subscribe(({ name, toPayload }) => {
    if (name !== 'MESSAGE_CREATE' && name !== 'MESSAGE_UPDATE') return;
    const shown = toPayload({ mayReadContent: true }) as APIMessage;
    const message = world.findMessage(shown.id);
    if (message?.authorId !== world.bot.id) return;
    const isForOthers = [channel.id, thread.id].includes(message.channelId) && message.ephemeralTo !== ann.id;
    if (isForOthers && JSON.stringify(shown).includes(secret))
      problems.push(`shows a secret: ${shown.content}`);
    const { everyone, userIds, roleIds } = message.pings;
    // Discord counts a deferred answer to a press as a reply to the bot.
    const pinged = [...roleIds, ...userIds.filter(id => id !== world.bot.id)];
    if (everyone || pinged.length > 0) problems.push(`pings: ${message.content}`);
  });

  const plain = (index: number) => {
    const user = world.addUser({ name: `member${index}`, locale: one(['en-US', 'de', 'fr', 'ja', 'xx']) });
    world.addMember(guild, user);
    return user;
  };
  let people = [ann, plain(0), plain(1)];
  const customIds = ['summary:x:share', 'nonsense', 'decide:x:c1:edit:open'];
  const values = ['csv', 'never', 'c1'];
  let seen = 0;
  /** Every id that the bot has written so far. */
  const learn = () => {
    for (const { request } of playground.exchanges.slice(seen)) {
      const text = JSON.stringify(request) ?? '';
      for (const [, id = ''] of text.matchAll(/"custom_id":"([^"]+)"/g)) customIds.push(id);
      for (const [, value = ''] of text.matchAll(/"value":"([^"]{1,100})"/g))
        if (!value.includes(secret)) values.push(value);
    }
    seen = playground.exchanges.length;
  };
  const toNastyText = (): string =>
    one([
      '',
      '(a+)+$'.repeat(1_000),
      'a'.repeat(6_000),
      `@everyone <@${ann.id}> <@&${role.id}> <#${closed.id}>`,
      `https://discord.com/channels/${guild.id}/${closed.id}/${closed.id}`,
      '2 days ago',
      'my last message',
      'every weekday at 9:00',
      'Europe/Berlin',
      'Mars/Olympus',
      '\u202e\u0000\ud800 {0} {count, plural, other {#}}',
      '__proto__',
      'https://127.0.0.1/hook',
      one(values),
      one(customIds),
    ]);
  const toNumber = () => one([-1, 0, 1, 2, 5, 30, 100, 1e9, 0.5, Number.MAX_SAFE_INTEGER]);
  const toId = () =>
    one([ann.id, role.id, channel.id, closed.id, thread.id, guild.id, world.bot.id, '123456789012345678']);

  const toOption = (option: Nested): object => {
    const { name, type, choices } = option;
    const known = choices && choices.length > 0 && chance(0.8) ? one(choices).value : undefined;
    if (type === Type.Boolean) return { name, type, value: chance(0.5) };
    if (type === Type.String) return { name, type, value: known ?? toNastyText() };
    if (type === Type.Integer || type === Type.Number) return { name, type, value: known ?? toNumber() };
    return { name, type, value: toId() };
  };
  const toOptions = (options: readonly Nested[], focused: boolean): object[] => {
    const nested = options.filter(({ type }) => type === Type.Subcommand || type === Type.SubcommandGroup);
    if (nested.length > 0) {
      const { name, type, options: own = [] } = one(nested);
      return [{ name, type, options: toOptions(own, focused) }];
    }
    const given = options
      .filter(({ type, required }) => type !== Type.Attachment && (required || chance(0.3)))
      .map(toOption);
    const suggesting = focused ? options.filter(({ autocomplete }) => autocomplete) : [];
    const { name, type } = pickOne(random, suggesting) ?? {};
    return name === undefined ? given : [...given, { name, type, value: toNastyText(), focused: true }];
  };
  const mutate = (customId: string): string => {
    const at = pickBelow(random, customId.length);
    const [first, second] = [customId.split(':'), one(customIds).split(':')];
    const swapped = first.map((part, index) => (chance(0.3) ? (second[index] ?? part) : part)).join(':');
    return one([
      swapped,
      customId.slice(0, at),
      customId.slice(0, at) + customId.slice(at + 1),
      customId.replace(/\d+/, String(toNumber())),
      `${customId}:1`,
      customId.slice(0, 100).padEnd(100, 'x'),
    ]).slice(0, 100);
  };

  const send = async (): Promise<InteractionView> => {
    const user = one(people);
    const where = user === ann ? one([channel, thread, closed]) : one([channel, thread]);
    const asked = { user, channel: where };
    const kind = random();
    if (kind < 0.4) {
      const { id, name, type, options = [] } = one(actions.offeredCommands(ann, channel));
      const own = toOptions(options as readonly Nested[], type === 1 && chance(0.2));
      if (type === 3) {
        const target = world.findMessage(one(world.history(channel)).id);
        if (target?.ephemeralTo !== null) return send();
        return actions.messageMenu({ ...asked, channel, command: name, target });
      }
      const interaction = JSON.stringify(own).includes('"focused":true')
        ? InteractionType.ApplicationCommandAutocomplete
        : InteractionType.ApplicationCommand;
      return actions.forge({
        ...asked,
        type: interaction,
        data: { id, name, type, options: own },
      });
    }
    learn();
    const known = chance(0.7) ? one(customIds.slice(-60)) : one(customIds);
    const custom_id = chance(0.25) ? mutate(known) : known;
    const on = pickOne(
      random,
      actions.read(user, where).filter(({ author }) => author.id === world.bot.id),
    );
    if (kind < 0.9 && on !== undefined) {
      const component_type = one([
        ComponentType.Button,
        ComponentType.Button,
        ComponentType.StringSelect,
        ComponentType.UserSelect,
        ComponentType.ChannelSelect,
      ]);
      const chosen =
        component_type === ComponentType.StringSelect ? one([...values.slice(-40), toNastyText()]) : toId();
      const selected = component_type === ComponentType.Button ? {} : { values: [chosen] };
      const data = { id: 1, custom_id, component_type, ...selected };
      return actions.forge({
        ...asked,
        type: InteractionType.MessageComponent,
        data,
        on,
      });
    }
    const components = ['text', 'owner', 'due', 'reason']
      .filter(() => chance(0.8))
      .map((field, index) => ({
        type: ComponentType.Label,
        id: index + 1,
        component: {
          type: ComponentType.TextInput,
          id: index + 10,
          custom_id: field,
          value: toNastyText().slice(0, 4_000),
        },
      }));
    const data = { custom_id, components };
    return actions.forge({
      ...asked,
      type: InteractionType.ModalSubmit,
      data,
      ...(on && { on }),
    });
  };

  const views: InteractionView[] = [];
  for (let sent = 0; sent < count; sent += atOnce) {
    views.push(...(await Promise.all(Array.from({ length: Math.min(atOnce, count - sent) }, send))));
    // After a while others go on, who know nothing yet of what was answered before.
    if (sent % mostOfPerson === 0) people = [ann, plain(sent + 2), plain(sent + 3)];
  }
  for (const view of views)
    await view
      .until(({ status }) => status !== 'waiting' && status !== 'thinking', 30_000)
      .catch((error: Error) => problems.push(error.message));
  stopWatching();
  const failures = lines
    .filter(({ msg }) => msg === 'interaction-failed')
    .map(({ error }) => `failed: ${JSON.stringify(error)}`);
  await scene.close();
  const statuses = new Map<string, number>();
  for (const { status } of views) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const unanswered = views
    .filter(({ status }) => status === 'failed')
    .map(({ problem }) => `unanswered: ${problem}`);
  return { statuses, problems: [...new Set([...problems, ...failures, ...unanswered])] };
}

function pickOne<Item>(random: Random, list: readonly Item[]): Item | undefined {
  return list[pickBelow(random, list.length)];
}
