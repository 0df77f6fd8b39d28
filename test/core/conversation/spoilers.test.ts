import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  hideRepeatedSpoilers,
  listSpoilers,
  markSpoilers,
  maskSpoilers,
  toBars,
  widenToSpoilers,
  withoutSpoilerMarks,
} from '../../../src/core/conversation/spoilers.ts';

describe('spoilers of a Discord message', () => {
  test.each([
    ['The killer is ||Bob||.', 'The killer is [spoiler].'],
    ['||a|| and ||b\nc||', '[spoiler] and [spoiler]'],
    ['||**bold** <@1>||', '[spoiler]'],
    ['|||x|||', '[spoiler]|'],
    ['||open', '||open'],
    ['a || b', 'a || b'],
    ['||||', '||||'],
    ['`a || b || c`', '`a || b || c`'],
    ['``a ` || b || c``', '``a ` || b || c``'],
    ['```ts\na || b || c\n```', '```ts\na || b || c\n```'],
    ['` ||secret||', '` [spoiler]'],
    ['\\|\\|not hidden\\|\\|', '\\|\\|not hidden\\|\\|'],
  ])('%j is shown as %j by formats that cannot hide text', (content, shown) => {
    expect(maskSpoilers(markSpoilers(content))).toBe(shown);
  });

  test('are written with bars again, and marks that somebody typed are removed', () => {
    expect(toBars(markSpoilers('a ||b|| c'))).toBe('a ||b|| c');
    expect(markSpoilers('\ue0f0a\ue0f1')).toBe('a');
    expect(withoutSpoilerMarks('\ue0f0a\ue0f1 ||b||')).toBe('a ||b||');
  });

  test('stay hidden in every part of a text, wherever it is cut', () => {
    const secret = fc.stringMatching(/^[x ]{1,12}$/);
    const open = fc.stringMatching(/^[ab ]{0,12}$/);
    fc.assert(
      fc.property(open, secret, open, secret, fc.nat(60), fc.nat(60), (a, x, b, y, from, length) => {
        const text = markSpoilers(`${a}||${x}||${b}||${y}||`);
        const start = Math.min(from, text.length);
        const end = Math.min(start + length, text.length);
        const span = widenToSpoilers(text, { start, end });
        expect(maskSpoilers(text.slice(span.start, span.end))).not.toContain('x');
        // Also if only the end is cut.
        const { start: begin } = widenToSpoilers(text, { start, end: text.length });
        expect(maskSpoilers(text.slice(begin, Math.max(begin, end)))).not.toContain('x');
      }),
    );
  });

  test('are hidden in a claim: what is between bars, and repetitions of the hidden words', () => {
    const hidden = listSpoilers(markSpoilers('The killer is ||Bob Marsh||'));
    expect(hidden).toEqual(['Bob Marsh']);
    expect(maskSpoilers(hideRepeatedSpoilers('Ann says that bob marsh did it', hidden))).toBe(
      'Ann says that [spoiler] did it',
    );
    expect(maskSpoilers(hideRepeatedSpoilers('Ann names ||the gardener||', hidden))).toBe(
      'Ann names [spoiler]',
    );
    expect(hideRepeatedSpoilers('a || b || c', [])).toBe('a || b || c');
  });
});
