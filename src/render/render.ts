import type { Summary } from '../core/claims/summary.ts';
import { toEmbedPages } from './embed/embed.ts';
import { toPublicDocument } from './formats/check-document.ts';
import { type HtmlOptions, toHtml } from './formats/html.ts';
import { toMarkdown } from './formats/markdown.ts';
import { type PlainOptions, toPlain } from './formats/plain.ts';
import { toSafeJson } from './formats/safe-json.ts';
import type { Format } from './formats.ts';

type RenderOptions = PlainOptions & HtmlOptions;

const writers: Readonly<Record<Format, (summary: Summary, options: RenderOptions) => string>> = {
  json: (summary, options) => `${toSafeJson(toPublicDocument(summary, options))}\n`,
  markdown: toMarkdown,
  html: toHtml,
  plain: toPlain,
  embed: (summary, options) => `${toSafeJson(toEmbedPages(summary, options))}\n`,
};

/** A summary as text with a final newline; `embed` is the JSON of its pages. References default to true. */
export function render(summary: Summary, format: Format, options: RenderOptions = {}): string {
  return writers[format](summary, options);
}
