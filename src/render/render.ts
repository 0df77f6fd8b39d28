import type { Summary } from '../core/claims/summary.ts';
import { toEmbedPages } from './embed/embed.ts';
import { toCalendar } from './exports/calendar.ts';
import { toCsv } from './exports/csv.ts';
import type { ExportFormat, Format } from './formats.ts';
import { type HtmlOptions, toHtml } from './html/html.ts';
import { toCheckDocument } from './json/check-json.ts';
import { toJson, toSafeJson } from './json/json.ts';
import { toMarkdown } from './markdown/markdown.ts';
import { type PlainOptions, toPlain } from './plain/plain.ts';

type RenderOptions = PlainOptions & HtmlOptions;

const writers: Readonly<Record<Format | ExportFormat, (summary: Summary, options: RenderOptions) => string>> =
  {
    json: (summary, options) =>
      summary.checked
        ? `${toSafeJson(toCheckDocument(summary, summary.checked, options))}\n`
        : toJson(summary, options),
    markdown: toMarkdown,
    html: toHtml,
    plain: toPlain,
    csv: toCsv,
    ics: toCalendar,
    embed: (summary, options) => `${toSafeJson(toEmbedPages(summary, options))}\n`,
  };

/**
 * A summary as text in one format, with a final newline; `embed` is the JSON of its pages, and `ics` is empty without
 * action items that have a date. References default to true.
 */
export function render(summary: Summary, format: Format | ExportFormat, options: RenderOptions = {}): string {
  return writers[format](summary, options);
}
