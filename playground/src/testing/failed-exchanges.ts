import { beforeEach } from 'vitest';
import type { Exchange } from '../discord/rest/app.ts';
import type { Playground } from '../discord/server.ts';

const mostPlaygrounds = 4;
const mostRefused = 5;
const mostLast = 5;
const mostCharacters = 300;

const watched: Pick<Playground, 'exchanges'>[] = [];

/** Lets a failing test print what this Discord was asked during the test. */
export function watchExchanges(playground: Pick<Playground, 'exchanges'>): void {
  watched.unshift(playground);
  watched.splice(mostPlaygrounds);
}

// This is a setup file: it runs before each test file. The benchmarks import it without Vitest.
if (process.env['VITEST'] !== undefined) {
  beforeEach(({ onTestFailed }) => {
    const begunMs = performance.now();
    onTestFailed(() => {
      const during = watched.flatMap(({ exchanges }) => exchanges.filter(each => each.cameAtMs >= begunMs));
      if (during.length > 0) process.stderr.write(toReport(during));
    });
  });
}

/** The last refused requests and the last that change something, each with what was sent and answered. */
export function toReport(exchanges: readonly Exchange[]): string {
  const refused = exchanges.filter(({ status }) => status >= 400).slice(-mostRefused);
  const shown = new Set([...refused, ...exchanges.filter(({ method }) => method !== 'GET').slice(-mostLast)]);
  const lines = exchanges.filter(each => shown.has(each)).map(toLines);
  return `\n${shown.size} of ${exchanges.length} requests to Discord in this test, the last refused ones and the last writes:\n${lines.join('')}`;
}

function toLines({ method, path, status, request, response, faults }: Exchange): string {
  const met = faults.length > 0 ? ` (fault: ${faults.join(', ')})` : '';
  return `  ${method} ${path} -> ${status}${met}\n    sent ${shorten(request)}\n    got  ${shorten(response)}\n`;
}

function shorten(body: unknown): string {
  const text = JSON.stringify(body) ?? 'nothing';
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters)}…`;
}
