import { MessageFlags } from 'discord-api-types/v10';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { commands } from '../../../commands/index.ts';
import { type Claude, createClaude } from '../../../demo/claude/claude.ts';
import { afterClaims } from '../../../demo/claude/spoiled-claims.ts';
import { extractiveEngine } from '../../../src/app/extractive.ts';
import { type Feature, memberlessFeatures, noSpending } from '../../../src/core/usage/usage.ts';
import { connectClaude } from '../../../src/io/claude/connect.ts';
import { builtInPrices, type Prices } from '../../../src/io/claude/prices.ts';
import { deployCommands } from '../../../src/io/discord/check-discord.ts';
import { createLogger } from '../../../src/log.ts';
import { toClaudeOptions } from '../../io/claude/claude-options.ts';
import { quickLimits } from '../../io/claude/claude-scene.ts';
import { create, nextPost, posts, say, soon, toText } from '../digests/digest-scene.ts';
import {
  createScene,
  fill,
  type Scene,
  type SceneOptions,
  setSettings,
  summarized,
  told,
  toSaid,
  toShown,
} from '../scene.ts';
import { createLateMeter } from './late-meter.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** The bot with Claude, a judge and the ledger that counts their calls. */
async function setUp(options: SceneOptions = {}, prices: Prices = builtInPrices) {
  const claude: Claude = await createClaude();
  closing.push(claude.close);
  const late: { scene?: Scene } = {};
  const meter = createLateMeter(() => late.scene);
  const { engine, judge } = await connectClaude(
    {
      ...toClaudeOptions(claude),
      prices,
      log: createLogger('silent'),
      meter,
      limits: quickLimits,
    },
    new AbortController().signal,
  );
  const scene = await createScene({
    engine,
    ...(judge && { judge }),
    fallback: extractiveEngine,
    ...options,
  });
  late.scene = scene;
  closing.push(scene.close);
  fill(scene);
  const { ann, bob, channel } = scene;
  const ask = async (user = ann, given = {}) => {
    const view = await scene.summarize(given, user);
    const { message } = await view.until(each => toShown(each.message).includes(':more"'));
    return message;
  };
  const usage = async (range?: string, user = ann) => {
    const given = range === undefined ? {} : { range };
    const view = await scene.actions.slash({ user, channel, command: 'usage', options: given });
    return summarized(view);
  };
  const set = async (given: object) => {
    await setSettings(scene, given as Record<string, string | number>);
  };
  return { ...scene, claude, bob, ask, usage, set };
}

/** Of a call that assigns claims to topics, which no member pays for. */
const isAssignment = (body: unknown) => JSON.stringify(body ?? '').includes('"assignments"');

const toDescription = (view: Awaited<ReturnType<typeof summarized>>) =>
  view.message?.embeds[0]?.description ?? '';

describe('/usage', () => {
  test('is for people with Manage Server, also if a server shows it to everybody', async () => {
    const { actions, bob, channel, playground } = await setUp();
    const slash = () => actions.slash({ user: bob, channel, command: 'usage', options: {} });
    await expect(slash()).rejects.toThrow('not offered');
    const open = commands.map(each =>
      each.kind === 'slash'
        ? { ...each, definition: { ...each.definition, default_member_permissions: null } }
        : each,
    );
    const { token, applicationId, url } = playground;
    await deployCommands(open, { token, applicationId, apiUrl: `${url}/api` });
    expect(toSaid((await told(await slash())).message)).toBe(
      'Du brauchst **Server verwalten**, um den Verbrauch dieses Servers zu sehen.',
    );
  });

  test('says that nothing was used, then what was, by day, member, channel and use', async () => {
    const { usage, ask, ann, bob, channel, claude } = await setUp();
    expect(toDescription(await usage())).toBe('Claude was not used in this period.');
    await ask();
    const calls = claude.requests.filter(({ path }) => path === '/v1/messages').length;
    expect(calls).toBeGreaterThan(1);
    const view = await usage('week');
    expect(view.isEphemeral).toBe(true);
    const text = toDescription(view);
    expect(text).toMatch(new RegExp(`^\\*\\*\\$0\\.\\d{4}\\*\\* · [\\d,]+ tokens · ${calls} calls\n`));
    expect(text).toMatch(/\*\*By day\*\*\n\w+ \d+ · \$0\.\d{4} · [\d.]+K/);
    expect(text).toMatch(new RegExp(`\\*\\*By member\\*\\*\n<@${ann.id}> · \\$0\\.\\d{4} · `));
    expect(text).toMatch(new RegExp(`\\*\\*By channel\\*\\*\n<#${channel.id}> · \\$`));
    expect(text).toMatch(/\*\*By feature\*\*\nSummaries · \$/);
    expect(text).toMatch(
      /\*\*Quality of 1 summary\*\*\nCitations hold: \*\*\d[\d.]*%\*\* \(\d+ of \d+\)\nWording holds: \*\*\d/,
    );
    expect(text).not.toContain('deleted');
    expect(text).not.toContain('Prompt cache');
    await ask(bob);
    // The judge's instructions are the same for everybody.
    expect(toDescription(await usage('today'))).toMatch(
      /\nPrompt cache: \d+% of the tokens read \([\d.]+K\)/,
    );
    // Short enough for one line on a phone; a mention is shown as a name.
    for (const line of text.replace(/<[@#]\d+>/g, '@somebody').split('\n'))
      expect(line.length).toBeLessThan(48);
  });

  test('tells calls that no member asked for from those of people who deleted their data', async () => {
    const { usage, running, guild } = await setUp();
    const spent = { ...noSpending, calls: 1, input: 1_000, usd: 0.01 };
    const add = async (feature: Feature) => {
      const payer = { guildId: guild.id, personId: null, channelId: null, feature };
      const reserved = await running().usage.reserve(payer, { tokens: 1_000, usd: 0.01 });
      await reserved?.settle(spent);
    };
    for (const feature of memberlessFeatures) await add(feature);
    expect(toDescription(await usage('today'))).toMatch(
      /\*\*By member\*\*\nno member · \$0\.02\d* · [^\n]*\n\n/,
    );
    await add('summary');
    expect(toDescription(await usage('today'))).toMatch(/\nno member · .*\ndeleted · \$0\.01/);
  });

  test('counts calls that failed after tokens were spent, and says that their cost is estimated', async () => {
    const { usage, ask, claude } = await setUp();
    claude.faults.next({ kind: 'break', after: afterClaims(1) });
    await ask();
    expect(toDescription(await usage('today'))).toMatch(
      /^\*\*about \$0\.\d+\*\* · .*\nSome calls broke off\. Their cost is estimated\./,
    );
    expect(toDescription(await usage('today'))).not.toContain('unknown');
  });
});

describe('a cap', () => {
  test('makes a card Highlights in the same order, and says so', async () => {
    const { actions, world, guild, channel, bob, set, claude } = await setUp();
    const cleo = world.addUser({ name: 'cleo', locale: 'en-US' });
    world.addMember(guild, cleo);
    const urgent = world.addChannel(guild, { name: 'urgent' });
    for (let i = 0; i < 3; i++)
      world.addMessage(urgent, {
        by: bob,
        content: `<@${cleo.id}> We decided to cancel tent ${i} for 450 euros.`,
      });
    await set({ member_usd: 0.0001 });
    const before = claude.requests.length;
    const view = await actions.slash({ user: cleo, channel, command: 'catchup', options: {} });
    const { message } = await view.until(each => toShown(each.message).includes(':more"'));
    expect(toSaid(message)).toMatch(/^Your cap for today is reached: /m);
    expect(message?.embeds[0]?.description).toContain('A spending cap is reached. Here are selected quotes');
    expect(claude.requests.length).toBe(before);
    const lines = message?.embeds[0]?.description?.split('\n').filter(line => line.startsWith('- ')) ?? [];
    const named = lines.map(line => /\*\((#\w+)\)\*$/.exec(line)?.[1]);
    expect(named).toEqual(named.toSorted().reverse());
    expect(new Set(named)).toEqual(new Set(['#urgent', '#planning']));
  });

  test('gives its reader Highlights, and says which it is, how much is used and when it resets', async () => {
    const { ask, set, usage, claude, bob } = await setUp();
    await ask();
    const countCalls = () => claude.requests.filter(({ body }) => !isAssignment(body)).length;
    const before = countCalls();
    await set({ member_usd: 0.0001 });
    const message = await ask();
    expect(toSaid(message)).toMatch(
      /^Your cap for today is reached: \$0\.\d+ of \$0\.0001 are used, and this needs about \$0\.\d+\. It resets <t:\d+:\w>\.$/m,
    );
    expect(message?.embeds[0]?.description).toContain('A spending cap is reached. Here are selected quotes');
    expect(countCalls()).toBe(before);
    await set({ server_usd: 0.0001 });
    expect(toSaid(await ask(bob))).toMatch(/^Das Limit dieses Servers für diesen Monat ist erreicht: /m);
    expect(toDescription(await usage())).toMatch(
      /\*\*Caps\*\*\nThis server, this month: \$0\.\d+ of \$0\.0001 \([\d,]+%\), resets <t:/,
    );
  });

  test('of a member is told to that member alone, also beside a public answer', async () => {
    const { set, actions, ann, channel, posted } = await setUp();
    await set({ member_usd: 0.0001 });
    const options = { private: false };
    const view = await actions.slash({ user: ann, channel, command: 'summarize', options });
    const { followUps } = await view.until(each =>
      each.followUps.some(({ flags }) => flags !== undefined && (flags & MessageFlags.Ephemeral) !== 0),
    );
    const told = followUps.find(({ content }) =>
      content.startsWith('Your cap for today is reached: $0.00 of $0.0001 are used'),
    );
    expect(told?.flags).toBe(MessageFlags.Ephemeral);
    expect(
      posted()
        .map(({ content }) => content)
        .join(),
    ).not.toContain('cap for today');
    expect(toShown(posted()[0] ?? null)).toContain('A spending cap is reached');
  });

  test('in dollars lets no model pass whose price is unknown, and says so', async () => {
    const { ask, set, claude } = await setUp({}, {});
    await set({ server_usd: 5 });
    expect(toSaid(await ask())).toMatch(
      /^This server has a cap in dollars, but the price of its Claude model/m,
    );
    expect(claude.requests.filter(({ path }) => path === '/v1/messages')).toEqual([]);
  });

  test('of the bot warns its owner once, and stops all servers; `/usage` shows it', async () => {
    const scene = await setUp({ botCaps: { usd: 0, tokens: 6_000 } });
    const { world, ask, usage } = scene;
    await ask();
    await ask();
    const direct = world.openDirect(world.owner);
    await expect.poll(() => scene.posted(direct).length, soon).toBe(1);
    expect(scene.posted(direct)[0]?.content).toMatch(
      /^Footnote has used \d+% of its cap for this month: [\d,]+ tokens of 6,000 tokens \(FOOTNOTE_MONTHLY_TOKENS\)\. It resets <t:\d+:\w>\./,
    );
    await scene.restart();
    const message = await ask();
    expect(toSaid(message)).toMatch(/^This bot’s cap for this month is reached\. It resets <t:/m);
    expect(toDescription(await usage())).toMatch(
      /The whole bot, this month: [\d,]+ tokens of 6,000 tokens \(\d+%\), resets/,
    );
    expect(scene.posted(direct)).toHaveLength(1);
  });

  test('holds for the HTTP API too, whose requests are those of the owner of the token', async () => {
    const { running, guild, ann, channel, set, usage } = await setUp();
    const ask = async () => {
      const caller = { tokenId: 't1', guildId: guild.id, userId: ann.id };
      const request = { channelId: channel.id, detail: 'standard' } as const;
      const { signal } = new AbortController();
      const result = await running().bot.api.summarize(caller, request, () => undefined, signal);
      return result.ok ? result.stored.summary.engine : null;
    };
    expect(await ask()).toMatchObject({ name: 'claude' });
    expect(toDescription(await usage())).toMatch(
      new RegExp(`<@${ann.id}> · \\$.*\\*\\*By feature\\*\\*\nAPI requests · \\$`, 's'),
    );
    await set({ member_usd: 0.0001 });
    expect(await ask()).toMatchObject({ name: 'extractive', reason: 'cap_reached' });
  });

  test('has a digest post Highlights, and tells its creator once', async () => {
    const scene = await setUp();
    await scene.set({ server_usd: 0.0001 });
    const news = scene.world.addChannel(scene.guild, { name: 'news' });
    const parts = { ...scene, running: scene.running, news };
    scene.jumpTo('2091-03-05T08:00:00.000Z');
    await create(parts);
    say(parts, 'We rent the big tent for 450 euros.');
    scene.jumpTo('2091-03-05T09:00:00.000Z');
    expect(await nextPost(parts, 1)).toContain('A spending cap is reached.');
    say(parts, 'The deposit is 100 euros, Lars pays it on Friday.');
    scene.jumpTo('2091-03-06T09:00:00.000Z');
    expect(await nextPost(parts, 2)).toContain('A spending cap is reached.');
    const direct = scene.world.openDirect(scene.ann);
    await vi.waitUntil(() => posts(parts, direct).length > 0, soon);
    expect(posts(parts, direct).map(toText)).toEqual([
      expect.stringMatching(
        /posts Highlights for now: selected quotes, which cost nothing\. This server’s cap for this month/,
      ),
    ]);
  });
});
