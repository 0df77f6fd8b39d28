import { writeFile } from 'node:fs/promises';
import { UserError } from '../../errors.ts';

/** Writes a result to a file, or to stdout where none is named; resolves when all of it is written. */
export async function writeOutput(text: string, path: string | undefined): Promise<void> {
  if (path === undefined) {
    await new Promise<void>((resolve, reject) => {
      process.stdout.write(text, error => (error && !isClosedPipe(error) ? reject(error) : resolve()));
    });
    return;
  }
  try {
    await writeFile(path, text);
  } catch (cause) {
    const why = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw new UserError(
      'output_unwritable',
      `The summary could not be written to ${path} (${why}): check that the folder exists and that you may write there.`,
      { cause },
    );
  }
}

/** `footnote … | head` closes our stdout early; that is the reader's choice, no failure. */
export function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}
