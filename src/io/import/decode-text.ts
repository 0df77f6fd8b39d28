import { isUtf8 } from 'node:buffer';
import type { ReadNotice } from '../../app/ports.ts';
import { UserError } from '../../errors.ts';
import { isZip } from './archive.ts';
import { readable } from './unsupported-formats.ts';

/** The text of a file, and a sentence if some bytes could not be decoded. */
type DecodedText = { readonly text: string; readonly notices: readonly ReadNotice[] };

const longestCharacterBytes = 4;

/** Decodes a file as UTF-8, or as UTF-16 with a byte order mark; refuses archives and binary files. */
export function decodeText(bytes: Buffer, fileName: string): DecodedText {
  if (bytes.length === 0) throw new UserError('no_messages', `${fileName} is empty.`);
  if (isZip(bytes)) {
    throw new UserError(
      'format_unsupported',
      `${fileName} is a zip archive. Unpack it and name one file in it.`,
    );
  }
  const mark = bytes.subarray(0, 2).toString('hex');
  if (mark === 'fffe') return { text: new TextDecoder('utf-16le').decode(bytes), notices: [] };
  if (mark === 'feff') return { text: new TextDecoder('utf-16be').decode(bytes), notices: [] };
  if (bytes.subarray(0, 8_192).includes(0)) {
    throw new UserError('format_unknown', `${fileName} is a binary file. Footnote reads ${readable}`);
  }
  const text = bytes.toString('utf8');
  // A truncated file may end inside a character, which another notice covers.
  const whole = isUtf8(bytes) || !text.slice(0, -longestCharacterBytes).includes('\uFFFD');
  const notice = `Some bytes of ${fileName} are not UTF-8 and are shown as "\uFFFD". Save the file as UTF-8 to read all of it.`;
  return { text, notices: whole ? [] : [notice] };
}
