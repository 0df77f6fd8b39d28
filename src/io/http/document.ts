import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import type { Summary } from '../../core/claims/summary.ts';
import { type ExportFormat, exportFormats, type Format } from '../../render/formats.ts';
import { render } from '../../render/render.ts';
import { ProblemError, toProblem } from './problem.ts';

export const apiFormats = [
  'json',
  'markdown',
  'html',
  'plain',
  ...exportFormats,
] as const satisfies readonly (Format | ExportFormat)[];
type ApiFormat = (typeof apiFormats)[number];

const mediaTypes: Readonly<Record<ApiFormat, string>> = {
  json: 'application/json',
  markdown: 'text/markdown',
  html: 'text/html',
  plain: 'text/plain',
  csv: 'text/csv',
  ics: 'text/calendar',
};

export type ApiDocumentOptions = {
  readonly format?: ApiFormat | undefined;
  readonly references?: boolean | undefined;
};

/** The format asked for by the query, or else by the Accept header. */
function toFormat(context: Context, asked: ApiFormat | undefined): ApiFormat {
  if (asked !== undefined) return asked;
  const header = context.req.header('accept');
  if (header === undefined) return 'json';
  const found = accepts(context, {
    header: 'Accept',
    supports: [...Object.values(mediaTypes), '*/*', 'application/*', 'text/*'],
    default: '',
  });
  const format = apiFormats.find(name => mediaTypes[name] === found);
  if (format !== undefined) return format;
  if (found === '*/*' || found === 'application/*') return 'json';
  if (found === 'text/*') return 'plain';
  throw new ProblemError(
    toProblem(
      406,
      'not_acceptable',
      `Accept one of ${Object.values(mediaTypes).join(', ')}, or set ?format=.`,
    ),
  );
}

/**
 * Answers with a summary. Whether it has references is decided by the query, then by the endpoint, then by the format.
 */
export function sendDocument(
  context: Context,
  summary: Summary,
  { format: asked, references }: ApiDocumentOptions,
  byEndpoint: boolean | null,
): Response {
  const format = toFormat(context, asked);
  // A table of sources without the sources would be empty.
  const isExport = format === 'csv' || format === 'ics';
  const withReferences =
    references ?? (isExport ? true : (byEndpoint ?? (format === 'json' || format === 'html')));
  return context.body(render(summary, format, { references: withReferences }), 200, {
    'content-type': `${mediaTypes[format]}; charset=utf-8`,
    vary: 'Accept',
  });
}
