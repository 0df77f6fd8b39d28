import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { UserError } from '../errors.ts';

export type Terminal = {
  /** The answer without surrounding spaces; rejects with an `AbortError` after Ctrl+C or Ctrl+D. */
  readonly ask: (question: string, options?: { readonly isHidden?: boolean }) => Promise<string>;
  readonly close: () => void;
};

/** Ctrl+C still arrives as SIGINT, which has to abort `signal`. @throws UserError `bad_usage` if nobody can answer. */
export function openTerminal(nobody: string, signal: AbortSignal): Terminal {
  if (!process.stdin.isTTY) throw new UserError('bad_usage', nobody);
  let isMuted = false;
  const output = new Writable({
    write(piece, _, done) {
      if (!isMuted) process.stdout.write(piece);
      done();
    },
  });
  // With a history, the arrow keys would show what was typed hidden.
  const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
  const closed = new AbortController();
  lines.once('close', () => closed.abort());
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const stop = AbortSignal.any([signal, closed.signal]);
  return {
    async ask(question, { isHidden = false } = {}) {
      isMuted = isHidden;
      if (isHidden) process.stdout.write(question);
      try {
        return (await lines.question(isHidden ? '' : question, { signal: stop })).trim();
      } finally {
        isMuted = false;
        if (isHidden) process.stdout.write('\n');
      }
    },
    close: () => lines.close(),
  };
}
