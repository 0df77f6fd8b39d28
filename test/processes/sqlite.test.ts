import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openLogged } from '../io/keyv/stored-summaries.ts';
import { startScript } from '../start-script.ts';

const putMany = 'test/processes/scripts/put-many.ts';

function createPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'footnote.sqlite');
}

describe('the file of a store in SQLite', () => {
  test('is written by three processes at once, and none loses anything', async () => {
    const path = createPath();
    const writers = ['a', 'b', 'c'].map(name => startScript(putMany, {}, [`sqlite://${path}`, name]).ended);
    const ended = (await Promise.all(writers)).map(({ code, stderr }) => `${code} ${stderr}`);
    expect(ended).toEqual(['0 ', '0 ', '0 ']);
    const { store } = await openLogged(`sqlite://${path}`);
    expect(await store.summaries.eraseGuild('7')).toBe(90);
    await store.close();
  });

  test('is waited for while another process locks it, and reports a lock that lasts', async () => {
    const path = createPath();
    await (await openLogged(`sqlite://${path}`)).store.close();
    const holder = startScript('test/processes/scripts/hold-lock.ts', {}, [path, '4000']);
    await expect.poll(holder.stdout).toContain('held');
    const problem = await openLogged(`sqlite://${path}`, { openTimeoutMs: 0 }).catch(error => error);
    expect(problem).toMatchObject({ name: 'UserError', code: 'store_unavailable' });
    expect(problem.message).toMatch(/ \(STORE_URL\) is locked by another process\. /);
    const { store } = await openLogged(`sqlite://${path}`);
    await store.zones.set('ann', 'Europe/Berlin');
    await store.close();
    await holder.ended;
  });
});
