import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commands } from '../../../commands/index.ts';
import { deployCommands } from '../../../src/io/discord/deploy.ts';
import {
  createScene,
  fill,
  pressMore,
  type Scene,
  summarized,
  toCustomIdOf,
  told,
  toSaid,
} from '../scene.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
  fill(scene);
});
afterEach(() => scene.close());

async function summarize(user = scene.ann) {
  const { channel } = scene;
  const view = await scene.actions.slash({
    user,
    channel,
    command: 'summarize',
    options: { private: false },
  });
  const { message } = await view.until(each => toCustomIdOf(each.message, 'helpful') !== undefined);
  if (message === null) throw new Error('no summary');
  return message;
}

async function stats(user = scene.ann) {
  const { actions, channel } = scene;
  const view = await summarized(await actions.slash({ user, channel, command: 'stats', options: {} }));
  return { ...view, text: view.message?.embeds[0]?.description ?? '' };
}

async function vote(message: Awaited<ReturnType<typeof summarize>>, action: string, user = scene.bob) {
  await told(await scene.actions.press({ user, message, customId: toCustomIdOf(message, action) ?? '' }));
}

const records = () => scene.running().store.quality.list(scene.guild.id);

describe('/stats', () => {
  test('says that there is nothing yet, then what the pipeline and readers made of summaries', async () => {
    const empty = await stats();
    expect(empty.isEphemeral).toBe(true);
    expect(empty.text).toBe('No summaries yet. Statistics appear here after the first one.');
    const first = await summarize();
    await summarize();
    await summarized(await scene.press(first, 'Sources', scene.bob));
    await vote(first, 'helpful');
    await expect
      .poll(async () => (await records()).map(({ steps }) => 'render' in steps))
      .toEqual([true, true]);
    await expect.poll(async () => (await records()).map(({ opened }) => opened)).toEqual([0, 1]);
    const { text } = await stats();
    expect(text).toMatch(/^The last 2 summaries, since <t:\d+:f>\n/);
    expect(text).toMatch(/\*\*Citations\*\*\nNo claims yet\n\d+ selected quotes not counted/);
    expect(text).toContain('**Wording**\nNo wording was checked');
    expect(text).toMatch(/\*\*Per summary\*\*\n8 messages read\n\d+ citations of \d+ messages/);
    expect(text).toMatch(
      /\*\*Readers\*\*\nSources opened 1 time\n👍 1 · 👎 0\nAccepted after [\d.]+(?:ms|s) \(median\)/,
    );
    const table = /```\n([^`]+)\n```/.exec(text)?.[1]?.split('\n') ?? [];
    expect(table.map(line => line.split(' ')[0])).toEqual(['', 'Read', 'Write', 'Check', 'Post']);
    expect(new Set(table.map(({ length }) => length)).size).toBe(1);
    // As wide as a phone shows in a code block.
    for (const line of table) expect(line.length).toBeLessThan(34);
  });

  test('says which summaries are of the demo, which calls no model', async () => {
    await summarize();
    const [record] = await records();
    const { quality } = scene.running().store;
    await quality.update(
      scene.guild.id,
      record?.summaryId ?? '',
      before => before && { ...before, isRecorded: true },
    );
    expect((await stats()).text).toMatch(
      /^One summary, from <t:\d+:f>\n1 demo answer with demo verdicts on the wording: no model was called\n/,
    );
  });

  test('warns below a citation rate of 90 %, and says what to do', async () => {
    await summarize();
    const [record] = await records();
    if (record === undefined) throw new Error('no record');
    const { quality } = scene.running().store;
    const claims = { ...record.claims, eligible: 20, cited: 17, rejected: { quote: 2, values: 1 } };
    await quality.update(scene.guild.id, record.summaryId, each => each && { ...each, claims });
    const { text } = await stats();
    expect(text).toContain(
      '**85%** of claims passed the citation checks (17 of 20)\n⚠ This is below 90%. Press',
    );
    expect(text).toContain('ask the bot’s owner to try another model.');
    expect(text).toContain('**Removed claims, by check**\nQuotes · 2\nNumbers and dates · 1');
    await quality.update(
      scene.guild.id,
      record.summaryId,
      each => each && { ...each, claims, isRecorded: true },
    );
    const demo = (await stats()).text;
    expect(demo).toContain('⚠ This is below 90%. Press');
    expect(demo).not.toContain('another model');
  });
});

describe('the record of a summary', () => {
  test('forgets the vote of a person who deletes their data, and goes with a deleted summary', async () => {
    const message = await summarize();
    await vote(message, 'helpful');
    await vote(message, 'unhelpful', scene.ann);
    await expect.poll(async () => (await records())[0]).toMatchObject({ helpful: 1, unhelpful: 1 });
    const { actions, bob, channel } = scene;
    const asked = await actions.slash({ user: bob, channel, command: 'privacy', subcommand: 'delete' });
    await told(asked);
    await told(await scene.press(asked, 'Meine Daten löschen', bob));
    await expect
      .poll(async () => (await records())[0])
      .toMatchObject({ helpful: 0, unhelpful: 1, helpfulAfterMs: null });
    await pressMore(actions, message, 'Delete', scene.ann);
    await expect.poll(records).toEqual([]);
  });

  test('is kept over a restart', async () => {
    await summarize();
    await expect.poll(async () => (await records()).map(({ steps }) => 'render' in steps)).toEqual([true]);
    const before = await records();
    await scene.restart();
    expect(await records()).toEqual(before);
  });
});

test.each([
  ['stats', 'diese Zahlen'],
  ['usage', 'den Verbrauch dieses Servers'],
])('/%s is for people with Manage Server', async (command, what) => {
  const { actions, bob, channel, playground } = scene;
  const slash = () => actions.slash({ user: bob, channel, command, options: {} });
  await expect(slash()).rejects.toThrow('not offered');
  // A server may show the command to everybody.
  const open = commands.map(each =>
    each.kind === 'slash'
      ? { ...each, definition: { ...each.definition, default_member_permissions: null } }
      : each,
  );
  const { token, applicationId, url } = playground;
  await deployCommands(open, { token, applicationId, apiUrl: `${url}/api` });
  expect(toSaid((await told(await slash())).message)).toBe(
    `Du brauchst **Server verwalten**, um ${what} zu sehen.`,
  );
});
