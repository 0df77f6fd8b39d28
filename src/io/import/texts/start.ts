import type { ReadNotice } from '../../../app/ports.ts';
import { UserError } from '../../../errors.ts';
import type { FormatOptions } from '../format-options.ts';
import { parseInstant } from '../records/instants.ts';
import { createZoneReader } from '../records/wall-clock.ts';

/** "2026-03-09", "20260309-141500" and the like, as recorders name their files. */
const dateInName =
  /(?<!\d)(20\d\d)[-_.]?([01]\d)[-_.]?([0-3]\d)(?:[ T_-]+([0-2]\d)[-:.h]?([0-5]\d)(?:[-:.]?([0-5]\d))?)?(?!\d)/;

/** When a text without dates begins. */
type Start = { readonly ms: number; readonly notices: readonly ReadNotice[] };

/**
 * Takes the beginning from the options, else from the name of the file, else from the first day that computers count.
 *
 * @throws UserError `bad_usage` if the option is no date.
 */
export function findStart(fileName: string, { start, zone }: FormatOptions): Start {
  if (start !== undefined) {
    const instant = parseInstant(start);
    if (instant) return { ms: toMs(instant.iso, instant.zoned, zone), notices: [] };
    throw new UserError(
      'bad_usage',
      `--start: “${start}” is not a date. Write 2026-03-09 or "2026-03-09 14:00".`,
    );
  }
  const [, year, month, day, hour = '00', minute = '00', second = '00'] = dateInName.exec(fileName) ?? [];
  const named =
    year === undefined ? null : parseInstant(`${year}-${month}-${day}T${hour}:${minute}:${second}`);
  if (named) return { ms: toMs(named.iso, false, zone), notices: [] };
  const notice = `${fileName} has no date, so none are shown. Add --start "2026-03-09 14:00".`;
  return { ms: toMs('1970-01-02T00:00:00.000Z', false, zone) - 24 * 3_600_000, notices: [notice] };
}

function toMs(iso: string, isZoned: boolean, zone: string): number {
  return isZoned ? Date.parse(iso) : Date.parse(createZoneReader(zone)(Date.parse(iso)));
}
