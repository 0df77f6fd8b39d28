import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createClaimJudge } from '../../../demo/claude/judge.ts';
import { createFixedWriter } from '../../../demo/claude/writer.ts';
import { sure } from '../../sure.ts';
import { openClaudeScene } from '../claude-scene.ts';
import { toClaims } from '../scene.ts';

/** The start of a PNG of this size; nobody looks further. */
function toPng(width: number, height: number): Uint8Array {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  return Buffer.concat([head, size, deflateSync(Buffer.alloc(100))]);
}

const claim = {
  evidence: [{ position: 9, quote: 'Uptime 4711 hours' }],
  kind: 'fact' as const,
  text: 'The server has been up for 4,711 hours.',
};

type Block = { readonly type: string; readonly text?: string; readonly source?: { readonly data: string } };

async function open(verdict: 'supported' | 'partly' | 'not_supported' = 'supported') {
  const scene = await openClaudeScene();
  scene.claude.writer = createFixedWriter([claim], []);
  scene.claude.judge = createClaimJudge(({ text }) => ({
    verdict: text.includes('4,711') ? verdict : 'supported',
  }));
  const png = (name: string, width = 300, height = 100) => ({
    name,
    content: toPng(width, height),
    type: 'image/png',
  });
  const post = (...files: readonly ReturnType<typeof png>[]) =>
    scene.world.addMessage(scene.channel, { by: scene.bob, content: 'Look', files });
  /** The blocks of each call. */
  const sent = (): readonly (readonly Block[])[] =>
    scene.claude.requests
      .filter(({ path }) => path === '/v1/messages')
      .map(({ body }) => {
        const { messages } = body as { readonly messages: readonly { readonly content: readonly Block[] }[] };
        return messages[0]?.content ?? [];
      });
  const countPictures = () => sent().map(blocks => blocks.filter(({ type }) => type === 'image').length);
  return { ...scene, png, post, sent, countPictures };
}

describe('pictures', () => {
  test('are given to the writer and the judge beside their message; the claim says so', async () => {
    const scene = await open();
    await scene.set({ pictures: 2 });
    scene.post(scene.png('status.png'));
    const message = await scene.finish();
    expect(scene.countPictures()).toEqual([1, 1, 1]);
    const [[before, picture] = []] = scene.sent();
    expect(before?.text).toMatch(/<m n="9"[^>]*>Look\n\[image: status\.png\]<\/m>$/);
    expect(picture?.source?.data).toBe(Buffer.from(toPng(300, 100)).toString('base64'));
    expect(toClaims(message)).toMatch(/4,711 hours\. \*\(from a picture\)\*/);
    const stored = sure(await scene.stored(message));
    expect(stored.summary.claims).toMatchObject([{ fromPicture: true, status: 'verified' }]);
    expect(JSON.stringify(stored)).not.toContain(picture?.source?.data);
    expect(await scene.sources(message)).toContain('status.png');
    expect(await scene.why(message)).not.toContain('1 picture');
  });

  test('are not looked at where the server has not switched them on', async () => {
    const scene = await open();
    scene.post(scene.png('status.png'));
    const message = await scene.finish();
    expect(scene.countPictures().every(count => count === 0)).toBe(true);
    expect(JSON.stringify(message)).not.toContain('4,711');
    expect(await scene.why(message)).toContain('1 picture');
  });

  test('are few and small, no spoilers, and pictures by their content', async () => {
    const scene = await open();
    await scene.set({ pictures: 2 });
    scene.post(scene.png('old.png'), scene.png('SPOILER_end.png'), {
      ...scene.png('fake.png'),
      content: new TextEncoder().encode('<html>'),
    });
    scene.post(scene.png('a.png'), { ...scene.png('huge.png'), content: new Uint8Array(3_600_000) });
    scene.post(scene.png('b.png'));
    await scene.finish();
    expect(scene.countPictures()[0]).toBe(2);
    const texts = (scene.sent()[0] ?? []).map(({ type, text }) => (type === 'image' ? '·' : text)).join('');
    expect(texts).toMatch(/a\.png\]\n\[image: huge\.png\]<\/m>·[^·]*b\.png\]<\/m>·/);
  });

  test('are told of no more once their message is deleted', async () => {
    const scene = await open();
    await scene.set({ pictures: 2 });
    const message = scene.post(scene.png('status.png'));
    const view = await scene.finish({ private: false });
    const read = async () => `${toClaims(scene.posted().at(-1))} ${JSON.stringify(await scene.stored(view))}`;
    expect(await read()).toContain('4,711');
    scene.world.removeMessage(message);
    await expect.poll(read).not.toMatch(/4,711|status\.png/);
  });

  test('of people who opted out stay out', async () => {
    const scene = await open();
    await scene.set({ pictures: 2 });
    scene.post(scene.png('status.png'));
    await scene.run('privacy opt-out', {}, scene.bob);
    await scene.finish();
    expect(scene.countPictures().every(count => count === 0)).toBe(true);
  });

  test.each(['partly', 'not_supported'] as const)(
    'stand for nothing that a judge finds %s',
    async verdict => {
      const scene = await open(verdict);
      await scene.set({ pictures: 2 });
      scene.post(scene.png('status.png'));
      expect(toClaims(await scene.finish())).not.toContain('4,711');
    },
  );

  test('are unclear while the judge is away: code has not checked them', async () => {
    const scene = await open();
    await scene.set({ pictures: 2 });
    scene.post(scene.png('status.png'));
    scene.claude.faults.next({ kind: 'status', status: 429, retryAfterSeconds: 3_600 }, 1, 'verdict');
    const message = await scene.finish();
    expect(toClaims(message)).not.toContain('4,711');
    expect(toClaims(message)).toContain('Unclear. See');
    expect(sure(await scene.stored(message)).summary.claims[0]?.status).toBe('needs_clarification');
  });

  test.each([400, 413])(
    'that the API answers with %d are left out with what rests on them, and counted',
    async status => {
      const scene = await open();
      const quote = {
        evidence: [{ position: 5, quote: 'The loudspeakers from 2024 still work' }],
        kind: 'fact' as const,
        text: 'The loudspeakers from 2024 still work.',
      };
      scene.claude.writer = createFixedWriter([claim, quote], []);
      await scene.set({ pictures: 2 });
      scene.post(scene.png('status.png'));
      scene.claude.faults.next({ kind: 'status', status });
      const message = await scene.finish();
      const [first, ...others] = scene.countPictures();
      expect([first, Math.max(...others)]).toEqual([1, 0]);
      expect(toClaims(message)).toContain(quote.text);
      expect(toClaims(message)).not.toContain('4,711');
      expect(await scene.why(message)).toContain('1 picture');
    },
  );

  test('count in the estimate: a cap that has no room for them is not exceeded', async () => {
    const scene = await open();
    await scene.set({ pictures: 10, server_usd: 0.05 });
    scene.post(...Array.from({ length: 10 }, (_, index) => scene.png(`${index}.png`, 2_000, 2_000)));
    const before = scene.claude.requests.length;
    await scene.ask();
    const asked = scene.claude.requests.slice(before).filter(({ path }) => path === '/v1/messages');
    expect(asked).toHaveLength(0);
  });
});
