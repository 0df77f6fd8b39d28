import { describe, expect, test } from 'vitest';
import type { StoredSummary } from '../../src/app/ports.ts';
import { claimKinds } from '../../src/core/claims/kind.ts';
import { toSummaryMessage } from '../../src/io/discord/summarize/summary-message.ts';
import { render } from '../../src/render/render.ts';
import { toTexts } from '../../src/render/texts.ts';
import { tellSummary } from './summaries.ts';

/** A claim of each kind, and a doubtful one. */
const texts = [...claimKinds, 'doubt'].map((_, index) => `Claim number ${index + 101} is here.`);
const summary = tellSummary({
  messages: [{ by: 'Ann', text: 'The only message.', at: '2026-03-09T09:00:00.000Z' }],
  claims: texts.map((text, index) => ({
    text,
    cites: [1],
    ...(claimKinds[index] ? { kind: claimKinds[index] } : { status: 'needs_clarification' as const }),
  })),
});

/** What begins the sources of a format. */
const sources = {
  markdown: '\n## Sources\n',
  html: '<section class="sources">',
  plain: '\nSources\n',
  json: '"reference_index": [',
} as const;

describe('the order on screen is summary, sources, feedback', () => {
  test.each(Object.entries(sources))('in %s, which has no feedback', (format, start) => {
    const text = render(summary, format as keyof typeof sources);
    const sourcesAt = text.indexOf(start);
    expect(sourcesAt).toBeGreaterThan(0);
    for (const claim of texts) {
      expect(text.indexOf(claim)).toBeGreaterThan(0);
      expect(text.indexOf(claim)).toBeLessThan(sourcesAt);
    }
    expect(text).not.toMatch(/👍|feedback/i);
  });

  test.each([true, false])('in Discord, with Share or votes (private: %s)', isPrivate => {
    const stored = { summary } as StoredSummary;
    const { embeds, components } = toSummaryMessage(stored, {
      page: 1,
      isPrivate,
      t: toTexts('en-US'),
    });
    const description = embeds[0]?.description ?? '';
    for (const claim of texts) expect(description).toContain(claim);
    const ids = [...JSON.stringify(components).matchAll(/"summary:[^"]+?:(\w+)(?::\d+)?"/g)].map(
      ([, action]) => action,
    );
    expect(ids).toEqual(
      isPrivate ? ['sources', 'share', 'more'] : ['sources', 'more', 'helpful', 'unhelpful'],
    );
  });
});
