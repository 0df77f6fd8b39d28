import { pino } from 'pino';

/** A log that can be read back. */
export function createLogLines() {
  const lines: Readonly<Record<string, unknown>>[] = [];
  const log = pino(
    { level: 'trace', base: null },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  );
  return { log, lines, events: () => lines.map(({ msg }) => msg) };
}
