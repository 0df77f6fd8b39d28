import { expect, test } from 'vitest';
import { setUp, start } from '../../src/testing/start.ts';
import { knock, servePage } from './scene.ts';

async function serve() {
  const playground = await start();
  const { ben } = setUp(playground);
  const page = await servePage(playground, { people: [ben] });
  return { page, own: page.url.slice(0, -1), host: new URL(page.url).host };
}

test('the page listens on loopback alone and lets nothing else be loaded by it', async () => {
  const { page } = await serve();
  expect(new URL(page.url).hostname).toBe('127.0.0.1');
  const response = await fetch(page.url);
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toMatch(/https:|\*/);
  expect(await response.text()).not.toMatch(/https?:\/\/(?!www\.w3\.org)/);
});

test('script and style are one file each, made at the start', async () => {
  const { page } = await serve();
  const script = await fetch(`${page.url}page.js`);
  expect(script.headers.get('content-type')).toContain('javascript');
  expect(await script.text()).toContain('discord-embed');
  const style = await (await fetch(`${page.url}page.css`)).text();
  expect(style).not.toMatch(/@import|url\(/);
});

test.each([
  ['another origin', { origin: 'https://evil.example', 'content-type': 'application/json' }],
  ['no origin', { 'content-type': 'application/json' }],
  ['a form of another page', { origin: 'https://evil.example', 'content-type': 'text/plain' }],
  ['something that is no JSON', { origin: 'own', 'content-type': 'text/plain' }],
  ['a name bound anew to loopback', { origin: 'http://evil.example', host: 'evil.example' }],
])('a press from %s is refused', async (_who, headers) => {
  const { page, own } = await serve();
  const sent = Object.fromEntries(
    Object.entries<string>({ ...headers }).map(([name, value]) => [name, value === 'own' ? own : value]),
  );
  expect(await knock(`${page.url}do/press`, 'POST', sent)).toBe(403);
});

test('looking on from another page or name is refused', async () => {
  const { page, host } = await serve();
  expect(await knock(`${page.url}people`, 'GET', { host: 'evil.example' })).toBe(403);
  expect(await knock(`${page.url}live?user=1`, 'GET', { origin: 'https://evil.example' })).toBe(403);
  expect(await knock(`${page.url}people`, 'GET', { host })).toBe(200);
});
