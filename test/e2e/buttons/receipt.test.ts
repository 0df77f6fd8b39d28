import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InteractionView } from '@footnote/playground/discord';
import { beforeEach, expect, test } from 'vitest';
import { deriveTokenKey } from '../../../src/io/keyv/stores/open-run-store.ts';
import { createReceiptSigner, type Receipt } from '../../../src/render/receipt.ts';
import { createFiles } from '../../shell/files.ts';
import { runFootnote } from '../../shell/run-footnote.ts';
import { sure } from '../../sure.ts';
import { createWriting, fact } from '../engines.ts';
import { openScene, type Scene, toCustomIdOf, told } from '../scene.ts';

const { folder } = createFiles();
let scene: Scene;
let texts: { readonly fair: string; readonly budget: string };
let receipt: { readonly text: string; readonly value: Receipt };

/** A receipt of two claims about two messages, the second of which mentions a member and has a file. */
beforeEach(async () => {
  const claims = [
    fact('The school fair is on 21 March.', 1, 'The school fair is on 21 March'),
    fact('The budget is 1,200 euros.', 2, 'The budget is 1,200 euros'),
  ];
  scene = await openScene({ engine: createWriting(...claims) });
  const { world, channel, ann, bob } = scene;
  texts = { fair: 'The school fair is on 21 March', budget: 'The budget is 1,200 euros' };
  world.addMessage(channel, { by: ann, content: texts.fair });
  const content = `${texts.budget}, <@${ann.id}> in <#${channel.id}>`;
  world.addMessage(channel, {
    by: bob,
    content,
    files: [{ name: 'budget.txt', content: 'Tent: 450 euros' }],
  });
  const text = await save(await scene.ask());
  receipt = { text, value: JSON.parse(text) as Receipt };
});

/** The receipt of a summary. */
async function save(summary: InteractionView): Promise<string> {
  const panel = await scene.openMore(summary);
  const customId = sure(toCustomIdOf(panel, 'save'));
  const view = await scene.actions.select({ user: scene.ann, message: panel, customId, values: ['receipt'] });
  await view.until(({ message }) => (message?.attachments.length ?? 0) > 0);
  const [file] = view.message?.attachments ?? [];
  expect(file?.filename).toBe('summary.receipt.json');
  return await (await fetch(file?.url ?? '')).text();
}

let files = 0;
const write = (text: string, extension = 'json') => {
  const path = join(folder, `receipt-${files++}.${extension}`);
  writeFileSync(path, text);
  return path;
};

/** The receipt with other content, signed by the bot. */
const signed = (own: Partial<Receipt>) => {
  const { signature: _, ...body } = { ...receipt.value, ...own };
  const { sign } = createReceiptSigner([deriveTokenKey(scene.playground.token)]);
  return `${JSON.stringify({ ...body, signature: sign(JSON.stringify(body)) }, null, 2)}\n`;
};

/** What `verify` says, in a folder without a store, as the bot that has this token. */
const verify = (args: readonly string[], variables: Readonly<Record<string, string>> = {}) =>
  runFootnote(
    ['verify', ...args],
    { DISCORD_TOKEN: scene.playground.token, DISCORD_API_URL: `${scene.playground.url}/api`, ...variables },
    undefined,
    folder,
  );
const toStates = (stdout: string) =>
  stdout
    .split('\n')
    .flatMap(line => /^[✓?!✗] messages (\w+) +(.*)$/.exec(line)?.slice(1, 3).join(': ') ?? []);

test('a receipt has claims, models and hashes, and not one word of a message beside them', () => {
  const { value, text } = receipt;
  expect(value).toMatchObject({
    footnote_receipt: 1,
    source: { type: 'discord', guild_id: scene.guild.id },
    written_by: { engine: expect.any(String) },
    checked_by: null,
    claims: [
      { text: 'The school fair is on 21 March.', status: 'sources_found', messages: [expect.any(String)] },
      { text: 'The budget is 1,200 euros.' },
    ],
    messages: [{ channel_id: scene.channel.id }, { channel_id: scene.channel.id }],
  });
  expect(text).not.toContain('@Ann');
  expect(text).not.toContain(scene.bob.id);
});

test('with the token of the bot, the messages of claims are unchanged until they are edited or deleted', async () => {
  const path = write(receipt.text);
  const fresh = await verify([path]);
  expect(fresh.stderr).not.toContain('✗');
  expect([fresh.code, toStates(fresh.stdout)]).toEqual([
    0,
    [
      'unchanged: (not checked) The school fair is on 21 March.',
      'unchanged: (not checked) The budget is 1,200 euros.',
    ],
  ]);
  expect(fresh.stdout).toContain('behind 2 of 2 claims are unchanged');
  const [first, second] = receipt.value.messages.map(({ id }) => id);
  scene.world.editMessage({ id: sure(first) } as never, 'The school fair is on 28 March');
  scene.world.removeMessage({ id: sure(second) } as never);
  const later = await verify([path]);
  expect([later.code, toStates(later.stdout)]).toEqual([
    1,
    [
      `changed: (not checked) The school fair is on 21 March. (${first})`,
      `missing: (not checked) The budget is 1,200 euros. (${second})`,
    ],
  ]);
});

test('nothing is said of messages where Discord fails while a mentioned member is looked up', async () => {
  const { playground, guild, ann } = scene;
  // Retries included. Ann wrote the first message, and the second mentions her.
  playground.faults.failWith(500, `GET /guilds/${guild.id}/members/${ann.id}`, 100);
  const { code, stdout, stderr } = await verify([write(receipt.text)]);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('Discord failed while messages were read. Try again.');
});

test('each claim has the status that it had in the summary', async () => {
  const [first, second] = receipt.value.claims;
  const claims = [
    { ...sure(first), status: 'verified' },
    { ...sure(second), status: 'needs_clarification' },
  ];
  expect(toStates((await verify([write(signed({ claims }))])).stdout)).toEqual([
    'unchanged: (checked) The school fair is on 21 March.',
    'unchanged: (unclear) The budget is 1,200 euros.',
  ]);
});

test('a claim that was disputed says so, and one of a receipt from before that is read', async () => {
  const { ann, actions, world, channel } = scene;
  const summary = await scene.ask({ private: false });
  await expect.poll(async () => (await scene.stored(summary))?.answeredAs).toBeDefined();
  const target = sure(world.findMessage(sure(summary.message)));
  const command = 'That’s not what I meant';
  const form = await actions.messageMenu({ user: ann, channel, command, target });
  await told(await actions.submit(form, { words: 'Perhaps on 21 March.' }));
  const text = await save(summary);
  expect(text).not.toContain('Perhaps');
  const holding = toStates((await verify([write(text)])).stdout);
  expect(holding).toEqual([
    'unchanged: (not checked, disputed) The school fair is on 21 March.',
    'unchanged: (not checked) The budget is 1,200 euros.',
  ]);
  const claims = receipt.value.claims.map(
    ({ disputed: _, ...claim }) => claim as typeof claim & { disputed: boolean },
  );
  expect(toStates((await verify([write(signed({ claims }))])).stdout)).toHaveLength(2);
});

test('in a thread, its first message, answers through webhooks and polls with new votes are as they were', async () => {
  const claims = ['The fair is on Friday', 'On the green, then', 'I bring the tent', 'When?'];
  scene = await openScene({
    engine: createWriting(...claims.map((said, index) => fact(`${said}.`, index + 1, said))),
  });
  const { world, channel, ann, bob } = scene;
  const [pluralKit, bridge] = [{ applicationId: '466378653216014359' }, {}].map(more =>
    world.addWebhook({ name: 'Rin', ...more }),
  );
  await scene.set({ bots: 'people', webhooks: sure(bridge).id });
  const first = world.addMessage(channel, { by: ann, content: 'The fair is on Friday' });
  const thread = world.addThread(channel, { name: 'planning', owner: ann, from: first });
  const embeds = [{ author: { name: 'Ann' }, description: 'Where is the fair?' }];
  world.addMessage(thread, { by: sure(pluralKit), content: 'On the green, then', embeds });
  const tent = world.addMessage(thread, { by: sure(bridge), content: 'I bring the tent', embeds });
  const answers = [{ text: 'At 9', voters: [ann] }, { text: 'At 10 (late)' }];
  const poll = world.addMessage(thread, { by: bob, poll: { question: 'When?', answers } });
  const path = write(await save(await scene.ask({}, ann, thread)));
  const holding = claims.map(said => `unchanged: (not checked) ${said}.`);
  poll.poll?.answers[1]?.voterIds.add(bob.id);
  expect(toStates((await verify([path])).stdout)).toEqual(holding);
  world.editMessage(tent, 'I bring no tent');
  Object.assign(sure(poll.poll?.answers[1]), { text: 'At 10 (early)' });
  expect(toStates((await verify([path])).stdout)).toEqual([
    ...holding.slice(0, 2),
    `changed: (not checked) I bring the tent. (${tent.id})`,
    `changed: (not checked) When?. (${poll.id})`,
  ]);
});

test('with an export, anybody who knows the key of the bot can check it', async () => {
  const { messages, key, salt } = receipt.value;
  expect(salt).toHaveLength(22);
  const [first, second] = messages.map(({ id }) => id);
  const toTime = (id = '') => new Date(Number(BigInt(id) >> 22n) + 1_420_070_400_000).toISOString();
  const lines = [
    { id: first, author: 'Ann', author_id: scene.ann.id, time: toTime(first), text: texts.fair },
    {
      id: second,
      author: 'Bob',
      author_id: scene.bob.id,
      time: toTime(second),
      text: 'The budget is 900 euros',
    },
  ];
  const file = write(lines.map(line => JSON.stringify(line)).join('\n'), 'jsonl');
  const none = { DISCORD_TOKEN: '' };
  const { code, stdout } = await verify([write(receipt.text), file, `--key=${key}`], none);
  expect([code, toStates(stdout)]).toEqual([
    1,
    [
      'unchanged: (not checked) The school fair is on 21 March.',
      `changed: (not checked) The budget is 1,200 euros. (${second})`,
    ],
  ]);
  const unknown = await verify([write(receipt.text), file], none);
  expect([unknown.code, unknown.stdout]).toEqual([1, '']);
  expect(unknown.stderr).toContain(`is signed by another installation, with the key ${key}.`);
});

test.each<readonly [string, (text: string) => string, string]>([
  ['cut', text => text.slice(0, -100), 'is cut: its end is missing'],
  ['forged', text => text.replace('1,200 euros', '9,200 euros'), 'was changed after it was signed'],
  [
    'signed with a key that is not its own',
    text => text.replace(/"key": "./, '"key": "_'),
    'was changed after',
  ],
  [
    'genuine behind claims that a parser skips',
    text => text.replace('"claims": [', '"claims": [{ "text": "All is well." }],\n  "claims": ['),
    'may show claims that nobody signed',
  ],
  ['something else', () => '{"claims": []}', 'is not a receipt. In Discord, press More'],
])('a receipt that is %s is refused in a sentence', async (_, spoil, told) => {
  const { code, stdout, stderr } = await verify([write(spoil(receipt.text))]);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain(told);
});

test('a receipt of another installation is refused, and one of an older key of this one is not', async () => {
  const path = write(receipt.text);
  const rotated = await verify([path], { STORE_KEY: Buffer.alloc(32, 7).toString('base64') });
  expect(rotated.stdout).toContain('behind 2 of 2 claims are unchanged');
  const other = await verify([path], { DISCORD_TOKEN: 'other' });
  expect(other.stderr).toContain('is signed by another installation');
  expect(other.stdout).toBe('');
});
