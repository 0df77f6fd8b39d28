import { describe, expect, test } from 'vitest';
import { toEmbedPages } from '../../../src/render/embed/embed.ts';
import { toSourcesPages, toWhyPages } from '../../../src/render/embed/panels.ts';
import { formats } from '../../../src/render/formats.ts';
import { render } from '../../../src/render/render.ts';
import { allTexts, toSourceTexts, toTexts } from '../../../src/render/texts.ts';
import { type Told, type ToldClaim, tellSummary } from '../summaries.ts';

const words = {
  en: [/\bmessages?\b/i, /passage/],
  de: [/Nachricht/i, /Textstelle/],
  fr: [/\bmessages?\b/i, /passage/],
  es: [/mensaje/i, /pasaje/],
  ja: [/メッセージ/, /段落/],
} as const;

const finding = {
  check: 'judge',
  outcome: 'fail',
  effect: 'mark',
  problem: { code: 'judged_partly', words: 'the year' },
} as const;

/** A summary of a document in this language, or of a chat. */
function toSummary(language: string, type: 'document' | 'whatsapp') {
  return tellSummary({
    messages: Array.from({ length: 6 }, (_, index) => ({
      by: 'Handbook',
      text: `Rule ${index}.`,
      at: `2026-03-09T08:0${index}:00.000Z`,
    })),
    claims: [
      { text: 'Rule one.', cites: [1, 2] },
      { text: 'Rule three.', cites: [3], status: 'needs_clarification', findings: [finding] },
    ],
    source: { type, title: 'Handbook' },
    frame: { language },
  });
}

/** All formats for readers, without fields of JSON and code of scripts, which programs read. */
function toShownTexts(summary: ReturnType<typeof toSummary>): string {
  const shown = formats
    .filter(format => format !== 'json' && format !== 'embed')
    .map(format => render(summary, format).replace(/<(script|style)\b[\s\S]*?<\/\1>|<[^>]*>/g, ' '));
  const t = toSourceTexts(toTexts(summary.language), summary.source.type);
  const pages = [toSourcesPages(summary), toWhyPages(summary)].flat();
  return [...shown, t('summary.viewer.keys'), ...pages.map(({ embeds }) => JSON.stringify(embeds))].join(
    '\n',
  );
}

test.each(allTexts.map(t => t.tag as keyof typeof words))(
  'the parts of a document are passages, those of a chat messages: %s',
  language => {
    const [message, passage] = words[language];
    const [ofDocument, ofChat] = [
      toShownTexts(toSummary(language, 'document')),
      toShownTexts(toSummary(language, 'whatsapp')),
    ];
    expect(ofDocument).toMatch(passage);
    expect(ofDocument).not.toMatch(message);
    expect(ofChat).toMatch(message);
    expect(ofChat).not.toMatch(passage);
  },
);

const messages = ['The tent costs 450 euros.', 'I book it.', 'Fine.'].map((text, index) => ({
  by: 'Ann',
  text,
  at: `2026-03-09T09:0${index}:00Z`,
}));
const checked: ToldClaim = { text: 'A tent.', cites: [[1, 'The tent']], status: 'verified' };
const unjudged: ToldClaim = { ...checked, status: 'sources_found' };
const unclear: ToldClaim = { ...checked, status: 'needs_clarification' };

function toFooter(claims: readonly ToldClaim[], told: Partial<Told> = {}, t = allTexts[0]): string {
  const [page] = toEmbedPages(tellSummary({ messages, claims, ...told }), t ? { t } : {});
  return page?.embeds[0].footer?.text ?? '';
}

describe('the footer of a summary', () => {
  test.each([
    ['✓ 2 checked · 3 messages', [checked, checked], {}],
    ['✓ 1 checked · 1 with sources found · ⚠ 1 unclear · 3 messages', [checked, unjudged, unclear], {}],
    ['2 with sources found · 3 messages', [unjudged, unjudged], {}],
    ['3 messages', [], {}],
    ['✓ 1 checked · 3 of 5 messages', [checked], { unreadable: 2 }],
    ['2 quotes · 3 messages', [checked, checked], { frame: { engine: { name: 'extractive' } } }],
    ['✓ 1 checked · 1 message', [checked], { messages: messages.slice(0, 1) }],
  ] as const)('says "%s"', (footer, claims, told) => {
    expect(toFooter(claims, told)).toBe(footer);
  });

  test('counts statements that no message supports', () => {
    const statement = {
      claimId: null,
      text: 'A magician.',
      reason: 'nothing_similar',
      findings: [],
    } as const;
    const frame = { checked: { statements: [{ claimId: 'c1' }, statement], skipped: [] } };
    expect(toFooter([checked], { frame })).toBe('✓ 1 verified · 1 not found · 3 messages');
  });

  test.each(allTexts)('is in $tag alone, and says nothing of tokens and cost', t => {
    const frame = {
      usage: { inputTokens: 12_345, cachedTokens: 0, outputTokens: 678, costUsd: 0.5, durationMs: 1_000 },
    };
    const footer = toFooter([checked, unjudged, unclear], { frame, unreadable: 2 }, t);
    expect(footer.split(' · ')).toEqual([
      `✓ ${t('summary.footer.checked', { count: 1 })}`,
      t('summary.sourcesFound', { count: 1 }),
      `⚠ ${t('summary.footer.unclear', { count: 1 })}`,
      t('summary.footer.messagesOf', { read: 3, available: 5 }),
    ]);
    expect(footer.length).toBeLessThan(90);
  });
});
