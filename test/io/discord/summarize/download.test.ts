import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { download, readAttachedFiles } from '../../../../src/io/discord/history/attached-files.ts';
import { isTooLarge } from '../../../../src/io/discord/summarize/read-file.ts';
import { toRefusal } from '../../import/refusal.ts';

const answers: Readonly<Record<string, (answer: ServerResponse) => void>> = {
  '/chat.txt': answer => answer.end('hello'),
  '/gone.txt': answer => answer.writeHead(404).end(),
  '/moved.txt': answer => answer.writeHead(302, { location: '/chat.txt' }).end(),
  '/endless.txt': answer => {
    const write = () => {
      while (!answer.destroyed && answer.write(Buffer.alloc(65_536))) {}
    };
    answer.on('drain', write);
    write();
  },
  '/silent.txt': answer => answer.writeHead(200).flushHeaders(),
};

let server: Server;
let origin: string;
const asked: string[] = [];
beforeAll(async () => {
  server = createServer(({ url = '' }, answer) => {
    asked.push(url);
    answers[url]?.(answer);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function get(path: string, { from = origin, signal = new AbortController().signal } = {}) {
  return download({ url: `${from}${path}`, name: 'chat.txt', size: 5 }, `${origin}/api`, signal);
}

describe('an attached file', () => {
  test('is downloaded from the host of the API', async () => {
    expect((await get('/chat.txt')).toString()).toBe('hello');
  });

  test.each([
    'https://evil.example',
    'http://cdn.discordapp.com',
    'https://cdn.discordapp.com.evil.example',
    'https://cdn.discordapp.com:8443',
    'file://',
    'no address ',
  ])('is never asked of %s', async from => {
    expect(await toRefusal(() => get('/chat.txt', { from }))).toBe(
      'discord_unavailable: chat.txt could not be downloaded from Discord.',
    );
  });

  test('is refused if it is gone, moved, or larger than Discord said', async () => {
    for (const path of ['/gone.txt', '/moved.txt', '/endless.txt'])
      expect(await toRefusal(() => get(path)), path).toMatch(/^discord_unavailable: /);
    expect([
      isTooLarge({ name: '', url: '', size: 16e6 }),
      isTooLarge({ name: '', url: '', size: 16e6 + 1 }),
    ]).toEqual([false, true]);
  });

  test('is no longer waited for once the person stops', async () => {
    const stop = new AbortController();
    const waiting = get('/silent.txt', { signal: stop.signal });
    await expect.poll(() => asked).toContain('/silent.txt');
    stop.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
  });
});

describe('attached texts', () => {
  const signal = new AbortController().signal;
  const read = async (kilobytes: number, ...given: readonly { url: string; size?: number }[]) => {
    const files = given.map(({ url, size = 5 }) => ({ filename: 'a.txt', url, size }));
    const found = await readAttachedFiles(files, `${origin}/api`, { kilobytes, pictures: 0, signal });
    return files.map(file => {
      const each = found.get(file);
      return each?.state === 'read' ? each.text : each?.state;
    });
  };

  test('come from Discord only; one that expired or moved could not be read', async () => {
    const before = asked.length;
    const elsewhere = `http://localhost:${new URL(origin).port}/chat.txt`;
    expect(await read(1, { url: elsewhere })).toEqual(['unreadable']);
    expect(asked).toHaveLength(before);
    const paths = ['/chat.txt', '/gone.txt', '/moved.txt'].map(path => ({ url: `${origin}${path}` }));
    expect(await read(1, ...paths)).toEqual(['hello', 'unreadable', 'unreadable']);
  });

  test('have a longest size, each and together', async () => {
    expect(await read(1, { url: `${origin}/chat.txt`, size: 1_001 })).toEqual(['large']);
    const all = Array.from({ length: 11 }, () => ({ url: `${origin}/chat.txt`, size: 1_000 }));
    expect(await read(1, ...all)).toEqual(['large', ...Array.from({ length: 10 }, () => 'hello')]);
    expect((await read(0, ...all)).every(each => each === undefined)).toBe(true);
  });
});
