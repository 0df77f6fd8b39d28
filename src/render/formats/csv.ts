import type { Summary } from '../../core/claims/summary/summary.ts';
import { isDated } from '../../core/time.ts';
import { toLinkTarget, toMaskedText, toQuotedText } from '../view/shown.ts';
import { toCitations } from '../view/sources.ts';
import { toView, type ViewOptions } from '../view/view.ts';

const columns = [
  'claim_id',
  'section',
  'status',
  'claim',
  'footnote',
  'position',
  'sender',
  'timestamp',
  'quote',
  'message',
  'channel',
  'url',
] as const;

type Row = Partial<Readonly<Record<(typeof columns)[number], string>>>;

/** The sources of a summary as CSV (RFC 4180): a row for each message that a claim cites, claims in reading order. */
export function toCsv(summary: Summary, options: ViewOptions = {}): string {
  const view = toView(summary, options);
  const claims = new Map(summary.claims.map(claim => [claim.id, claim]));
  const rows = view.sections.flatMap(({ items }) =>
    items.flatMap((item): readonly Row[] => {
      const claim = claims.get(item.claimId);
      const base = { claim_id: item.claimId, section: item.section };
      if (!claim)
        return [{ ...base, status: 'not_found', claim: item.body.map(({ text }) => text).join(' ') }];
      const parts = [
        { ...base, status: claim.status, support: claim, text: claim.text },
        ...(claim.before
          ? [
              {
                ...base,
                section: 'before',
                status: claim.status,
                support: claim.before,
                text: claim.before.text,
              },
            ]
          : []),
      ];
      return parts.flatMap(({ support, text, ...part }): readonly Row[] => {
        const cited = view.references ? toCitations(support, summary) : [];
        const own = { ...part, claim: toMaskedText(text).replace(/\s+/g, ' ').trim() };
        if (cited.length === 0) return [own];
        return cited.map(({ number, message, quote }) => ({
          ...own,
          footnote: number === null ? '' : String(number),
          position: message.earlier ? '' : String(message.position),
          sender: toMaskedText(message.sender),
          timestamp: isDated(message.time) ? message.time : '',
          quote: quote === null ? '' : toQuotedText(message.text, quote),
          message: toMaskedText(message.text),
          channel: toMaskedText(message.channel?.title ?? ''),
          url: toLinkTarget(message.url) ?? '',
        }));
      });
    }),
  );
  return writeCsv(columns, rows);
}

/** Rows with a heading, as CSV (RFC 4180). */
export function writeCsv<Column extends string>(
  columns: readonly Column[],
  rows: readonly Partial<Readonly<Record<Column, string>>>[],
): string {
  const lines = [columns, ...rows.map(row => columns.map(column => row[column] ?? ''))];
  return lines.map(cells => `${cells.map(writeCell).join(',')}\r\n`).join('');
}

/** Spreadsheets run cells that begin with these as formulas. */
const formula = /^[=+\-@\t]/;

function writeCell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
