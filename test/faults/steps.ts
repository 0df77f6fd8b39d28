import type { InteractionView } from '@footnote/playground/discord';
import { type APIMessage, ComponentType, MessageFlags } from 'discord-api-types/v10';
import { commands } from '../../commands/index.ts';
import { toCustomId } from '../../src/render/custom-id.ts';
import { sure } from '../sure.ts';
import { cited, type Place } from './action-scene.ts';
import { slashCommands } from './slash-commands.ts';
import { until } from './until.ts';

/** A summary that is being written, one that was ready too late, an interrupted one, one of several pages. */
const situations = ['held', 'late', 'interrupted', 'long'] as const;
type Situation = (typeof situations)[number];

/** What somebody does; pressing and choosing go by the name of the button or select. */
export type Step =
  | {
      readonly kind: 'slash';
      readonly title: string;
      readonly name: string;
      readonly subcommand?: string;
      readonly options: Readonly<Record<string, string | boolean>>;
    }
  | { readonly kind: 'menu'; readonly title: string; readonly name: string }
  | { readonly kind: 'press'; readonly title: string; readonly name: string; readonly isPrivate: boolean }
  | { readonly kind: 'submit'; readonly title: string }
  /** A situation that somebody acts in, not an action itself. */
  | { readonly kind: 'situation'; readonly title: Situation }
  /** Nobody asks anything of the bot. */
  | { readonly kind: 'event'; readonly title: string };

const toMessage = commands.filter(({ kind }) => kind === 'message').map(({ definition }) => definition.name);

const publicSummary: Step = {
  kind: 'slash',
  title: '/summarize in public',
  name: 'summarize',
  options: { private: false },
};

/** What everything else is reached from. */
export const roots: readonly (readonly Step[])[] = [
  [publicSummary],
  ...slashCommands.map((run): readonly Step[] => [{ kind: 'slash', ...run }]),
  [
    {
      kind: 'slash',
      title: '/catchup since:',
      name: 'catchup',
      options: { since: '2d' },
    },
  ],
  ...toMessage.map((name): readonly Step[] => [{ kind: 'menu', title: name, name }]),
  [publicSummary, { kind: 'event', title: 'a cited message is deleted' }],
  ...situations.map((title): readonly Step[] => [{ kind: 'situation', title }]),
];

export type Component = {
  readonly custom_id?: string;
  readonly type: ComponentType;
  readonly disabled?: boolean;
  readonly options?: readonly { readonly value: string; readonly default?: boolean }[];
  readonly components?: readonly Component[];
  readonly component?: Component;
  readonly value?: string;
};

function flatten(components: readonly Component[] = []): readonly Component[] {
  return components.flatMap(each => [
    each,
    ...flatten(each.components),
    ...flatten(each.component && [each.component]),
  ]);
}

/** Without the ids of summaries, among them those of the posts of digests. */
export function withoutSummaryIds(text: string): string {
  return text.replace(/[\da-f]{16}-\d+-\d+-\d+|[\da-f]{8}-[\da-f-]{27}/g, 'ID');
}

/** A custom id without what differs from one summary, claim, page or server to the next. */
function toName(customId: string): string {
  return withoutSummaryIds(customId)
    .replace(/\d{15,20}/g, 'ID')
    .replace(/^(decide:.*):\w+$/, '$1')
    .replace(/:[cr]\d+(?=:|$)/, ':ITEM')
    .replace(/:\d{1,4}(?=:|$)/g, '');
}

const isEphemeral = (message: APIMessage) => ((message.flags ?? 0) & MessageFlags.Ephemeral) !== 0;

/** The messages that the person has before them: of the last answer, and what everybody sees. */
export function toVisible(place: Place, view: InteractionView | null): readonly APIMessage[] {
  const own = view === null ? [] : [...view.followUps, ...(view.message ? [view.message] : [])];
  const posts = place.posts().filter(({ id }) => own.every(each => each.id !== id));
  return [...own, ...posts];
}

/** The buttons and selects on a message that can be used. */
export function listPresses(messages: readonly APIMessage[]): readonly Extract<Step, { kind: 'press' }>[] {
  return messages.flatMap(message =>
    flatten(message.components as readonly Component[] | undefined).flatMap(({ custom_id: id, disabled }) => {
      if (id === undefined || disabled) return [];
      const isPrivate = isEphemeral(message);
      const name = toName(id);
      return [
        { kind: 'press' as const, title: `${name} (${isPrivate ? 'private' : 'public'})`, name, isPrivate },
      ];
    }),
  );
}

function find(messages: readonly APIMessage[], step: Extract<Step, { kind: 'press' }>) {
  for (const message of messages) {
    if (isEphemeral(message) !== step.isPrivate) continue;
    for (const component of flatten(message.components as readonly Component[] | undefined)) {
      const { custom_id: customId, disabled } = component;
      if (customId !== undefined && !disabled && toName(customId) === step.name)
        return { message, customId, component };
    }
  }
  return null;
}

/** Whether what a step presses is there. */
export function canPlay(place: Place, step: Step, view: InteractionView | null): boolean {
  return step.kind !== 'press' || find(toVisible(place, view), step) !== null;
}

/** Does a step, after the answer to the one before. Resolves with the first answer, or after Discord's three seconds. */
export async function play(
  place: Place,
  step: Step,
  view: InteractionView | null,
): Promise<InteractionView | null> {
  const { actions, ann: user, channel } = place;
  if (step.kind === 'slash') {
    const { name: command, subcommand, options } = step;
    const given = 'digest' in options ? { ...options, digest: place.digestId } : options;
    return actions.slash({ user, channel, command, options: given, ...(subcommand && { subcommand }) });
  }
  if (step.kind === 'menu') {
    const [first] = actions.read(user, channel, 100);
    const target = sure(place.world.findMessage(first?.id ?? ''));
    return actions.messageMenu({ user, channel, command: step.name, target });
  }
  if (step.kind === 'submit') {
    if (view?.modal === null || view === null) throw new Error('no form is open');
    const fields = flatten(view.modal.components as readonly Component[]).flatMap(
      ({
        custom_id: id,
        value,
        type,
        options = [],
      }): readonly (readonly [string, string | readonly string[]])[] => {
        if (id === undefined) return [];
        const isUnchosen = type === ComponentType.StringSelect && !options.some(each => each.default);
        if (isUnchosen) return [[id, options.slice(0, 1).map(each => each.value)]];
        if (type !== ComponentType.TextInput) return [];
        return [[id, id === 'owner' || id === 'due' ? (value ?? '') : 'The speakers still work']];
      },
    );
    return actions.submit(view, Object.fromEntries(fields));
  }
  if (step.kind === 'event') {
    const message = actions.read(user, channel, 100).find(({ content }) => content.startsWith(cited));
    if (message) place.world.removeMessage(message.id);
    return view;
  }
  if (step.kind === 'situation') return bringAbout(place, step.title);
  const found = find(toVisible(place, view), step);
  if (found === null)
    throw new Error(
      `there is no ${step.title}: ${listPresses(toVisible(place, view)).map(({ title }) => title)} ${toVisible(place, view).map(({ content, embeds }) => content + embeds.length)}`,
    );
  const { message, customId, component } = found;
  if (component.type === ComponentType.Button) return actions.press({ user, message, customId });
  return actions.select({ user, message, customId, values: toValues(place, component) });
}

function toValues({ guild, channel, news }: Place, { type, options = [] }: Component): readonly string[] {
  if (type === ComponentType.RoleSelect) return [guild.id];
  if (type === ComponentType.ChannelSelect) return [channel.id, news.id];
  const chosen = options.findLast(option => !option.default) ?? options[0];
  return chosen ? [chosen.value] : [];
}

const answer = 'PATCH /webhooks/*/*/messages/@original';

async function bringAbout(place: Place, situation: Situation) {
  const { actions, ann: user, channel, playground } = place;
  if (situation === 'interrupted') return interrupt(place);
  if (situation === 'long') return summarizeMuch(place);
  if (situation === 'held') place.holdSummaries(true);
  // As when the 15 minutes of the answer are over.
  else playground.faults.failWith(404, answer, 1_000);
  const view = await actions.slash({ user, channel, command: 'summarize', options: { private: true } });
  const isThere = () => listPresses(toVisible(place, view)).some(({ name }) => /:(?:stop|open)$/.test(name));
  await until(isThere, { withinMs: 10_000 });
  playground.faults.clear();
  return view;
}

/** A summary whose claims and sources need several pages. */
async function summarizeMuch({ world, actions, guild, ann, bob }: Place) {
  const channel = world.addChannel(guild, { name: 'stalls' });
  const startMs = Date.now() - 40 * 86_400_000;
  // Each quote has two messages of one author.
  for (let index = 0; index < 120; index += 1) {
    const pair = Math.floor(index / 2);
    world.addMessage(channel, {
      by: pair % 2 ? ann : bob,
      atMs: startMs + pair * 7_200_000 + (index % 2) * 60_000,
      content: `We decided that stall number ${index} sells ${'waffles, lemonade and second-hand books '.repeat(3)}until ${index}:00 at the latest`,
    });
  }
  const view = await actions.slash({
    user: ann,
    channel,
    command: 'summarize',
    options: { private: true, detail: 'comprehensive' },
  });
  return view.until(({ message }) => listPresses(message ? [message] : []).length > 2, 10_000);
}

/** As after two processes that ended during the same summary. */
async function interrupt({ world, channel, guild, ann, store }: Place) {
  const id = channel.id;
  await store.openRuns.put({
    id,
    token: null,
    guildId: guild.id,
    channelId: channel.id,
    sourceId: channel.id,
    personId: ann.id,
    locale: 'en-US',
    isPrivate: false,
    request: { detail: 'standard', messages: 100 },
    askedAt: new Date().toISOString(),
    stage: 'interrupted',
    ownerId: '',
  });
  const button = {
    type: ComponentType.Button as const,
    style: 1 as const,
    label: 'Regenerate',
    custom_id: toCustomId({ runId: id, action: 'again' }),
  };
  world.addMessage(channel, {
    by: world.bot,
    content: 'Interrupted.',
    components: [{ type: ComponentType.ActionRow, components: [button] }] as never,
  });
  return null;
}
