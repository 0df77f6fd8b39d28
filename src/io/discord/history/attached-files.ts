import PQueue from 'p-queue';
import { withoutHiddenWords, withoutSpoilerMarks } from '../../../core/conversation/spoilers.ts';
import { UserError } from '../../../errors.ts';

const timeoutMs = 60_000;

const hosts: ReadonlySet<string> = new Set(['cdn.discordapp.com', 'media.discordapp.net']);

/** A file on Discord, with its size in bytes. */
export type RemoteFile = { readonly url: string; readonly name: string; readonly size: number };

/**
 * Downloads an attached file from Discord, and from nowhere else.
 *
 * @param api The address of the API: the host that serves it may serve files too.
 * @throws UserError `discord_unavailable`, or the reason of the signal.
 */
export async function download(
  { url, name, size }: RemoteFile,
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

/** A file as a message lists it. */
export type AttachmentRecord = {
  readonly filename: string;
  readonly content_type?: string;
  readonly url?: string;
  readonly size?: number;
};

export type AttachedFile =
  | { readonly state: 'read'; readonly text: string }
  | { readonly state: 'unreadable' | 'large' };

/** What was read of attached text files; others are not among them. */
export type AttachedFiles = ReadonlyMap<AttachmentRecord, AttachedFile>;

/** All files that one reading takes together, in the longest file that the setting allows. */
const mostTogether = 10;
const downloadsAtOnce = 6;

/** Reads attached text files, the last first. Nothing is kept of them. */
export async function readAttachedFiles(
  files: readonly AttachmentRecord[],
  api: string,
  { kilobytes, signal }: { readonly kilobytes: number; readonly signal: AbortSignal },
): Promise<AttachedFiles> {
  const found = new Map<AttachmentRecord, AttachedFile>();
  if (kilobytes === 0) return found;
  const most = kilobytes * 1_000;
  let left = most * mostTogether;
  const downloads = new PQueue({ concurrency: downloadsAtOnce });
  for (const file of files.filter(isReadableText).toReversed()) {
    const { url, size = Number.POSITIVE_INFINITY, filename: name } = file;
    const isLarge = size > Math.min(most, left);
    found.set(file, { state: isLarge ? 'large' : 'unreadable' });
    if (url === undefined || isLarge) continue;
    left -= size;
    void downloads.add(async () => {
      const bytes = await download({ url, name, size }, api, signal).catch(() => null);
      const text = bytes && decode(bytes);
      if (text !== null) found.set(file, { state: 'read', text });
    });
  }
  await downloads.onIdle();
  signal.throwIfAborted();
  return found;
}

const textTypes = /^text\/|[/+](?:json|xml|yaml|x-yaml|toml|javascript|typescript|x-sh|sql)\b/i;
const textNames =
  /\.(?:txt|log|md|markdown|rst|csv|tsv|json|jsonl|xml|ya?ml|toml|ini|cfg|conf|env|properties|diff|patch|sh|bash|ps1|bat|py|js|mjs|ts|tsx|jsx|java|kt|c|h|cc|cpp|hpp|cs|go|rs|rb|php|swift|lua|sql|html?|css|scss|gradle|dockerfile|out|err|trace|srt|vtt|tex|ino)$/i;

/** Whether a file says that it is text, and is no spoiler. */
function isReadableText({ filename, content_type: type = '' }: AttachmentRecord): boolean {
  if (/^SPOILER_/i.test(filename)) return false;
  return textTypes.test(type) || (textNames.test(filename) && !/^(?:image|video|audio)\//i.test(type));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: text has none of them
const binary = /[\u0000-\u0006\u000e-\u001a\u001c-\u001f\ufffd]/;

/** The text in a file, with line breaks as in messages; null if it is not text. */
function decode(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (binary.test(text)) return null;
    const plain = withoutSpoilerMarks(text).replace(/\r\n?/g, '\n');
    return withoutHiddenWords(plain).toWellFormed().trimEnd();
  } catch {
    return null;
  }
}
