import { PermissionFlagsBits } from 'discord-api-types/v10';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createViewerLinks } from '../../../src/io/http/viewer-links.ts';
import { fill, openMore, summarized, toLabels } from '../scene.ts';
import { createWriting, fairClaims } from '../writing-engine.ts';
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
});
afterAll(() => http?.close());

async function post() {
  const { actions, ann: user, channel } = http;
  const options = { private: false };
  const { message } = await summarized(await actions.slash({ user, channel, command: 'summarize', options }));
  if (message === null) throw new Error('no summary');
  return message;
}

/** The path of the link that a person's panel has. */
async function toPath(user = http.bob): Promise<string> {
  const panel = await openMore(http.actions, await post(), user);
  const [, url = ''] = /"url":"https:\/\/footnote\.example(\/open\/[^"]+)"/.exec(JSON.stringify(panel)) ?? [];
  expect(url).not.toBe('');
  return url;
}

const openLink = (path: string) => http.ask(path, { token: null });

describe('Open in browser', () => {
  test('is in the panel of each reader, and opens the page without a token', async () => {
    const summary = await post();
    expect(toLabels(await openMore(http.actions, summary, http.bob)).flat()).toContain('Im Browser öffnen');
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

  test('shows no messages that are not cited', async () => {
    const { text } = await openLink(await toPath());
    const said = http.world.history(http.channel).map(({ content }) => content);
    const shown = said.filter(content => content !== '' && text.includes(content));
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.length).toBeLessThan(said.length);
  });

  test('checks again whether the person may read the channel', async () => {
    const path = await toPath();
    http.world.overwrite(http.channel, { member: http.bob, deny: PermissionFlagsBits.ViewChannel });
    const refused = await openLink(path);
    expect([refused.status, refused.text]).toEqual([404, expect.not.stringContaining('fair')]);
    http.world.overwrite(http.channel, { member: http.bob, allow: PermissionFlagsBits.ViewChannel });
    expect((await openLink(path)).status).toBe(200);
  });

  test('leads nowhere once the summary is deleted', async () => {
    const path = await toPath();
    const [, payload = ''] = /open\/([^.]+)/.exec(path) ?? [];
    const [guildId, summaryId] = JSON.parse(Buffer.from(payload, 'base64url').toString());
    await http.running().store.summaries.remove(guildId, summaryId);
    expect((await openLink(path)).status).toBe(404);
  });

  test('expires after an hour', async () => {
    const path = await toPath();
    hoursPassed = 1;
    const late = await openLink(path);
    hoursPassed = 0;
    expect([late.status, late.json.code]).toEqual([410, 'expired']);
  });

  test('is for one person and one summary: a changed link is refused', async () => {
    const path = await toPath();
    const [payload = '', signature = ''] = path.slice('/open/'.length).split('.');
    const [guildId, summaryId, , expires] = JSON.parse(Buffer.from(payload, 'base64url').toString());
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

describe('GET /summaries/ID/viewer', () => {
  test('is the page for the owner of the token, and for nobody else', async () => {
    const made = await http.ask(`/discord/channels/${http.channel.id}/summarize?wait=30`, { body: {} });
    const path = `/summaries/${made.json.summary_id}/viewer`;
    const page = await http.ask(path);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('viewer-data')]);
    const scoped = await http.grant({ channelIds: [http.guild.id] });
    expect((await http.ask(path, { token: scoped })).status).toBe(404);
    expect((await http.ask(path, { token: null })).status).toBe(401);
  });
});
