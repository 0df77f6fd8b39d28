import { randomUUID } from 'node:crypto';
import { type BigIntStats, fstatSync } from 'node:fs';
import { chmod, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
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
    await replaceFile(path, text);
  } catch (cause) {
    const why = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw new UserError(
      'output_unwritable',
      `The result could not be written to ${path} (${why}): check that the folder exists and that you may write there.`,
      { cause },
    );
  }
}

/**
 * Writes beside the file and then puts the new one in its place, so that whatever fails on the way leaves the old
 * one whole. A link stays a link, and what is no plain file (a pipe, /dev/null) is written to as it is.
 */
async function replaceFile(path: string, text: string): Promise<void> {
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
 * Refuses to write over what is read, by whatever name: another path, a link, or a file that stdin comes from
 * (`input` null).
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
    `--out ${output} is the file that is read: the result would replace it. Name another file.`,
  );
}

/** Null where there is no such file, or none that may be looked at. */
async function identify(path: string | null): Promise<BigIntStats | null> {
  try {
    return path === null ? fstatSync(0, { bigint: true }) : await stat(path, { bigint: true });
  } catch {
    return null;
  }
}

/** `footnote … | head` closes our stdout early, and with 2>&1 stderr too; that is the reader's choice, no failure. */
export function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}
