import type { ReceivedPrompt } from '@footnote/playground/claude';
import { describe, expect, it } from 'vitest';
import { createFixedWriter } from '../../demo/claude/writer.ts';

const prompt: ReceivedPrompt = {
  model: 'claude-sonnet-5-5',
  system: '',
  blocks: [],
  text: '',
  schema: null,
  maxTokens: 8_000,
};

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
          confidence: 0.9,
        },
      ]);
    }
  });
});
