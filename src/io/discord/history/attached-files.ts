import { AttachmentFlags } from 'discord.js';
import PQueue from 'p-queue';
import {
  decodeAttachedText,
  isSpoilerName,
  isTextName,
  mostAttachedTexts,
  mostTogether,
} from '../../../core/conversation/attached-file.ts';
import type { Picture } from '../../../core/conversation/message.ts';
import { UserError } from '../../../errors.ts';

const timeoutMs = 60_000;

const hosts: ReadonlySet<string> = new Set(['cdn.discordapp.com', 'media.discordapp.net']);

export type RemoteFile = { readonly url: string; readonly name: string; readonly size: number };

/** Downloads a file from Discord alone; the host of `api` may serve files too. @throws UserError `discord_unavailable` */
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

export type AttachmentRecord = {
  readonly filename: string;
  readonly content_type?: string;
  readonly url?: string;
  readonly size?: number;
  /** Of a picture, in pixels. */
  readonly width?: number | null;
  readonly height?: number | null;
  readonly flags?: number;
};

export type AttachedFile =
  | { readonly state: 'read'; readonly text: string }
  | { readonly state: 'seen'; readonly picture: Picture }
  | { readonly state: 'unreadable' | 'large' };

/** What was read of attached text files and pictures; others are not among them. */
export type AttachedFiles = ReadonlyMap<AttachmentRecord, AttachedFile>;

/** All pictures of one reading, in bytes: the API takes requests of 32 MB, with pictures in base64. */
const mostPicturesBytes = 15_000_000;
const downloadsAtOnce = 6;

export type AttachmentLimits = {
  /** Of the longest text file that is read; 0 = none. */
  readonly kilobytes: number;
  /** How many pictures are looked at, the last. */
  readonly pictures: number;
};

export const noAttachments: AttachmentLimits = { kilobytes: 0, pictures: 0 };

/** What one reading may still take of attached files. All its channels share it. */
export type AttachmentBudget = {
  readonly longest: number;
  texts: number;
  textBytes: number;
  pictures: number;
  pictureBytes: number;
};

export function toBudget({ kilobytes, pictures }: AttachmentLimits): AttachmentBudget {
  const longest = kilobytes * 1_000;
  const textBytes = longest * mostTogether;
  return { longest, texts: mostAttachedTexts, textBytes, pictures, pictureBytes: mostPicturesBytes };
}

/** Reads attached text files and pictures, the last first, and takes them from the budget. Nothing is kept of them. */
export async function readAttachedFiles(
  files: readonly AttachmentRecord[],
  api: string,
  budget: AttachmentBudget,
  signal: AbortSignal,
): Promise<AttachedFiles> {
  const found = new Map<AttachmentRecord, AttachedFile>();
  const downloads = new PQueue({ concurrency: downloadsAtOnce });
  for (const file of budget.longest === 0 ? [] : files.filter(isReadableText).toReversed()) {
    const { url, size = Number.POSITIVE_INFINITY, filename: name } = file;
    if (budget.texts === 0) break;
    const isLarge = size > Math.min(budget.longest, budget.textBytes);
    found.set(file, { state: isLarge ? 'large' : 'unreadable' });
    if (url === undefined || isLarge) continue;
    budget.texts -= 1;
    budget.textBytes -= size;
    void downloads.add(async () => {
      const bytes = await download({ url, name, size }, api, signal).catch(() => null);
      const text = bytes && decodeAttachedText(bytes);
      if (text !== null) found.set(file, { state: 'read', text });
    });
  }
  for (const file of files.toReversed().filter(isPicture).slice(0, budget.pictures)) {
    const { url = '', size = 0, filename: name } = file;
    if (size > budget.pictureBytes) continue;
    budget.pictureBytes -= size;
    void downloads.add(async () => {
      const bytes = await download({ url, name, size }, api, signal).catch(() => null);
      const type =
        bytes?.length === size
          ? pictureStarts.find(([, pattern]) => pattern.test(bytes.toString('hex', 0, 12)))?.[0]
          : undefined;
      if (!bytes || !type) return;
      budget.pictures -= 1;
      found.set(file, { state: 'seen', picture: { type, data: bytes.toString('base64') } });
    });
  }
  await downloads.onIdle();
  signal.throwIfAborted();
  return found;
}

/** The API takes 5 MB in base64. */
const mostPictureBytes = 3_500_000;
/** The API refuses a request with a picture that is wider or higher, in pixels. */
const longestSide = 8_000;

/** Whether Discord shows a file as a picture that models look at, and it is no spoiler. What it cannot show has no width and height. */
function isPicture(file: AttachmentRecord): boolean {
  const { filename, content_type: type = '', size = 0, flags = 0, width, height } = file;
  const sides = [width ?? 0, height ?? 0];
  const isSpoiler = isSpoilerName(filename) || (flags & AttachmentFlags.IsSpoiler) !== 0;
  const isSmall =
    size > 0 && size <= mostPictureBytes && sides.every(side => side > 0 && side <= longestSide);
  return !isSpoiler && isSmall && /^image\/(?:png|jpeg|gif|webp)\b/.test(type);
}

/** What a picture is by its first bytes in hexadecimal, whatever it says. */
const pictureStarts = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^474946383[79]61/],
  ['image/webp', /^52494646.{8}57454250/],
] as const satisfies readonly (readonly [Picture['type'], RegExp])[];

const textTypes = /^text\/|[/+](?:json|xml|yaml|x-yaml|toml|javascript|typescript|x-sh|sql)\b/i;

/** Whether a file says that it is text, and is no spoiler. */
function isReadableText({ filename, content_type: type = '', flags = 0 }: AttachmentRecord): boolean {
  if (isSpoilerName(filename) || (flags & AttachmentFlags.IsSpoiler) !== 0) return false;
  return textTypes.test(type) || (isTextName(filename) && !/^(?:image|video|audio)\//i.test(type));
}
