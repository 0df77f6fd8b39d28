import { readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, posix, resolve, sep } from 'node:path';
import {
  decodeAttachedText,
  isTextName,
  mostAttachedTexts,
  mostTogether,
} from '../../core/conversation/attached-file.ts';
import type { Attachment } from '../../core/conversation/message.ts';
import { serverSettings } from '../../core/settings.ts';

/** Of a text file that is read as a part of its message, in bytes, as on Discord. */
export const longestAttached = serverSettings.attachedKilobytes.byDefault * 1_000;

/** The bytes of an attached file, or why they were not read. */
export type AttachedBytes = Buffer | 'large' | 'unreadable';

/** A file that a message attaches, by its path from the export's folder. */
export type FindAttached = (path: string) => AttachedBytes | null;

export type ReadAttachment = { readonly attachment: Attachment; readonly text?: string };

/** Reads attached text files within the bounds of those on Discord, each as a part of the first message that names it. */
export function createAttachedReader(find: FindAttached = () => null) {
  const read = new Set<string>();
  let texts = mostAttachedTexts;
  let left = longestAttached * mostTogether;
  return (attachment: Attachment, path: string): ReadAttachment => {
    if (texts === 0 || read.has(path) || !isTextName(attachment.name ?? '')) return { attachment };
    const bytes = find(path.replaceAll('\\', '/'));
    if (bytes === null) return { attachment };
    if (typeof bytes === 'string') return { attachment: { ...attachment, state: bytes } };
    if (bytes.length > Math.min(longestAttached, left))
      return { attachment: { ...attachment, state: 'large' } };
    read.add(path);
    texts -= 1;
    left -= bytes.length;
    const text = decodeAttachedText(bytes);
    return text === null
      ? { attachment: { ...attachment, state: 'unreadable' } }
      : { attachment: { ...attachment, state: 'read' }, text };
  };
}

/** Finds files in the same zip as the export, beside it or below. */
export function findInZip(files: ReadonlyMap<string, AttachedBytes>, exportName: string): FindAttached {
  return path => {
    const name = posix.join(posix.dirname(exportName), path);
    const isElsewhere = path.split('/').includes('..') || name === exportName;
    return isElsewhere ? null : (files.get(name) ?? null);
  };
}

/** Finds files in the media folder of an export, and in no other place: an export may be forged. Synchronous, for the CLI. */
export function findInMediaFolder(exportPath: string): FindAttached {
  return path => {
    try {
      const parent = realpathSync(dirname(exportPath));
      const folder = join(parent, `${basename(exportPath).replace(/ \[part \d+\](?=\.json$)/i, '')}_Files`);
      // Of a link, the file that it leads to counts.
      const found = realpathSync(resolve(parent, path));
      if (!found.startsWith(folder + sep) || !statSync(found).isFile()) return null;
      return statSync(found).size > longestAttached ? 'large' : readFileSync(found);
    } catch {
      return null;
    }
  };
}
