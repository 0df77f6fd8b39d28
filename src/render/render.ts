import type { Summary } from '../core/claims/summary/summary.ts';
import { toCheckDocument } from './check-json.ts';
import { toEmbedPages } from './embed.ts';
import type { Format } from './formats.ts';
import { toHtml } from './html.ts';
import { toJson, toSafeJson } from './json.ts';
import { toMarkdown } from './markdown.ts';
import { type PlainOptions, toPlain } from './plain.ts';

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

/** A summary as text in one format, ended by a new line; `embed` is the JSON of its pages. References default to true. */
export function render(summary: Summary, format: Format, options: PlainOptions = {}): string {
  return writers[format](summary, options);
}
