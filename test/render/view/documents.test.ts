import { expect, test } from 'vitest';
import { toSourcesPages, toWhyPages } from '../../../src/render/embed/panels.ts';
import { formats } from '../../../src/render/formats.ts';
import { render } from '../../../src/render/render.ts';
import { allTexts, toFrameTexts, toSourceTexts } from '../../../src/render/texts.ts';
import { failed, tellLines, tellSummary } from '../summaries.ts';

const words = {
  en: [/\bmessages?\b/i, /passage/],
  de: [/Nachricht/i, /Textstelle/],
  fr: [/\bmessages?\b/i, /passage/],
  es: [/mensaje/i, /pasaje/],
  ja: [/メッセージ/, /段落/],
} as const;

const finding = failed('judge', { code: 'judged_partly', words: 'the year' }, 'mark');

/** A summary of a document in this language, or of a chat. */
function toSummary(language: string, type: 'document' | 'whatsapp') {
  return tellSummary({
    messages: tellLines(...[0, 1, 2, 3, 4, 5].map(rule => `Handbook: Rule ${rule}.`)),
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
  const t = toSourceTexts(toFrameTexts(summary.language), summary.source.type);
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
