import { UserError } from '../../../../errors.ts';
import type { AttachedFile } from '../../command.ts';

/** As much as the command line reads by default. */
export const maxMegabytes = 16;
const maxBytes = maxMegabytes * 1e6;
const timeoutMs = 60_000;

const hosts: ReadonlySet<string> = new Set(['cdn.discordapp.com', 'media.discordapp.net']);

/** Whether a file is larger than what is read; Discord says so before anything is downloaded. */
export function isTooLarge({ size }: AttachedFile): boolean {
  return size > maxBytes;
}

/**
 * Downloads an attached file from Discord, and from nowhere else.
 *
 * @param api The address of the API: the host that serves it may serve files too.
 * @throws UserError `discord_unavailable`, or the reason of the signal.
 */
export async function download(
  { url, name, size }: AttachedFile,
  api: string,
  signal: AbortSignal,
): Promise<Buffer> {
  const address = URL.parse(url);
  const isKnown = address?.protocol === 'https:' && hosts.has(address.host);
  if (!address || !(isKnown || address.origin === URL.parse(api)?.origin)) throw toFailed(name);
  try {
    const own = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const answer = await fetch(address, { signal: own, redirect: 'error' });
    if (!answer.ok || !answer.body) throw toFailed(name, new Error(`status ${answer.status}`));
    // To put 16 MB together at the end would hold up everybody else.
    const all = Buffer.alloc(size);
    let bytes = 0;
    for await (const piece of answer.body) {
      if (bytes + piece.length > size) throw toFailed(name, new Error('larger than Discord said'));
      all.set(piece, bytes);
      bytes += piece.length;
    }
    return all.subarray(0, bytes);
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof UserError ? error : toFailed(name, error);
  }
}

function toFailed(name: string, cause?: unknown): UserError {
  return new UserError('discord_unavailable', `${name} could not be downloaded from Discord.`, { cause });
}
