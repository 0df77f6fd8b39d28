import { randomUUID } from 'node:crypto';
import { type BigIntStats, fstatSync } from 'node:fs';
import { chmod, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { UserError } from '../../errors.ts';

/** Writes a result to a file, or to stdout without a path; resolves when all of it is written. */
export async function writeOutput(text: string, path: string | undefined): Promise<void> {
  if (path === undefined) {
    await new Promise<void>((resolve, reject) => {
      process.stdout.write(text, error => (error && !isClosedPipe(error) ? reject(error) : resolve()));
    });
    return;
  }
  try {
    await replaceFile(path, text);
  } catch (cause) {
    const why = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw new UserError(
      'output_unwritable',
      `The result could not be written to ${path} (${why}). Check that the folder exists and that you may write to it.`,
      { cause },
    );
  }
}

/**
 * Writes a new file beside the old one and renames it, so that a failure leaves the old one intact. A link stays a
 * link; a pipe or device is written to directly.
 */
async function replaceFile(path: string, text: string): Promise<void> {
  // Null if there is no such file, or if it cannot be read: writing it then reports why.
  const old = await stat(path).catch(() => null);
  if (old && !old.isFile()) {
    await writeFile(path, text);
    return;
  }
  const target = old ? await realpath(path) : path;
  const beside = join(dirname(target), `.${basename(target).slice(0, 200)}.${randomUUID()}.tmp`);
  try {
    await writeFile(beside, text, { flag: 'wx', flush: true });
    if (old) await chmod(beside, old.mode);
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

/**
 * Refuses to write over the input under any of its names: another path, a link, or the file behind stdin (`input` null).
 *
 * @throws UserError `bad_usage`
 */
export async function refuseSameFile(input: string | null, output: string | undefined): Promise<void> {
  if (output === undefined) return;
  const read = await identify(input);
  const written = await identify(output);
  if (!read?.isFile() || !written || read.dev !== written.dev || read.ino !== written.ino) return;
  throw new UserError(
    'bad_usage',
    `--out ${output} is the input file, and the result would replace it. Name another file.`,
  );
}

/** Null if there is no such file, or if it cannot be inspected: reading or writing it then reports why. */
async function identify(path: string | null): Promise<BigIntStats | null> {
  try {
    return path === null ? fstatSync(0, { bigint: true }) : await stat(path, { bigint: true });
  } catch {
    return null;
  }
}

/** `… | head` closes stdout early, and with 2>&1 stderr too; that is not a failure. */
function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}
