import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createPlayground,
  type InteractionView,
  type OptionValue,
  type Playground,
  type User,
} from '@footnote/playground/discord';
import { findProblems, watchExchanges } from '@footnote/playground/testing';
import { BurstHandlerMajorIdKey } from 'discord.js';
import { type APIMessage, MessageFlags, PermissionFlagsBits } from 'discord-api-types/v10';
import { expect, onTestFinished } from 'vitest';
import { commands } from '../../commands/index.ts';
import type { ViewerLinks } from '../../src/app/api-ports.ts';
import { extractiveEngine } from '../../src/app/extractive.ts';
import type { MessageBudget } from '../../src/app/message-budget.ts';
import type { Engine, Judge } from '../../src/app/ports.ts';
import type { ProxySenders } from '../../src/app/store-ports.ts';
import type { Telemetry } from '../../src/app/telemetry-ports.ts';
import type { BotCaps } from '../../src/app/usage/caps.ts';
import { type ReviewMode, usualDefaults } from '../../src/core/settings.ts';
import { createBot } from '../../src/create-bot.ts';
import { createSystemClock, type SystemClock } from '../../src/io/clock.ts';
import { deployCommands } from '../../src/io/discord/check-discord.ts';
import { createClient, login } from '../../src/io/discord/client.ts';
import type { UpdateInterval } from '../../src/io/discord/interaction/context.ts';
import { openStore } from '../../src/io/keyv/open-store.ts';
import { deriveTokenKey } from '../../src/io/keyv/stores/open-run-store.ts';
import { createTelemetry } from '../../src/io/telemetry/telemetry.ts';
import { createWebhooks } from '../../src/io/webhooks.ts';
import { createLogger, type Logger } from '../../src/log.ts';
import { createReceiptSigner } from '../../src/render/receipt.ts';
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
  /** Says who wrote what PluralKit posted. */
  readonly senders?: ProxySenders;
  /** The clock of the playground, in milliseconds. */
  readonly now?: () => number;
  /** How long the bot may take to answer first. */
  readonly answerWithinMs?: number;
  readonly log?: Logger;
  readonly telemetry?: Telemetry;
  readonly viewerLinks?: ViewerLinks;
  readonly pageTimeoutMs?: number;
  /** How long a killed process still counts as alive. */
  readonly leaseMs?: number;
};

export type Options = Readonly<Record<string, OptionValue>>;

const { ViewChannel } = PermissionFlagsBits;

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
  senders = { known: () => undefined, find: () => Promise.reject(new Error('no lookup is scripted')) },
  now,
  answerWithinMs = 3_000,
  telemetry = createTelemetry(),
  log = createLogger(process.env['FOOTNOTE_TEST_LOG'] ?? 'silent'),
}: SceneOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-e2e-'));
  const playground = await createPlayground({ answerWithinMs, ...(now && { now }) });
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
        connectDiscord: () => login(options => createClient({ ...target, ...options }), target.token),
        connectWriters: async () => ({
          engine,
          fallback,
          judge,
        }),
        senders,
        webhooks: createWebhooks({ allowsPrivate: true, now: clock.now, timeoutMs: 500 }),
        pace,
        messageBudget,
        leaseMs,
        viewerLinks,
        receipts: createReceiptSigner([deriveTokenKey(target.token)]),
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
    ...createDriver({ playground, guild, channel, ann }),
    /** The summary that a message shows, as it is stored. */
    stored: (on: Pressable) => running.store.summaries.get(guild.id, toSummaryId(on)),
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
    /**
     * Nobody is told anything: what was being done is simply never heard of again. Before anything happens meanwhile, the
     * requests under way have ended, as they would within seconds.
     */
    crash: async (meanwhile?: () => void) => {
      const { client, store } = running;
      await client.destroy();
      await store.close();
      // What discord.js would send again later is not sent. Only now: what fails must leave no trace in the store.
      client.rest.options.makeRequest = () => Promise.reject(new Error('the process is gone'));
      crashed.push(running);
      if (meanwhile) {
        // The handlers of first answers never say that they are inactive.
        const others = client.rest.handlers.filter(({ id }) => !id.endsWith(BurstHandlerMajorIdKey));
        await expect.poll(() => others.every(({ inactive }) => inactive)).toBe(true);
        meanwhile();
      }
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

/** A busy machine is slow: Discord's 3 seconds are only for tests that set them, or move the clock past them. */
const busyMs = 40_000;

/** The same, which ends with the test. */
export async function openScene(options: SceneOptions = {}): Promise<Scene> {
  const scene = await createScene({ ...(!options.now && { answerWithinMs: busyMs }), ...options });
  onTestFinished(scene.close);
  return scene;
}

type Ref = { readonly id: string };
type Seer = { readonly role: Ref } | { readonly member: Ref };
type Locale = Parameters<Playground['world']['addUser']>[0]['locale'];

/** What people do on a Discord and see of the bot, by default Ann in the channel. */
export function createDriver({
  playground,
  guild,
  channel,
  ann,
}: {
  readonly playground: Playground;
  readonly guild: Ref;
  readonly channel: Ref;
  readonly ann: User;
}) {
  const { world, actions } = playground;
  /** A command as a person types it, such as `privacy show`. */
  const run = (words: string, options: Options = {}, user = ann, where: Ref = channel) => {
    const [command = '', subcommand] = words.split(' ');
    return actions.slash({ user, channel: where, command, options, ...(subcommand && { subcommand }) });
  };
  const summarize = (options: Options = {}, user = ann, where: Ref = channel) =>
    run('summarize', options, user, where);
  /** Presses a button by its label, on a message or on what an interaction shows. */
  const press = (on: Pressable, label: string, user = ann) =>
    actions.press({ user, message: sure(toMessage(on)), label });
  /** Presses a button of a summary by what it does, whatever language it is in. */
  const pressAction = (on: Pressable, action: string, user = ann) =>
    actions.press({ user, message: sure(toMessage(on)), customId: sure(toCustomIdOf(on, action)) });
  /** Presses *More* on a summary, and waits for the panel that this person gets. */
  const openMore = async (on: Pressable, user = ann) => besides(await pressAction(on, 'more', user));
  /** Presses Delete in a panel, and waits for the question in its place. */
  const askDelete = async (panel: Pressable, user = ann): Promise<APIMessage> => {
    const pressed = await pressAction(panel, 'delete', user);
    await pressed.until(({ message }) => toCustomIdOf(message, 'erase') !== undefined);
    return sure(pressed.message);
  };
  /** Presses Delete in a panel, and confirms it. */
  const pressDelete = async (panel: Pressable, user = ann) =>
    pressAction(await askDelete(panel, user), 'erase', user);
  /** Presses *More* on a summary, and then a button of the panel. */
  const more = async (on: Pressable, button: keyof typeof inPanel, user = ann): Promise<InteractionView> => {
    const panel = await openMore(on, user);
    if (button === 'Delete') return pressDelete(panel, user);
    const view = await pressAction(panel, inPanel[button], user);
    return view.status === 'modal' ? actions.submit(view, {}) : view;
  };
  return {
    run,
    summarize,
    /** A summary, once it is whole. */
    ask: async (options: Options = {}, user = ann, where: Ref = channel) =>
      summarized(await summarize(options, user, where)),
    press,
    pressAction,
    openMore,
    askDelete,
    pressDelete,
    more,
    /** What *Why* says of a summary. */
    why: async (on: Pressable, user = ann) =>
      (await summarized(await more(on, 'Why', user))).message?.embeds[0]?.description ?? '',
    /** All that a press on *Sources* shows. */
    sources: async (on: Pressable, user = ann) =>
      toShown(await (await pressAction(on, 'sources', user)).settled()),
    /** Changes settings of the server, one after the other; the last answer. */
    set: async (given: Readonly<Record<string, string | number>>): Promise<InteractionView> => {
      let view: InteractionView | undefined;
      for (const [setting, value] of Object.entries(given))
        view = await told(await run('settings set', { setting, value: String(value) }));
      return sure(view);
    },
    /** The first message with these words. */
    find: (words: string, where: Ref = channel) =>
      sure(world.history(where).find(({ content }) => content.includes(words))),
    addMember: (name: string, locale: Locale = 'en-US') => {
      const user = world.addUser({
        name,
        displayName: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
        locale,
      });
      world.addMember(guild, user);
      return user;
    },
    /** A channel, by its name or with its category, that only these and the bot can see. */
    addClosed: (place: string | { readonly name: string; readonly parent: Ref }, ...seers: readonly Seer[]) =>
      world.addChannel(guild, {
        ...(typeof place === 'string' ? { name: place } : place),
        overwrites: [
          { role: guild.id, deny: ViewChannel },
          ...[...seers, { member: world.bot }].map(seer => ({ ...seer, allow: ViewChannel })),
        ],
      }),
    /** Waits until Ann has no message but panels alone in the channel: before a public answer there is a private promise. */
    withoutPromise: async () => {
      const isAlone = (message: APIMessage) =>
        ((message.flags ?? 0) & MessageFlags.Ephemeral) !== 0 && toCustomIdOf(message, 'save') === undefined;
      await expect.poll(() => actions.read(ann, channel).filter(isAlone)).toEqual([]);
    },
    /** What the bot has posted for everybody in a channel, oldest first. */
    posted: (where: Ref = channel) => world.history(where).filter(({ author }) => author.id === world.bot.id),
  };
}

/** A conversation in which something is decided, promised, asked and answered. */
export function fill(
  { world, channel, ann, bob }: Pick<Scene, 'world' | 'channel' | 'ann' | 'bob'>,
  startMs = Date.now() - 3_600_000,
): void {
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

/** All that an answer shows, as one text. */
export function toShown(
  on:
    | InteractionView
    | { content?: string; embeds?: readonly object[]; components?: readonly object[] }
    | null,
): string {
  const message = on && 'message' in on ? on.message : on;
  return JSON.stringify([message?.content, message?.embeds, message?.components]);
}

/** The lines above a summary, without its first claim. */
export function toSaid(message: { readonly content: string } | null | undefined): string {
  const lines = message?.content.split('\n') ?? [];
  return lines.filter(line => !line.startsWith('> ')).join('\n');
}

/** A summary's claims as one text, those in its content included, with links as embeds have them. */
export function toClaims(
  message: Partial<Pick<APIMessage, 'content' | 'embeds'>> | null | undefined,
): string {
  const lead = (message?.content?.split('\n') ?? []).filter(line => line.startsWith('> '));
  // After the title.
  const first = lead.slice(1).map(line => line.slice('> '.length));
  const texts = [...first, ...(message?.embeds ?? []).map(({ description = '' }) => description)];
  return texts.join('\n').replace(/\]\(<([^>\s]+)>\)/g, ']($1)');
}

/** Waits for the summary, past "thinking" and progress. */
export function summarized(view: InteractionView): Promise<InteractionView> {
  // Claims are shown as they come, with a button that stops it.
  return view.until(
    ({ message }) => (message?.embeds.length ?? 0) > 0 && !toShown(message).includes(':stop"'),
  );
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
  return sure(view.followUps[0]);
}

/** What the buttons of a message say, row by row; a select by its placeholder. */
export function toLabels(on: Pressable): readonly (readonly (string | undefined)[])[] {
  type Control = {
    readonly label?: string;
    readonly placeholder?: string;
    readonly emoji?: { readonly name: string };
  };
  const rows = (toMessage(on)?.components ?? []) as readonly { readonly components?: readonly Control[] }[];
  return rows.map(({ components = [] }) =>
    components.map(({ label, placeholder, emoji }) => label ?? placeholder ?? emoji?.name),
  );
}

type Pressable = Pick<APIMessage, 'id' | 'channel_id' | 'components'> | InteractionView | null | undefined;

/** The message itself, or the one that an interaction shows. */
const toMessage = (on: Pressable) => (on && 'message' in on ? on.message : on);

/** The custom id of the button or select of a summary that does this. */
export function toCustomIdOf(on: Pressable, action: string): string | undefined {
  const pattern = new RegExp(`"(summary:[\\w-]+:${action}(?::\\d+)?)"`);
  return pattern.exec(JSON.stringify(toMessage(on)?.components))?.[1];
}

/** The id of the summary that a message shows. */
export function toSummaryId(on: Pressable): string {
  return /summary:([\w-]+):/.exec(JSON.stringify(toMessage(on)?.components))?.[1] ?? '';
}

const inPanel = { Why: 'why', Review: 'review', Again: 'again', Delete: 'delete' } as const;
