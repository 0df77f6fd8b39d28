import { describe, expect, it, test } from 'vitest';
import { createFixedWriter } from '../../../src/playground/claude/writers/fixed-writer.ts';
import {
  createNoisyWriter,
  type Noise,
  noises,
} from '../../../src/playground/claude/writers/noisy-writer.ts';
import { createScriptedWriter } from '../../../src/playground/claude/writers/scripted-writer.ts';
import type { ReceivedPrompt, WrittenClaim } from '../../../src/playground/claude/writers/writer.ts';
import { talk } from './scene.ts';

const prompt: ReceivedPrompt = {
  model: 'claude-sonnet-5-5',
  system: '',
  blocks: [talk],
  text: talk.replace('</conversation>', '<m n="7" t="12:05" by="Flo">How about a raffle?</m></conversation>'),
  schema: null,
  maxTokens: 8_000,
};

function createNoisy(rates: Partial<Record<Noise, number>>, seed = 7) {
  return createNoisyWriter(createScriptedWriter(), { seed, rates });
}

async function write(noisy: ReturnType<typeof createNoisy>): Promise<readonly WrittenClaim[]> {
  const written = await noisy.write(prompt);
  if (typeof written === 'string') throw new Error(`claims were expected, not ${written}`);
  return written;
}

describe('the noisy writer', () => {
  it('leaves everything as it is at rates of nothing', async () => {
    const noisy = createNoisy({});
    expect(await write(noisy)).toEqual(await createScriptedWriter()(prompt));
    expect(noisy.injected).toEqual([]);
    expect(noisy.untouched).toHaveLength(6);
  });

  test.each(noises)('%s: does only that, to every claim it can be done to, and says where', async noise => {
    const noisy = createNoisy({ [noise]: 1 });
    const sent = await write(noisy);
    expect(noisy.injected.length).toBeGreaterThan(0);
    expect(noisy.injected.length).toBe(noisy.chances.get(noise));
    for (const { noise: done, index, after, before } of noisy.injected) {
      expect(done).toBe(noise);
      expect(sent[index]).toBe(after);
      expect(after).not.toEqual(before);
    }
    for (const { index, claim } of noisy.untouched) expect(sent[index]).toBe(claim);
    expect(noisy.injected.length + noisy.untouched.length).toBe(sent.length);
  });

  it('spoils what its name says', async () => {
    const first = async (noise: Noise) => {
      const noisy = createNoisy({ [noise]: 1 });
      await write(noisy);
      return noisy.injected.map(({ before, after }) => ({ before, after }));
    };
    const { before: placed, after: misplaced } = (await first('wrong-position'))[0] ?? {};
    expect(misplaced?.evidence.map(({ quote }) => quote)).toEqual(placed?.evidence.map(({ quote }) => quote));
    expect(
      (await first('invented-position')).every(({ after }) => after.evidence.some(each => each.position > 7)),
    ).toBe(true);
    for (const { after } of await first('altered-quote'))
      expect(after.evidence.some(({ quote }) => !talk.includes(quote.replaceAll('&', '&amp;')))).toBe(true);
    expect((await first('wrong-speaker'))[0]?.after.text).not.toMatch(/^Ann /);
    expect((await first('wrong-owner'))[0]).toMatchObject({
      before: { owner: 'Ann' },
      after: { owner: expect.not.stringMatching('Ann'), text: 'Ann will order the tape by Friday.' },
    });
    expect((await first('altered-number'))[0]?.after.text).toMatch(/^The hall costs (?!1,200)[\d,]+ €/);
    expect((await first('altered-date'))[0]?.after.text).toMatch(/by (?!Friday)\w+day\.$/);
    expect((await first('altered-name'))[0]?.after.text).toMatch(/^(?!Ann)\w{7,} will order/);
    expect((await first('flipped-polarity')).map(({ after }) => after.text)).toContain(
      'Ann will not order the tape by Friday.',
    );
    expect((await first('proposal-as-decision'))[0]?.after).toMatchObject({
      kind: 'decision',
      text: 'It was decided a raffle.',
    });
    expect((await first('invented-claim'))[0]).toMatchObject({ before: null, after: { kind: 'key_point' } });
  });

  it('strikes about as often as it is told to, and the same for the same seed', async () => {
    const rates = { 'altered-quote': 0.2, 'flipped-polarity': 0.5, 'invented-claim': 0.1 } as const;
    const noisy = createNoisy(rates);
    for (let call = 0; call < 300; call++) await write(noisy);
    for (const noise of ['altered-quote', 'flipped-polarity', 'invented-claim'] as const) {
      const count = noisy.injected.filter(each => each.noise === noise).length;
      const share = count / (noisy.chances.get(noise) ?? 0);
      expect(Math.abs(share - rates[noise]), noise).toBeLessThan(0.05);
    }
    expect(new Set(noisy.injected.map(({ call }) => call)).size).toBeGreaterThan(250);
    const again = createNoisy(rates);
    const other = createNoisy(rates, 8);
    for (let call = 0; call < 5; call++) {
      await write(again);
      await write(other);
    }
    expect(again.injected).toEqual(noisy.injected.filter(({ call }) => call < 5));
    expect(other.injected).not.toEqual(again.injected);
  });

  it('passes on what is no list of claims', async () => {
    const noisy = createNoisyWriter(createFixedWriter('prose'), { seed: 1, rates: { 'altered-quote': 1 } });
    expect(await noisy.write(prompt)).toBe('prose');
  });
});

describe('the fixed writer', () => {
  it('gives its answers in turn and then the last, whole claims for parts of them', async () => {
    const write = createFixedWriter('first', [{ text: 'a', evidence: [{ position: 1, quote: 'b' }] }]);
    expect(write(prompt)).toBe('first');
    for (let call = 0; call < 2; call++) {
      expect(write(prompt)).toEqual([
        {
          evidence: [{ position: 1, quote: 'b' }],
          kind: 'key_point',
          topic: '',
          text: 'a',
          speakers: [],
          owner: '',
          due: '',
          before: { text: '', evidence: [] },
          confidence: 0.9,
        },
      ]);
    }
  });
});
