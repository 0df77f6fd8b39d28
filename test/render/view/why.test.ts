import { describe, expect, test } from 'vitest';
import { parseDraftClaim } from '../../../src/core/claims/draft.ts';
import { applyMessageChanges } from '../../../src/core/claims/message-changes.ts';
import { toWhyPages } from '../../../src/render/embed/panels.ts';
import { render } from '../../../src/render/render.ts';
import { allTexts } from '../../../src/render/texts.ts';
import { toShownLine } from '../../../src/render/view/shown.ts';
import { toView } from '../../../src/render/view/view.ts';
import { readDiscord } from '../readings.ts';
import { failed, type Told, type ToldRejection, tellLines, tellSummary } from '../summaries.ts';

const messages = tellLines(
  ...['How about a tent?', 'Tent is 450.', 'Bob books it.', 'See you.', 'Bye.'].map(text => `Ann: ${text}`),
);

function toDropped(text: string, ...reasons: ToldRejection['reasons']): ToldRejection {
  return { text, reasons, draft: null };
}

/** The same of a claim that could be read, with the messages it cites. */
function toCiting(text: string, cites: number[], ...reasons: ToldRejection['reasons']): ToldRejection {
  const parsed = parseDraftClaim({ text, kind: 'fact', evidence: cites.map(position => ({ position })) });
  if (!parsed.ok) throw new Error('no claim');
  return { text, reasons, cites, draft: parsed.draft };
}

const told: Told = {
  messages,
  claims: [
    {
      text: 'A tent is rented.',
      kind: 'proposal',
      cites: [1],
      findings: [failed('judge', { code: 'judged_kind' }, 'relabel', { was: 'decision' })],
    },
    {
      text: 'The tent costs 540.',
      kind: 'fact',
      cites: [[2, '450'], 3],
      status: 'needs_clarification',
      findings: [
        failed('shape', { code: 'mended' }, 'repair'),
        failed('judge', { code: 'judged_partly', words: 'it is 450 [9] <@1>' }, 'mark'),
      ],
    },
    {
      text: 'Bob books it.',
      kind: 'fact',
      cites: [3],
      citationReplaced: true,
      findings: [failed('quote', { code: 'citation_moved', position: 3 }, 'cite')],
    },
    {
      text: 'A tent for 450.',
      kind: 'fact',
      status: 'sources_found',
      cites: [1, 2],
      findings: [failed('values', { code: 'value_in_message', value: '450', position: 2 }, 'cite')],
    },
    {
      text: 'Ann says bye.',
      kind: 'fact',
      cites: [5],
      findings: [failed('citation', { code: 'no_message', position: 9 }, 'uncite')],
    },
    { text: 'It was said.', kind: 'fact', cites: [4], confidence: 0.1 },
  ],
  rejected: [
    toDropped(
      'Zoe agreed [7] @everyone <https://evil.example> \u202eabc',
      { check: 'attribution', problem: { code: 'other_words', name: 'Zoe [3]' } },
      { check: 'attribution', problem: { code: 'not_by', name: 'Max' } },
    ),
  ],
  frame: { minConfidence: 0.5 },
};
const summary = tellSummary(told);

function toText(pages: ReturnType<typeof toWhyPages>): string {
  return pages.map(({ embeds }) => embeds[0].description ?? '').join('\n');
}

describe('why', () => {
  test('lists every claim that is marked, moved, cited differently or dropped, with its reasons', () => {
    expect(toText(toWhyPages(summary))).toBe(
      [
        'Read 5 of 5 messages',
        '3 checked, 1 not checked, 1 unclear, 1 removed, 1 hidden, 1 with a citation replaced, 1 citation removed',
        'Written by claude-sonnet-5 · not checked by a model',
        '',
        '**Unclear**',
        '- The tent costs 540\\. [[2]](https://discord.com/channels/1/2/2) [[3]](https://discord.com/channels/1/2/3)',
        '> the cited messages support only part of it; check: “it is 450 (9) \\<@1\\>”',
        '',
        '**Changed**',
        '- A tent is rented. [[1]](https://discord.com/channels/1/2/1)',
        '> listed under “Proposals” instead of “Decisions”: the check says another kind fits better',
        '- Bob books it. [[3]](https://discord.com/channels/1/2/3)',
        '> the quote is in message 3',
        '- A tent for 450\\. [[1]](https://discord.com/channels/1/2/1) [[2]](https://discord.com/channels/1/2/2)',
        '> 450 is in message 2',
        '- Ann says bye. [[4]](https://discord.com/channels/1/2/5)',
        '> there is no message 9',
        '',
        '**Removed from the summary**',
        '- Zoe agreed (7) @\u200beveryone \\<`https://evil.example`\\> abc',
        '> Zoe (3) didn’t write the words quoted; Max didn’t write any of the cited messages',
        '',
        '**Not checked**',
        'The quotes match the messages. The wording was not checked: numbers, units and dates may belong to something else.',
        '',
        '1 claim hidden: below the minimum confidence.',
      ].join('\n'),
    );
  });

  test.each(allTexts)('explains in $tag what was checked without a judge', t => {
    const found = { text: 'A tent for 450.', status: 'sources_found', cites: [1] } as const;
    const unasked = tellSummary({ messages, claims: [found] });
    const lines = readDiscord(toText(toWhyPages(unasked, t))).split('\n');
    expect(lines.slice(4)).toEqual(
      [t('summary.why.unjudgedHeading'), t('summary.why.unjudged')].map(toShownLine),
    );
    expect(render(unasked, 'html', { t })).toContain(t('summary.why.unjudged'));
  });

  test('turns its pages, each no longer than can be read at once', () => {
    const rejected = Array.from({ length: 60 }, (_, index) =>
      toDropped(`Claim ${index} ${'goes on '.repeat(60)}`, {
        check: 'judge',
        problem: { code: 'judged_unsupported', words: '' },
      }),
    );
    const pages = toWhyPages(tellSummary({ messages, claims: [], rejected }));
    expect(pages.length).toBeGreaterThan(3);
    for (const [index, { embeds, components }] of pages.entries()) {
      expect(embeds[0].description?.length).toBeLessThanOrEqual(2_400);
      expect(embeds[0].footer?.text).toBe(`page ${index + 1} of ${pages.length}`);
      expect(components[0]?.components.map(each => each.custom_id)).toEqual([
        `summary:s_7Qd2mXk4:why:${index}`,
        `summary:s_7Qd2mXk4:why:${index + 2}`,
      ]);
    }
    expect(pages[1]?.embeds[0].description).toMatch(/^\*\*Removed from the summary \(continued\)\*\*\n/);
    // What nobody shall believe is cut.
    for (const line of toText(pages).split('\n')) expect(line.length).toBeLessThan(300);
  });

  test('links the messages that a dropped claim cites: by their number where a claim gave them one', () => {
    const off = { check: 'judge', problem: { code: 'judged_unsupported', words: '' } } as const;
    const dropped = tellSummary({
      messages,
      claims: [{ text: 'A tent.', cites: [1] }],
      rejected: [toCiting('Tents fly.', [1, 2, 4], off)],
    });
    expect(toText(toWhyPages(dropped))).toContain(
      '- Tents fly. [[1]](https://discord.com/channels/1/2/1) [↗](https://discord.com/channels/1/2/2) [↗](https://discord.com/channels/1/2/4)\n> the cited',
    );
    const html = render(dropped, 'html');
    expect(html).toMatch(
      /Tents fly\.<\/span><a class="n" href="#n1" title="Ann">\[1\]<\/a> <a class="out" href="https:\/\/discord\.com\/channels\/1\/2\/2"/,
    );
    const fold = (page: string) => /<details class="why">.*?<\/details>/s.exec(page)?.[0];
    expect(fold(render(dropped, 'html', { references: false }))).not.toMatch(/class="(?:n|out)"/);
    expect(
      toText(toWhyPages(applyMessageChanges(dropped, { deleted: new Set(['m2']), edited: new Set() }))),
    ).not.toMatch(/2\/2|2\/4/);
  });

  test('is folded up in HTML with links to the claims and their notes', () => {
    const html = render(summary, 'html');
    const [, fold = ''] = /<details class="why">(.*?)<\/details>/s.exec(html) ?? [];
    expect(fold).toContain('<summary>Why</summary>');
    expect(fold).toMatch(
      /<a href="#claim-c\d">The tent costs 540\.<\/a><a class="n" href="#n2" title="Ann">\[2\]<\/a>/,
    );
    expect(fold).toContain('<span class="note">the quote is in message 3</span>');
    expect(fold).toContain('@everyone &lt;https://evil.example&gt; abc');
    expect(fold).not.toMatch(/\[[37]\](?!<)/);
    expect(render(summary, 'html', { references: false })).not.toContain('class="n"');
  });

  test.each(['plain', 'markdown'] as const)('of what was dropped stands below the counts in %s', format => {
    const line =
      'Removed from the summary: Zoe (3) didn’t write the words quoted; Max didn’t write any of the cited messages';
    const lines = render(summary, format, { columns: 400 })
      .split('\n')
      .map(each => each.trim().replaceAll('\\', ''));
    expect(lines).toContain(line);
    expect(lines.indexOf(line)).toBeGreaterThan(lines.findIndex(each => each.startsWith('3 checked')));
  });

  test('of many that were dropped tells three reasons and counts the rest', () => {
    const rejected = [1, 2, 3, 4, 5].map(position =>
      toDropped('No.', { check: 'citation', problem: { code: 'no_message', position } }),
    );
    expect(toView(tellSummary({ messages, claims: [], rejected })).dropped).toBe(
      'Removed from the summary: there is no message 1; there is no message 2; there is no message 3; +2 more',
    );
  });
});
