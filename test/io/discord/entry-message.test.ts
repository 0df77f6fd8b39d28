import { expect, test } from 'vitest';
import { applySummary } from '../../../src/core/decisions/apply-summary.ts';
import type { ListedEntry } from '../../../src/core/decisions/entry.ts';
import { entriesPerPage, renderEntryList } from '../../../src/io/discord/decisions/entry-message.ts';
import { allTexts } from '../../../src/render/texts.ts';
import { summaryOf, toSource } from '../../core/decisions/log-input.ts';

test('a page of the longest entries fits into a message, without half a link', () => {
  let count = 0;
  const far = (number: number) => ({
    ...toSource(number, `person-${'x'.repeat(60)}-${number}`),
    url: `https://discord.com/channels/${'1'.repeat(20)}/${'2'.repeat(20)}/${'3'.repeat(20)}`,
  });
  const claims = Array.from({ length: entriesPerPage }, (_, index) => ({
    text: `${index} ${'*words* '.repeat(200)}`,
    cites: [far(3 * index), far(3 * index + 1), far(3 * index + 2)],
  }));
  const entries = applySummary([], summaryOf('s1', claims), () => `e${++count}`)
    .put as readonly ListedEntry[];
  const all = entries.map(entry => ({ entry, supersedes: entries, supersededBy: entries }));
  const query = { kind: 'decision', words: 'x', personId: null, status: null, topic: null } as const;
  for (const t of allTexts) {
    const list = { query, page: 1, pages: 10, count: 50, topic: null, mayChange: () => true };
    const context = { t, zone: 'UTC', now: '2026-03-02T12:00:00.000Z' };
    const { embeds, components } = renderEntryList(all, list, context);
    const { description = '' } = embeds[0] ?? {};
    expect(description.length).toBeLessThanOrEqual(4_096);
    expect(description).toContain('**1.** ');
    expect(description.match(/(?<!\\)\]\(/g)?.length).toBe(description.match(/\]\(https:\S+?\)/g)?.length);
    expect(components.length).toBeLessThanOrEqual(5);
  }
});
