import { describe, expect, test } from 'vitest';
import { type Feature, memberlessFeatures, noSpending } from '../../../src/core/claims/usage.ts';
import { openClaudeScene } from '../claude-scene.ts';
import { monday, soon, tent, toDigestScene, toText, tuesday } from '../digests/digest-scene.ts';
import { openScene, summarized, toSaid, toShown } from '../scene.ts';

async function setUp(...given: Parameters<typeof openClaudeScene>) {
  const scene = await openClaudeScene(...given);
  /** What `/usage` shows. */
  const usage = async () =>
    (await summarized(await scene.run('usage'))).message?.embeds[0]?.description ?? '';
  return { ...scene, usage };
}

describe('/usage', () => {
  test('says that nothing was used, then what was, by day, member, channel and use', async () => {
    const { usage, finish, run, ann, channel, countCalls } = await setUp();
    expect(await usage()).toBe('No model was used in this period.');
    await finish();
    const calls = countCalls();
    expect(calls).toBeGreaterThan(1);
    expect((await run('usage')).isEphemeral).toBe(true);
    const text = await usage();
    expect(text).toMatch(new RegExp(`^\\*\\*\\$0\\.\\d{4}\\*\\* · [\\d,]+ tokens · ${calls} calls\n`));
    expect(text).toMatch(/\*\*By day\*\*\n\w+ \d+ · \$0\.\d{4} · [\d.]+K/);
    expect(text).toMatch(new RegExp(`\\*\\*By member\\*\\*\n<@${ann.id}> · \\$0\\.\\d{4} · `));
    expect(text).toMatch(new RegExp(`\\*\\*By channel\\*\\*\n<#${channel.id}> · \\$`));
    expect(text).toMatch(/\*\*By feature\*\*\nSummaries · \$/);
    expect(text).toMatch(
      /\*\*Quality of 1 summary\*\*\nCitations checked: \*\*\d[\d.]*%\*\* \(\d+ of \d+\)\nWording checked: \*\*\d/,
    );
    expect(text).not.toContain('deleted');
    // Short enough for one line on a phone; a mention is shown as a name.
    for (const line of text.replace(/<[@#]\d+>/g, '@somebody').split('\n'))
      expect(line.length).toBeLessThan(48);
  });

  test('says why no price is shown, and how to change that', async () => {
    const { usage, finish } = await setUp({ prices: {} });
    await finish();
    expect(await usage()).toMatch(/ of unknown cost: the model has no known price\..*`FOOTNOTE_PRICES`\.$/m);
    const { message } = await summarized(await (await openScene()).run('usage'));
    expect(message?.embeds[0]?.description).toMatch(
      /^This bot has no model.*cost nothing\..*`npm run setup`\.$/,
    );
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
    expect(await usage()).toMatch(/\*\*By member\*\*\nno member · \$0\.02\d* · [^\n]*\n\n/);
    await add('summary');
    expect(await usage()).toMatch(/\nno member · .*\ndeleted · \$0\.01/);
  });
});

describe('a cap', () => {
  test('makes a card Highlights in the same order, and says so', async () => {
    const { actions, world, guild, channel, bob, set, claude, addMember } = await setUp();
    const cleo = addMember('cleo');
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
    expect(message?.content).toContain('> *A spending cap is reached. Here are selected quotes');
    expect(claude.requests.length).toBe(before);
    const lines = message?.embeds[0]?.description?.split('\n').filter(line => line.startsWith('- ')) ?? [];
    const named = lines.map(line => /\*\((#\w+)\)\*$/.exec(line)?.[1]);
    expect(named).toEqual(named.toSorted().reverse());
    expect(new Set(named)).toEqual(new Set(['#urgent', '#planning']));
  });

  test('gives its reader Highlights, and says which it is, how much is used and when it resets', async () => {
    const { finish, set, usage, countCalls, bob } = await setUp();
    await finish();
    const before = countCalls();
    await set({ member_usd: 0.0001 });
    const message = await finish();
    expect(toSaid(message)).toMatch(
      /^Your cap for today is reached: \$0\.\d+ of \$0\.0001 are used, and this needs about \$0\.\d+\. It resets <t:\d+:\w>\.$/m,
    );
    expect(message?.content).toContain('> *A spending cap is reached. Here are selected quotes');
    expect(countCalls()).toBe(before);
    await set({ server_usd: 0.0001 });
    expect(toSaid(await finish({}, bob))).toMatch(
      /^Das Limit dieses Servers für diesen Monat ist erreicht: /m,
    );
    expect(await usage()).toMatch(
      /\*\*Caps\*\*\nThis server, this month: \$0\.\d+ of \$0\.0001 \([\d,]+%\), resets <t:/,
    );
  });

  test('of a member is told to that member alone, and not in a public answer', async () => {
    const { set, finish, posted } = await setUp();
    await set({ member_usd: 0.0001 });
    expect(toSaid(await finish())).toContain('Your cap for today is reached: $0.00 of $0.0001 are used');
    await finish({ private: false });
    const [post] = posted();
    expect(post?.content).not.toContain('cap for today');
    expect(toShown(post ?? null)).toContain('A spending cap is reached');
  });

  test('of the bot warns its owner once, and stops all servers; `/usage` shows it', async () => {
    const scene = await setUp({ botCaps: { usd: 0, tokens: 6_000 } });
    const { world, finish, usage } = scene;
    await finish();
    await finish();
    const direct = world.openDirect(world.owner);
    await expect.poll(() => scene.posted(direct).length, soon).toBe(1);
    expect(scene.posted(direct)[0]?.content).toMatch(
      /^Footnote has used \d+% of its cap for this month: [\d,]+ tokens of 6,000 tokens \(FOOTNOTE_MONTHLY_TOKENS\)\. It resets <t:\d+:\w>\./,
    );
    await scene.restart();
    const message = await finish();
    expect(toSaid(message)).toMatch(/^This bot’s cap for this month is reached\. It resets <t:/m);
    expect(await usage()).toMatch(
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
      const { stored } = await running().bot.api.summarize(caller, request, () => undefined, signal);
      return stored.summary.engine;
    };
    expect(await ask()).toMatchObject({ name: 'claude' });
    expect(await usage()).toMatch(
      new RegExp(`<@${ann.id}> · \\$.*\\*\\*By feature\\*\\*\nAPI requests · \\$`, 's'),
    );
    await set({ member_usd: 0.0001 });
    expect(await ask()).toMatchObject({ name: 'extractive', reason: 'cap_reached' });
  });

  test('has a digest post Highlights, and tells its creator once', async () => {
    const { finish: _, ...own } = await setUp();
    await own.set({ server_usd: 0.0001 });
    const scene = toDigestScene(own);
    scene.due(monday, '08:00');
    await scene.create();
    scene.say(tent);
    for (const [index, day] of [monday, tuesday].entries()) {
      scene.due(day);
      expect(await scene.nextPost(index + 1)).toContain('A spending cap is reached.');
      scene.say('The deposit is 100 euros, Lars pays it on Friday.');
    }
    const told = () => scene.posted(scene.world.openDirect(scene.ann)).map(toText);
    await expect
      .poll(told, soon)
      .toEqual([
        expect.stringMatching(
          /posts Highlights for now: selected quotes, which cost nothing\. This server’s cap for this month/,
        ),
      ]);
  });
});
