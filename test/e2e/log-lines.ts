import { pino } from 'pino';
import { readLogFields } from '../../src/log.ts';

/** A log that can be read back. */
export function createLogLines() {
  const lines: Readonly<Record<string, unknown>>[] = [];
  const log = pino(
    { level: 'trace', base: null, mixin: readLogFields },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  );
  return { log, lines, events: () => lines.map(({ msg }) => msg) };
}
