import { randomUUID } from 'node:crypto';
import { chmod, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { UserError } from '../errors.ts';

/** Writes a result to a file or stdout, completely. Without `mode`, a file keeps its permissions. */
export async function writeOutput(text: string, path: string | undefined, mode?: number): Promise<void> {
  if (path === undefined) {
    await new Promise<void>((resolve, reject) => {
      process.stdout.write(text, error => (error && !isClosedPipe(error) ? reject(error) : resolve()));
    });
    return;
  }
  try {
    await replaceFile(path, text, mode);
  } catch (cause) {
    const why = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw new UserError(
      'output_unwritable',
      `The result could not be written to ${path} (${why}). Check that the folder exists and that you may write to it.`,
      { cause },
    );
  }
}

/** Replaces a file by renaming, so that a failure leaves the old one. A link stays a link; pipes and devices are written directly. */
async function replaceFile(path: string, text: string, mode?: number): Promise<void> {
  // Null if there is no such file, or if it cannot be read: writing it then reports why.
  const old = await stat(path).catch(() => null);
  if (old && !old.isFile()) {
    await writeFile(path, text);
    return;
  }
  const target = old ? await realpath(path) : path;
  const beside = join(dirname(target), `.${basename(target).slice(0, 200)}.${randomUUID()}.tmp`);
  try {
    await writeFile(beside, text, { flag: 'wx', flush: true, mode });
    if (old) await chmod(beside, mode ?? old.mode);
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

/** Refuses to write over the input file, also through a link. @throws UserError `bad_usage` */
export async function refuseSameFile(input: string, output: string | undefined): Promise<void> {
  if (output === undefined) return;
  // If one cannot be found, reading or writing it reports why.
  const [read, written] = await Promise.all([input, output].map(path => realpath(path).catch(() => path)));
  if (read !== written) return;
  throw new UserError(
    'bad_usage',
    `--out ${output} is the input file, and the result would replace it. Name another file.`,
  );
}

/** `… | head` closes stdout early, and with 2>&1 stderr too; that is not a failure. */
function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}
