import { PermissionFlagsBits } from 'discord-api-types/v10';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createViewerLinks } from '../../../src/io/http/tokens.ts';
import type { ViewerData, ViewerMessage } from '../../../src/render/viewer/viewer-data-type.ts';
import { sure } from '../../sure.ts';
import { toDigestScene } from '../digests/digest-scene.ts';
import { createWriting, fairClaims } from '../engines.ts';
import { fill, toLabels } from '../scene.ts';
import { createHttpScene, type HttpScene } from './http-scene.ts';

let http: HttpScene;
let hoursPassed = 0;
const viewerLinks = createViewerLinks({
  secret: 'the token of the bot',
  publicUrl: 'https://footnote.example',
  now: () => new Date(Date.now() + hoursPassed * 3_600_000).toISOString(),
});

beforeAll(async () => {
  http = await createHttpScene({ engine: createWriting(...fairClaims), viewerLinks });
  fill(http);
  for (const content of ['Thanks!', 'See you.', 'Bye.', 'Later.'])
    http.world.addMessage(http.channel, { by: http.bob, content });
});
afterAll(() => http?.close());

const post = () => http.ask({ private: false });

/** The path of the link that a person's panel has. */
function toLink(panel: object): string {
  const [, url = ''] = /"url":"https:\/\/footnote\.example(\/open\/[^"]+)"/.exec(JSON.stringify(panel)) ?? [];
  expect(url).not.toBe('');
  return url;
}

const toPath = async (user = http.bob) => toLink(await http.openMore(await post(), user));

async function toData(path: string, scene = http): Promise<ViewerData> {
  const { text } = await scene.fetch(path, { token: null });
  const [, data = ''] = /id="viewer-data">(.*?)<\/script>/s.exec(text) ?? [];
  return JSON.parse(data);
}

const toText = (said: ViewerMessage['said']) =>
  typeof said === 'string' ? said : said.map(([part]) => part).join('');
const toTexts = ({ messages }: ViewerData) => messages.map(({ said }) => toText(said));

/** What a link was made for. */
function toTarget(path: string) {
  const [, payload = ''] = /open\/([^.]+)/.exec(path) ?? [];
  const [guildId, summaryId, , expires] = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return { guildId, summaryId, expires };
}

const openLink = (path: string) => http.fetch(path, { token: null });

describe('Open in browser', () => {
  test('is in the panel of each reader, and opens the page without a token', async () => {
    const summary = await post();
    expect(toLabels(await http.openMore(summary, http.bob)).flat()).toContain('Im Browser öffnen');
    const page = await openLink(await toPath());
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('cache-control')).toBe('private, no-store');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.text).toContain('The school fair is on 21 March.');
    // The header's policy has to allow the script that the page's own policy allows.
    const [, allowed = ''] = /script-src ('sha256-[^']+')/.exec(page.text) ?? [];
    expect(page.headers.get('content-security-policy')).toContain(`script-src ${allowed}`);
  });

  const people = () =>
    http.world.history(http.channel).filter(({ author }) => author.id !== http.world.bot.id);
  test('shows the whole conversation, numbered as it was summarized', async () => {
    const before = people().map(({ content }) => content);
    const path = await toPath();
    http.world.addMessage(http.channel, { by: http.bob, content: 'Said after the summary.' });
    const shown = await toData(path);
    expect(shown.messages.map(({ said }) => toText(said))).toEqual(before);
    expect(shown.messages.map(({ position }) => position)).toEqual(before.map((_, index) => index + 1));
    expect(shown.citedOnly).toBeNull();
    const [claim] = shown.claims;
    const lit = claim?.messages.map(index => shown.messages[index]) ?? [];
    expect(lit.map(each => toText(each?.said ?? ''))).toEqual([expect.stringContaining('21 March')]);
    expect(lit.map(each => typeof each?.said)).toEqual(['object']);
  });

  test('has no message that was deleted meanwhile, and what was cited as it was read', async () => {
    const { world, channel, bob } = http;
    const uncited = world.addMessage(channel, { by: bob, content: 'I was here for a moment.' });
    const path = await toPath();
    expect(toTexts(await toData(path))).toContain('I was here for a moment.');
    world.editMessage(uncited, 'Something else entirely.');
    expect(toTexts(await toData(path))).toContain('Something else entirely.');
    world.removeMessage(uncited);
    const cited = sure(people().filter(({ content }) => content.includes('21 March'))[0]);
    const { content } = cited;
    world.editMessage(cited, 'The fair is off.');
    await expect.poll(async () => JSON.stringify((await toData(path)).messages)).toContain('edited since');
    const shown = await toData(path);
    const texts = shown.messages.map(({ said }) => toText(said));
    expect(texts).toContain(content);
    expect(texts).not.toContain('Something else entirely.');
    // The others have other numbers now.
    expect(new Set(shown.messages.map(each => (each.number ? typeof each.position : each.position)))).toEqual(
      new Set(['number', undefined]),
    );
    world.editMessage(cited, content);
  });

  test('shows no message of a person who opted out', async () => {
    const path = await toPath();
    const { privacy } = http.running().store;
    expect(toTexts(await toData(path))).toContain('Does anybody have the key to the storage room?');
    await privacy.setOptedOut(http.bob.id, true);
    const bobs = people().filter(({ author }) => author.id === http.bob.id);
    expect(toTexts(await toData(path)).filter(text => bobs.some(({ content }) => content === text))).toEqual(
      [],
    );
    await privacy.setOptedOut(http.bob.id, false);
  });

  test('checks again whether the person may read the channel', async () => {
    const path = await toPath();
    http.world.overwrite(http.channel, { member: http.bob, deny: PermissionFlagsBits.ViewChannel });
    const refused = await openLink(path);
    expect([refused.status, refused.text]).toEqual([404, expect.not.stringContaining('fair')]);
    // Nobody shares the check of another person who opens it at the same moment.
    const { guildId, summaryId } = toTarget(path);
    const anns = viewerLinks.toUrl({ guildId, summaryId, userId: http.ann.id });
    const both = await Promise.all([new URL(anns).pathname, path].map(openLink));
    expect(both.map(({ status }) => status)).toEqual([200, 404]);
    http.world.overwrite(http.channel, { member: http.bob, allow: PermissionFlagsBits.ViewChannel });
    expect((await openLink(path)).status).toBe(200);
  });

  test('says that Discord does not answer, and when to try again', async () => {
    const path = await toPath();
    const { faults } = http.playground;
    const headers = { 'accept-language': 'xx, de' };
    for (const status of [500, 503]) {
      faults.failWith(status, 'GET /guilds/*/members/*', 1_000);
      const page = await http.fetch(path, { token: null, headers });
      const { summaryId } = toTarget(path);
      const stored = await http.fetch(`/summaries/${summaryId}`);
      faults.clear();
      expect([page.status, page.headers.get('retry-after')]).toEqual([503, '60']);
      expect(page.text).toContain('antwortet nicht');
      expect([stored.status, stored.json.code]).toEqual([503, 'unavailable']);
    }
    expect((await openLink(path)).status).toBe(200);
  });

  test('is opened a limited number of times a minute, and says when it opens again', async () => {
    const url = viewerLinks.toUrl({ guildId: http.guild.id, summaryId: 'none', userId: http.ann.id });
    const path = new URL(url).pathname;
    let refused = await openLink(path);
    for (let count = 0; count < 61 && refused.status !== 429; count++) refused = await openLink(path);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.text).toContain('You opened too many pages');
  });

  test('expires after an hour', async () => {
    const path = await toPath();
    hoursPassed = 1;
    const late = await openLink(path);
    hoursPassed = 0;
    expect(late.status).toBe(410);
  });

  test('is for one person and one summary: a changed link is refused', async () => {
    const path = await toPath();
    const [payload = '', signature = ''] = path.slice('/open/'.length).split('.');
    const { guildId, summaryId, expires } = toTarget(path);
    const forged = Buffer.from(JSON.stringify([guildId, summaryId, http.ann.id, expires])).toString(
      'base64url',
    );
    const other = createViewerLinks({
      secret: 'another token',
      publicUrl: '',
      now: () => new Date().toISOString(),
    });
    for (const link of [
      `/open/${forged}.${signature}`,
      `/open/${payload}.`,
      `/open/${payload}`,
      `/open/${payload}.${signature.slice(0, -2)}`,
      other.toUrl({ guildId, summaryId, userId: http.bob.id }),
      '/open/x.y',
    ])
      expect((await openLink(link)).status, link).toBe(404);
  });
});

describe('Open in browser, of several channels or of many messages', () => {
  const route = 'GET /channels/*/messages';
  let other: HttpScene;
  beforeAll(async () => {
    other = await createHttpScene({ viewerLinks, pageTimeoutMs: 1_500 });
  });
  afterAll(() => other?.close());

  test('shows all channels of a category, and nothing to a person who lost one of them', async () => {
    const { world, guild, ann, bob } = other;
    const category = world.addChannel(guild, { name: 'Fair', kind: 'category' });
    const [tents, food] = ['tents', 'food'].map(name => world.addChannel(guild, { name, parent: category }));
    if (!tents || !food) throw new Error('no channels');
    world.addMessage(tents, { by: bob, content: 'We decided to rent the big tent for 450 euros.' });
    world.addMessage(food, { by: ann, content: 'We decided to cook soup for 40 people.' });
    for (const place of [tents, food]) world.addMessage(place, { by: bob, content: 'Thanks a lot!' });
    const pegs = world.addThread(tents, { name: 'Pegs', owner: ann });
    world.addMessage(pegs, { by: ann, content: 'Who has got the pegs?' });
    const options = { channel: category };
    const { message } = await other.ask(options, bob);
    const path = toLink(await other.openMore(message, bob));
    const data = await toData(path, other);
    expect(data.citedOnly).toBeNull();
    expect(toTexts(data)).toEqual([
      'We decided to rent the big tent for 450 euros.',
      'Thanks a lot!',
      'We decided to cook soup for 40 people.',
      'Thanks a lot!',
      'Who has got the pegs?',
    ]);
    world.overwrite(food, { member: bob, deny: PermissionFlagsBits.ReadMessageHistory });
    expect((await other.fetch(path, { token: null })).status).toBe(404);
  });

  test('shows of a digest with a thread among its sources the thread, not the rest of its channel', async () => {
    const { world, guild, ann, bob } = other;
    const scene = toDigestScene(other);
    const [garden, stage] = ['garden', 'stage'].map(name => world.addChannel(guild, { name }));
    if (!garden || !stage) throw new Error('no channels');
    const hedge = world.addThread(garden, { name: 'Hedge', owner: ann });
    const sources = { kind: 'channels' as const, channelIds: [stage.id, hedge.id] };
    const { id } = await scene.create({ sources });
    world.addMessage(hedge, { by: bob, content: 'We decided to cut the hedge on Friday.' });
    world.addMessage(garden, { by: bob, content: 'We decided to plant ten roses by the wall.' });
    world.addMessage(stage, { by: ann, content: 'We decided to paint the stage blue on Saturday.' });
    await other.running().bot.digests?.runNow(guild.id, id);
    await scene.nextPost(1);
    const data = await toData(toLink(await other.openMore(scene.posted()[0])), other);
    expect(data.citedOnly).toBeNull();
    expect(toTexts(data)).toEqual([
      'We decided to cut the hedge on Friday.',
      'We decided to paint the stage blue on Saturday.',
    ]);
  });

  test('shows only cited messages, and says so, if Discord fails midway', async () => {
    const { world, channel, ann, bob, playground } = other;
    fill(other);
    for (let index = 0; index < 150; index++)
      world.addMessage(channel, { by: bob, content: `Nothing to see here, number ${index}.` });
    const options = { messages: 200 };
    const { message } = await other.ask(options, ann);
    const path = toLink(await other.openMore(message));
    const { faults } = playground;
    const whole = toTexts(await toData(path, other));
    expect(whole.length).toBe(158);
    for (const fail of [() => faults.failWith(400, route), () => faults.delay(5_000, route)]) {
      // Once that event is heard, pages that were read before are not in the cache any more.
      world.overwrite(channel, { member: bob, allow: PermissionFlagsBits.ViewChannel });
      const openFailing = async () => {
        faults.clear();
        faults.pass(route);
        fail();
        const data = await toData(path, other);
        faults.clear();
        return data;
      };
      await expect
        .poll(async () => (await openFailing()).citedOnly)
        .toBe('This page has only the cited messages.');
      world.overwrite(channel, { member: bob, allow: PermissionFlagsBits.SendMessages });
    }
    await expect.poll(async () => toTexts(await toData(path, other))).toEqual(whole);
  });
});
