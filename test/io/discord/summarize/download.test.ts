import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { download, readAttachedFiles, toBudget } from '../../../../src/io/discord/history/attached-files.ts';
import { isTooLarge } from '../../../../src/io/discord/summarize/read-file.ts';
import { toRefusal } from '../../import/refusal.ts';

const answers: Record<string, (answer: ServerResponse) => void> = {
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
});

describe('attached texts', () => {
  const signal = new AbortController().signal;
  const read = async (kilobytes: number, ...given: readonly { url: string; size?: number }[]) => {
    const files = given.map(({ url, size = 5 }) => ({ filename: 'a.txt', url, size }));
    const budget = toBudget({ kilobytes, pictures: 0 });
    const found = await readAttachedFiles(files, `${origin}/api`, budget, signal);
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

  test('are at most a hundred, and share their budget with the next channel', async () => {
    const all = Array.from({ length: 101 }, () => ({
      filename: 'a.txt',
      url: `${origin}/chat.txt`,
      size: 5,
    }));
    const budget = toBudget({ kilobytes: 1, pictures: 0 });
    const [first, second] = [all.slice(0, 60), all.slice(60)];
    const found = await readAttachedFiles(first, `${origin}/api`, budget, signal);
    const next = await readAttachedFiles(second, `${origin}/api`, budget, signal);
    expect([found.size, next.size]).toEqual([60, 40]);
    const bytes = { ...toBudget({ kilobytes: 1, pictures: 0 }), textBytes: 14 };
    await readAttachedFiles(all.slice(0, 2), `${origin}/api`, bytes, signal);
    expect([...(await readAttachedFiles(all.slice(2, 3), `${origin}/api`, bytes, signal)).values()]).toEqual([
      { state: 'large' },
    ]);
  });
});

describe('attached pictures', () => {
  const signal = new AbortController().signal;
  const heads: readonly (readonly [string, string])[] = [
    ['png', '89504e470d0a1a0a0000000d'],
    ['gif', '474946383961000000000000'],
    ['jpeg', 'ffd8ffe00004000000000000'],
    ['webp', '524946460000000057454250'],
  ];
  const look = async (
    type: string,
    head: string,
    told: { width?: number; height?: number; size?: number } = {},
  ) => {
    const bytes = Buffer.from(head, 'hex');
    answers['/picture'] = answer => answer.end(bytes);
    const file = {
      filename: 'a',
      content_type: `image/${type}`,
      url: `${origin}/picture`,
      size: bytes.length,
      ...told,
    };
    const budget = toBudget({ kilobytes: 0, pictures: 1 });
    return (await readAttachedFiles([file], `${origin}/api`, budget, signal)).get(file)?.state;
  };

  test.each(heads)('are looked at up to 8,000 pixels a side: %s', async (type, head) => {
    expect(await look(type, head, { width: 8_000, height: 7_999 })).toBe('seen');
    expect(await look(type, head, { width: 8_001, height: 100 })).toBeUndefined();
    expect(await look(type, head, { width: 300, height: 8_001 })).toBeUndefined();
    expect(await look(type, head)).toBeUndefined();
    expect(await look(type, head, { width: 300, height: 100, size: 1_000 })).toBeUndefined();
    expect(await look(type, '3c68746d6c3e', { width: 300, height: 100 })).toBeUndefined();
  });

  test('are 15 MB together', async () => {
    answers['/large'] = answer =>
      answer.end(Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(3_400_000 - 8)]));
    const files = Array.from({ length: 5 }, () => ({
      filename: 'a',
      content_type: 'image/png',
      url: `${origin}/large`,
      size: 3_400_000,
      width: 9,
      height: 9,
    }));
    const found = await readAttachedFiles(
      files,
      `${origin}/api`,
      toBudget({ kilobytes: 0, pictures: 5 }),
      signal,
    );
    expect(files.map(file => found.get(file)?.state)).toEqual([undefined, 'seen', 'seen', 'seen', 'seen']);
  });
});
