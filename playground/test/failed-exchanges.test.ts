import { expect, test } from 'vitest';
import { toReport } from '../src/testing/failed-exchanges.ts';
import { setUp, start } from '../src/testing/start.ts';
import { call } from './scene.ts';

test('a failing test prints the requests that were refused and the last ones, shortened', async () => {
  const playground = await start();
  const { general } = setUp(playground);
  await call(playground, 'POST', '/channels/1/messages', { content: 'into nowhere' });
  for (let count = 0; count < 10; count += 1)
    await call(playground, 'POST', `/channels/${general.id}/messages`, { content: `${count} `.repeat(200) });
  const report = toReport(playground.exchanges);
  expect(report).toContain('6 of 11 requests to Discord');
  expect(report).toMatch(
    /POST \/channels\/1\/messages -> 404\n {4}sent \{"content":"into nowhere"\}\n {4}got {2}\{.*Unknown Channel/,
  );
  expect(report).toContain('sent {"content":"9 9');
  expect(report).not.toContain('"content":"4 4');
  expect(Math.max(...report.split('\n').map(line => line.length))).toBeLessThan(320);
});
