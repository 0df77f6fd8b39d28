import { MessageFlags } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';
import { openClaudeScene } from '../claude-scene.ts';
import { summarized, toSaid, toShown } from '../scene.ts';

async function setUp(...given: Parameters<typeof openClaudeScene>) {
  const scene = await openClaudeScene(...given);
  /** What `/usage` shows. */
  const usage = async (range?: string) =>
    (await summarized(await scene.run('usage', range === undefined ? {} : { range }))).message?.embeds[0]
      ?.description ?? '';
  return { ...scene, usage };
}

/** Of a call that assigns claims to topics, which no member pays for. */
const isAssignment = (body: unknown) => JSON.stringify(body ?? '').includes('"assignments"');

describe('/usage', () => {
  test('says that nothing was used, then what was, by day, member, channel and use', async () => {
    const { usage, finish, run, ann, bob, channel, countCalls } = await setUp();
    expect(await usage()).toBe('No model was used in this period.');
    await finish();
    const calls = countCalls();
    expect(calls).toBeGreaterThan(1);
    expect((await run('usage')).isEphemeral).toBe(true);
    const text = await usage('week');
    expect(text).toMatch(new RegExp(`^\\*\\*\\$0\\.\\d{4}\\*\\* · [\\d,]+ tokens · ${calls} calls\n`));
    expect(text).toMatch(/\*\*By day\*\*\n\w+ \d+ · \$0\.\d{4} · [\d.]+K/);
    expect(text).toMatch(new RegExp(`\\*\\*By member\\*\\*\n<@${ann.id}> · \\$0\\.\\d{4} · `));
    expect(text).toMatch(new RegExp(`\\*\\*By channel\\*\\*\n<#${channel.id}> · \\$`));
    expect(text).toMatch(/\*\*By feature\*\*\nSummaries · \$/);
    expect(text).toMatch(
      /\*\*Quality of 1 summary\*\*\nCitations checked: \*\*\d[\d.]*%\*\* \(\d+ of \d+\)\nWording checked: \*\*\d/,
    );
    expect(text).not.toContain('deleted');
    expect(text).not.toContain('Prompt cache');
    await finish({}, bob);
    // The judge's instructions are the same for everybody.
    expect(await usage('today')).toMatch(/\nPrompt cache: \d+% of the tokens read \([\d.]+K\)/);
    // Short enough for one line on a phone; a mention is shown as a name.
    for (const line of text.replace(/<[@#]\d+>/g, '@somebody').split('\n'))
      expect(line.length).toBeLessThan(48);
  });
});

describe('a cap', () => {
  test('gives its reader Highlights, and says which it is, how much is used and when it resets', async () => {
    const { finish, set, usage, claude, bob } = await setUp();
    await finish();
    const countCalls = () => claude.requests.filter(({ body }) => !isAssignment(body)).length;
    const before = countCalls();
    await set({ member_usd: 0.0001 });
    const message = await finish();
    expect(toSaid(message)).toMatch(
      /^Your cap for today is reached: \$0\.\d+ of \$0\.0001 are used, and this needs about \$0\.\d+\. It resets <t:\d+:\w>\.$/m,
    );
    expect(message?.embeds[0]?.description).toContain('A spending cap is reached. Here are selected quotes');
    expect(countCalls()).toBe(before);
    await set({ server_usd: 0.0001 });
    expect(toSaid(await finish({}, bob))).toMatch(
      /^Das Limit dieses Servers für diesen Monat ist erreicht: /m,
    );
    expect(await usage()).toMatch(
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
    expect(await usage()).toMatch(
      new RegExp(`<@${ann.id}> · \\$.*\\*\\*By feature\\*\\*\nAPI requests · \\$`, 's'),
    );
    await set({ member_usd: 0.0001 });
    expect(await ask()).toMatchObject({ name: 'extractive', reason: 'cap_reached' });
  });
});
