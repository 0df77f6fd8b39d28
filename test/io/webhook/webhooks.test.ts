import { expect, test } from 'vitest';
import { createWebhooks, isPublicAddress } from '../../../src/io/webhooks.ts';
import { startReceiver } from './receiver.ts';

const now = () => '2026-03-02T09:00:00.000Z';
const event = { id: 'd1_1_1', body: '{}' };
const never = new AbortController().signal;

test.each([
  ['93.184.216.34', true],
  ['2606:2800:220:1::1', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['172.31.255.255', false],
  ['192.168.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['::ffff:127.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['2002:7f00:1::', false],
  ['2001:db8::1', false],
  ['no address', false],
])('%s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

test.each([
  ['https://hooks.example/x?key=1', true, true],
  ['https://93.184.216.34/', true, true],
  ['https://10.0.0.1/', false, true],
  ['https://[::1]/', false, true],
  ['https://2130706433/', false, true],
  ['http://127.0.0.1:8080/', false, true],
  ['http://localhost/', false, true],
  ['http://hooks.example/', false, false],
  ['https://user:password@hooks.example/', false, false],
  ['file:///etc/passwd', false, false],
  ['hooks.example', false, false],
  [`https://hooks.example/${'x'.repeat(978)}`, true, true],
  [`https://hooks.example/${'x'.repeat(979)}`, false, false],
])('%s is allowed: %s; with private addresses: %s', (url, isAllowed, isAllowedPrivately) => {
  expect(createWebhooks({ allowsPrivate: false, now }).allows(url)).toBe(isAllowed);
  expect(createWebhooks({ allowsPrivate: true, now }).allows(url)).toBe(isAllowedPrivately);
});

test('a name that resolves to a private address is not connected to', async () => {
  const receiver = await startReceiver();
  const { send, newSecret } = createWebhooks({ allowsPrivate: false, now });
  const url = `https://localhost:${new URL(receiver.url).port}/`;
  await expect(send({ url, secret: newSecret() }, event, never)).rejects.toThrow('no public address');
  expect(receiver.connections()).toBe(0);
});

test('redirects are not followed', async () => {
  const target = await startReceiver();
  const receiver = await startReceiver({ status: 302, headers: { location: target.url } });
  const { send, newSecret } = createWebhooks({ allowsPrivate: true, now });
  await expect(send({ url: receiver.url, secret: newSecret() }, event, never)).rejects.toThrow('302');
  expect(target.received).toEqual([]);
});
