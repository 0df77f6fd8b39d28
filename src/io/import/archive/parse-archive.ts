import type { ReadResult } from '../../../app/ports.ts';
import { toCountWords } from '../../../core/count-words.ts';
import { UserError } from '../../../errors.ts';
import { decodeText } from '../decode-text.ts';
import type { FormatOptions } from '../format-options.ts';
import { parseExport } from '../parse-export.ts';
import { isSlackArchive, readSlackArchive } from '../slack/slack.ts';
import { readable } from '../unsupported-formats.ts';
import { beginsLikeWhatsApp } from '../whatsapp/lines.ts';
import { type Archive, isUsualName } from './archive.ts';

/**
 * Reads the conversation in an archive: a Slack export, or the one file that holds messages beside media.
 *
 * @throws UserError `format_unknown`, `format_unsupported` or `no_messages`.
 */
export function parseArchive(archive: Archive, fileName: string, options: FormatOptions): ReadResult {
  if (isSlackArchive(archive)) return readSlackArchive(archive, fileName);
  const name = findChat(archive);
  const bytes = name === undefined ? undefined : archive.texts.get(name);
  if (name === undefined || !bytes) throw toUnknownArchive(archive, fileName);
  const shown = isUsualName(name) ? fileName : (name.split('/').at(-1) ?? name);
  const { text, notices } = decodeText(bytes, shown);
  const result = parseExport(text, shown, options);
  return { ...result, notices: [...result.notices, ...notices] };
}

function findChat({ texts }: Archive): string | undefined {
  const names = [...texts.keys()];
  const usual = names.filter(isUsualName);
  if (usual.length === 1) return usual[0];
  if (names.length === 1) return names[0];
  // Documents that were sent in the chat lie beside it.
  const chats = names.filter(name =>
    beginsLikeWhatsApp(texts.get(name)?.subarray(0, 8_192).toString('utf8') ?? ''),
  );
  return chats.length === 1 ? chats[0] : undefined;
}

function toUnknownArchive({ names, texts }: Archive, fileName: string): UserError {
  const files = toCountWords(names.length, 'file', 'files');
  const which =
    texts.size > 1
      ? 'several of them may be the conversation. Name one of them'
      : 'none of them is a conversation';
  return new UserError(
    'format_unknown',
    `${fileName} contains ${files}, and ${which}. Footnote reads ${readable}`,
  );
}
