import type { Summary } from '../core/claims/summary/summary.ts';
import { toEmbedPages } from './embed/embed.ts';
import { toCalendar } from './formats/calendar.ts';
import { toCheckDocument } from './formats/check-json.ts';
import { toCsv } from './formats/csv.ts';
import { type HtmlOptions, toHtml } from './formats/html.ts';
import { toJson, toSafeJson } from './formats/json.ts';
import { toMarkdown } from './formats/markdown.ts';
import { type PlainOptions, toPlain } from './formats/plain.ts';
import type { ExportFormat, Format } from './formats.ts';

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
