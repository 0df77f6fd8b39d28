import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPlayground, type InteractionView, type OptionValue } from '@footnote/playground/discord';
import { findProblems, watchExchanges } from '@footnote/playground/testing';
import { type APIMessage, MessageFlags, PermissionFlagsBits } from 'discord-api-types/v10';
import { expect } from 'vitest';
import { commands } from '../../commands/index.ts';
import type { ViewerLinks } from '../../src/app/api-ports.ts';
import { extractiveEngine } from '../../src/app/extractive.ts';
import type { SharedRequests } from '../../src/app/limits-ports.ts';
import type { Engine, Judge } from '../../src/app/ports.ts';
import type { Telemetry } from '../../src/app/telemetry-ports.ts';
import type { BotCaps } from '../../src/app/usage/caps.ts';
import { type ReviewMode, usualDefaults } from '../../src/core/settings.ts';
import { createBot } from '../../src/create-bot.ts';
import { createSystemClock, type SystemClock } from '../../src/io/clock.ts';
import { deployCommands } from '../../src/io/discord/check-discord.ts';
import { createClient, login } from '../../src/io/discord/client.ts';
import type { MessageBudget } from '../../src/io/discord/summarize/message-budget.ts';
import type { UpdateInterval } from '../../src/io/discord/summarize/progress.ts';
import { openStore } from '../../src/io/keyv/open-store.ts';
import { deriveTokenKey } from '../../src/io/keyv/stores/open-run-store.ts';
import { createTelemetry } from '../../src/io/telemetry/telemetry.ts';
import { createWebhooks } from '../../src/io/webhooks.ts';
import { createLogger, type Logger } from '../../src/log.ts';
import { sure } from '../sure.ts';
import { importChat } from '../workers.ts';

export type SceneOptions = {
  readonly engine?: Engine;
  readonly fallback?: Engine | undefined;
  readonly judge?: Judge | undefined;
  readonly pace?: UpdateInterval;
  readonly maxMessages?: number;
  readonly messageBudget?: MessageBudget;
  readonly dailyLimit?: number;
  readonly review?: ReviewMode;
  readonly botCaps?: BotCaps;
  /** The clock of the playground, in milliseconds. */
  readonly now?: () => number;
  readonly log?: Logger;
  readonly telemetry?: Telemetry;
  readonly viewerLinks?: ViewerLinks;
  readonly pageTimeoutMs?: number;
  readonly sharedRequests?: SharedRequests;
  /** How long a killed process still counts as alive. */
  readonly leaseMs?: number;
};

export type Options = Readonly<Record<string, OptionValue>>;

/** A Discord on loopback with a server, a channel full of talk, two people, and the bot as it is run. */
export async function createScene({
  engine = extractiveEngine,
  fallback,
  judge,
  pace,
  maxMessages,
  messageBudget,
  dailyLimit = 0,
  review = 'off',
  botCaps = { usd: 0, tokens: 0 },
  leaseMs,
  viewerLinks,
  pageTimeoutMs,
  sharedRequests,
  now,
  telemetry = createTelemetry(),
  log = createLogger(process.env['FOOTNOTE_TEST_LOG'] ?? 'silent'),
}: SceneOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-e2e-'));
  const playground = await createPlayground(now ? { now } : {});
  watchExchanges(playground);
  const { world } = playground;
  const ann = world.addUser({ name: 'ann', displayName: 'Ann', locale: 'en-US' });
  const bob = world.addUser({ name: 'bob', displayName: 'Bob', locale: 'de' });
  const guild = world.addGuild({ name: 'Fair', owner: ann, members: [ann, bob] });
  const channel = world.addChannel(guild, { name: 'planning' });
  const target = {
    token: playground.token,
    applicationId: playground.applicationId,
    apiUrl: `${playground.url}/api`,
  };
  await deployCommands(commands, target);

  const clocks: SystemClock[] = [];
  const boot = async () => {
    const store = await openStore(`sqlite://${join(folder, 'store.sqlite')}`, {
      log,
      tokenKey: deriveTokenKey(target.token),
      maxMessages,
      now: () => playground.clock.now(),
    });
    const clock = createSystemClock({ readMs: now ?? Date.now });
    clock.setOffset(playground.clock.offsetMs());
    clocks.push(clock);
    const bot = await createBot(
      {
        role: 'all',
        defaults: { ...usualDefaults, dailyRuns: dailyLimit, review },
        botCaps,
        maxMessages,
      },
      {
        store,
        clock,
        log,
        telemetry,
        importChat,
        connectDiscord: () => login(createClient({ ...target, sharedRequests }), target.token),
        connectWriters: async () => ({
          engine,
          fallback,
          judge,
        }),
        webhooks: createWebhooks({ allowsPrivate: true, now: clock.now, timeoutMs: 500 }),
        pace,
        messageBudget,
        leaseMs,
        viewerLinks,
        pageTimeoutMs,
      },
    );
    const { client, usage } = bot;
    return {
      client,
      store,
      bot,
      usage,
      shut: async () => {
        await bot.stop();
        await client.destroy();
        await store.close();
      },
    };
  };

  const { actions } = playground;
  let running = await boot();
  const crashed: (typeof running)[] = [];
  return {
    playground,
    world,
    actions,
    /** Presses a button by its label, on a message or on what an interaction shows. */
    press: (on: Pressable | InteractionView, label: string, user = ann) => {
      const message = sure(on && 'message' in on ? on.message : on);
      return actions.press({ user, message, label });
    },
    /** `/summarize` as a person types it. */
    summarize: (options: Options = {}, user = ann, where: { readonly id: string } = channel) =>
      actions.slash({ user, channel: where, command: 'summarize', options }),
    /** What the bot has posted for everybody in a channel, oldest first. */
    posted: (where: { readonly id: string } = channel) =>
      world.history(where).filter(({ author }) => author.id === world.bot.id),
    guild,
    channel,
    ann,
    bob,
    /** Where the store is. */
    folder,
    running: () => running,
    /** Starts another process with the same store. */
    bootAnother: boot,
    /** Moves the clock of Discord and of the bot; it goes on from there. */
    jumpTo: (instant: string) => {
      playground.clock.moveTo(Date.parse(instant));
      for (const clock of clocks) clock.setOffset(playground.clock.offsetMs());
    },
    /** Sets only the clock of the bot's machine. */
    setBotClock: (instant: string) => {
      const aheadMs = Date.parse(instant) - playground.clock.now();
      for (const clock of clocks) clock.setOffset(playground.clock.offsetMs() + aheadMs);
    },
    botNow: () => clocks.at(-1)?.now() ?? '',
    /** As after a crash or a new release: only what is in the store remains. */
    restart: async (meanwhile?: () => void) => {
      await running.shut();
      meanwhile?.();
      running = await boot();
    },
    /** Nobody is told anything: what was being done is simply never heard of again. */
    crash: async (meanwhile?: () => void) => {
      const { client, store } = running;
      await client.destroy();
      await store.close();
      crashed.push(running);
      meanwhile?.();
      running = await boot();
    },
    close: async () => {
      await running.shut();
      await Promise.all(crashed.map(({ bot }) => bot.stop()));
      await playground.close();
      rmSync(folder, { recursive: true });
      // What the bot sends is what Discord's own description takes.
      expect(playground.exchanges.filter(({ status }) => status < 500).flatMap(findProblems)).toEqual([]);
    },
  };
}

export type Scene = Awaited<ReturnType<typeof createScene>>;

type Seer = { readonly role: { readonly id: string } } | { readonly member: { readonly id: string } };

/** The overwrites of a channel that only these and the bot can see. */
export function seenOnlyBy({ world, guild }: Pick<Scene, 'world' | 'guild'>, ...seers: readonly Seer[]) {
  return [
    { role: guild.id, deny: PermissionFlagsBits.ViewChannel },
    ...[...seers, { member: world.bot }].map(seer => ({ ...seer, allow: PermissionFlagsBits.ViewChannel })),
  ];
}

/** A conversation in which something is decided, promised, asked and answered. */
export function fill({ world, channel, ann, bob }: Scene, startMs = Date.now() - 3_600_000): void {
  const lines = [
    [ann, 'The school fair is on 21 March and the budget is 1,200 euros.'],
    [bob, 'How about we rent the big tent from last year for 450?'],
    [ann, 'Approved.'],
    [bob, "I'll book the tent by Friday, the deposit is 100 euros"],
    [ann, 'The loudspeakers from 2024 still work, I tested all four yesterday'],
    [bob, 'We decided to close at 18:00 because of the neighbours.'],
    [ann, 'Parking behind the gym was allowed in every one of the last years'],
    [bob, 'Does anybody have the key to the storage room?'],
  ] as const;
  for (const [index, [by, content]] of lines.entries()) {
    world.addMessage(channel, { by, content, atMs: startMs + index * 60_000 });
  }
}

/** Changes settings of the server, one after the other; the last answer. */
export async function setSettings(
  { actions, ann, channel }: Pick<Scene, 'actions' | 'ann' | 'channel'>,
  given: Readonly<Record<string, string | number>>,
): Promise<InteractionView> {
  const asked = { user: ann, channel, command: 'settings', subcommand: 'set' };
  let view: InteractionView | undefined;
  for (const [setting, value] of Object.entries(given))
    view = await told(await actions.slash({ ...asked, options: { setting, value: String(value) } }));
  if (view === undefined) throw new Error('nothing was set');
  return view;
}

/** All that an answer shows, as one text. */
export function toShown(
  message: { content?: string; embeds?: readonly object[]; components?: readonly object[] } | null,
): string {
  return JSON.stringify([message?.content, message?.embeds, message?.components]);
}

/** The lines above a summary. */
export function toSaid(message: { readonly content: string } | null | undefined): string {
  return message?.content ?? '';
}

/** Waits for the summary, past "thinking" and progress. */
export function summarized(view: InteractionView): Promise<InteractionView> {
  // Claims are shown as they come, with a button that stops it.
  return view.until(
    ({ message }) => (message?.embeds.length ?? 0) > 0 && !toShown(message).includes(':stop"'),
  );
}

/** Waits until a person has no message but panels alone in the channel: before a public answer there is a private promise. */
export async function withoutPromise({ actions, channel, ann }: Scene): Promise<void> {
  const isAlone = (message: APIMessage) =>
    ((message.flags ?? 0) & MessageFlags.Ephemeral) !== 0 && toCustomIdOf(message, 'save') === undefined;
  await expect.poll(() => actions.read(ann, channel).filter(isAlone)).toEqual([]);
}

/** Waits for a sentence that is no progress. */
export function told(view: InteractionView): Promise<InteractionView> {
  return view.until(({ message }) => /\S/.test(message?.content ?? '') && !/…$/.test(message?.content ?? ''));
}

type Asked = InteractionView | Promise<InteractionView>;

/** The sentence that answers. */
export async function readReply(asked: Asked): Promise<string> {
  return toSaid((await told(await asked)).message);
}

/** All that a whole summary shows. */
export async function readSummary(asked: Asked): Promise<string> {
  return toShown((await summarized(await asked)).message);
}

/** The sentence that comes beside the message that was pressed on. */
export async function readBeside(asked: Asked): Promise<string> {
  return (await besides(await asked)).content;
}

/** Waits for the sentence or the message that a press brings beside the message that it stood on. */
export async function besides(view: InteractionView): Promise<APIMessage> {
  await view.until(({ followUps }) => followUps.length > 0);
  const message = sure(view.followUps[0]);
  return message;
}

/** What the buttons of a message say, row by row; a select by its placeholder. */
export function toLabels(message: Pressable): readonly (readonly (string | undefined)[])[] {
  type Control = {
    readonly label?: string;
    readonly placeholder?: string;
    readonly emoji?: { readonly name: string };
  };
  const rows = (message?.components ?? []) as readonly { readonly components?: readonly Control[] }[];
  return rows.map(({ components = [] }) =>
    components.map(({ label, placeholder, emoji }) => label ?? placeholder ?? emoji?.name),
  );
}

type Actions = Scene['actions'];
type User = Scene['ann'];
type Pressable = Pick<APIMessage, 'id' | 'channel_id' | 'components'> | null | undefined;

/** The custom id of the button or select of a summary that does this. */
export function toCustomIdOf(message: Pressable, action: string): string | undefined {
  return new RegExp(`"(summary:[\\w-]+:${action}(?::\\d+)?)"`).exec(JSON.stringify(message?.components))?.[1];
}

/** Presses *More* on a summary, and waits for the panel that this person gets. */
export async function openMore(actions: Actions, message: Pressable, user: User): Promise<APIMessage> {
  const customId = toCustomIdOf(message, 'more');
  if (!message || customId === undefined) throw new Error('nothing to press on');
  return besides(await actions.press({ user, message, customId }));
}

const inPanel = { Why: 'why', Review: 'review', Again: 'again', Delete: 'delete' } as const;
/** A button of the panel by its English label. */
export type PanelButton = keyof typeof inPanel;

/** Presses *More* on a summary, and then a button of the panel. */
export async function pressMore(
  actions: Actions,
  message: Pressable,
  button: PanelButton,
  user: User,
): Promise<InteractionView> {
  const panel = await openMore(actions, message, user);
  const customId = sure(toCustomIdOf(panel, inPanel[button]));
  if (button === 'Delete') return pressDelete(actions, panel, user);
  const view = await actions.press({ user, message: panel, customId });
  return view.status === 'modal' ? actions.submit(view, {}) : view;
}

/** Presses Delete in a panel, and confirms it. */
export async function pressDelete(actions: Actions, panel: Pressable, user: User): Promise<InteractionView> {
  const question = await askDelete(actions, panel, user);
  return actions.press({ user, message: question, customId: toCustomIdOf(question, 'erase') ?? '' });
}

/** Presses Delete in a panel, and waits for the question in its place. */
export async function askDelete(actions: Actions, panel: Pressable, user: User): Promise<APIMessage> {
  if (!panel) throw new Error('nothing to press on');
  const pressed = await actions.press({
    user,
    message: panel,
    customId: toCustomIdOf(panel, 'delete') ?? '',
  });
  await pressed.until(({ message }) => toCustomIdOf(message, 'erase') !== undefined);
  if (pressed.message === null) throw new Error('no question');
  return pressed.message;
}

/** Presses *More* on a summary, and chooses a format. */
export async function saveAs(
  actions: Actions,
  message: Pressable,
  format: string,
  user: User,
): Promise<InteractionView> {
  const panel = await openMore(actions, message, user);
  const customId = sure(toCustomIdOf(panel, 'save'));
  return actions.select({ user, message: panel, customId, values: [format] });
}

/** What *Why* says of a summary. */
export async function readWhy(actions: Actions, message: Pressable, user: User): Promise<string> {
  const why = await summarized(await pressMore(actions, message, 'Why', user));
  return why.message?.embeds[0]?.description ?? '';
}
