import type { Summary } from '../core/claims/summary/summary.ts';
import { toEmbedPages } from './embed/embed.ts';
import type { Format } from './formats.ts';
import { toHtml } from './html/html.ts';
import { toCheckDocument } from './json/check-json.ts';
import { toJson, toSafeJson } from './json/json.ts';
import { toMarkdown } from './markdown/markdown.ts';
import { type PlainOptions, toPlain } from './plain/plain.ts';

const writers: Readonly<Record<Format, (summary: Summary, options: PlainOptions) => string>> = {
  json: (summary, options) =>
    summary.checked
      ? `${toSafeJson(toCheckDocument(summary, summary.checked, options))}\n`
      : toJson(summary, options),
  markdown: toMarkdown,
  html: toHtml,
  plain: toPlain,
  embed: (summary, options) => `${toSafeJson(toEmbedPages(summary, options))}\n`,
};

/** A summary as text in one format, with a final newline; `embed` is the JSON of its pages. References default to true. */
export function render(summary: Summary, format: Format, options: PlainOptions = {}): string {
  return writers[format](summary, options);
}
