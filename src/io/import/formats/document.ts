import type { ReadResult } from '../../../app/ports.ts';
import { hasTextEnding } from '../../../core/conversation/attached-file.ts';
import type { Place } from '../../../core/conversation/message.ts';
import { toMessageText, toOneLine } from '../../../core/conversation/text.ts';
import { toCountWords } from '../../../core/count-words.ts';
import { UserError } from '../../../errors.ts';
import type { FormatOptions } from '../records.ts';
import { createMessage, maxCharacters, toTitle } from '../records.ts';
import { findStart } from '../times.ts';

/** The names of documents, logs, tables and code; the content of a text without them does not show that it is one. */
export function isDocumentName(fileName: string): boolean {
  return hasTextEnding(fileName) && !/\.(?:jsonl?|html?|vtt|srt)$/i.test(fileName);
}

type Passage = { readonly section: Place | null; readonly text: string };

/** Reads each paragraph, list or table as a message, in the section of its heading. They are a second apart, to stay in order. */
export function readDocument(text: string, fileName: string, options: FormatOptions): ReadResult {
  const { title, passages } = toPassages(text);
  const toText = /\.(?:md|markdown)$/i.test(fileName) ? unwrap : (words: string) => words;
  const start = findStart(fileName, options);
  const name = title || toTitle(fileName);
  const messages = passages
    .filter(passage => passage.text.length <= maxCharacters)
    .map(({ section, text: words }, index) =>
      createMessage({
        id: `passage-${index + 1}`,
        author: { id: name, name, bot: false },
        time: new Date(start.ms + index * 1_000).toISOString(),
        text: toMessageText(toText(words)),
        channel: section ?? undefined,
      }),
    );
  if (messages.length === 0)
    throw new UserError('no_messages', `${fileName} contains no text that can be read.`);
  const found = toCountWords(messages.length, 'message', 'messages');
  return {
    conversation: {
      source: { type: 'document', title: name, channelIds: [] },
      messages,
      unreadable: passages.length - messages.length,
    },
    notices: [`${fileName} was read as a document: ${found}.`],
  };
}

/** A line of Markdown that begins something of its own: an item, a row, a quote, an indented block. */
const block = /^(?:\s*(?:[-*+]|\d{1,9}[.)])\s|\s*[|>]|\s{4})/;

/** Joins the lines of a paragraph, as Markdown does; two spaces or a backslash at the end keep a line apart. */
function unwrap(text: string): string {
  const lines = text.split('\n');
  if (lines.some(line => fence.test(line))) return text;
  const joined: string[] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    const goesOn = last !== undefined && !block.test(line) && !/(?: {2}|\\)$|^\s*[|>]/.test(last);
    if (goesOn) joined[joined.length - 1] = `${last} ${line.trim()}`;
    else joined.push(line);
  }
  return joined.join('\n');
}

/** Longer passages are split between lines, so that a footnote leads to a passage. */
const longPassage = 2_000;

function toPieces(lines: readonly string[]): readonly string[] {
  const pieces: string[] = [];
  for (const line of lines) {
    const last = pieces.at(-1);
    if (last === undefined || last.length + line.length > longPassage) pieces.push(line);
    else pieces[pieces.length - 1] = `${last}\n${line}`;
  }
  return pieces.map(piece => piece.trim()).filter(piece => piece !== '');
}

/** A longer line is no heading, and would take the pattern long. */
const longestHeading = 300;
const heading = /^ {0,3}(#{1,6})\s+(.+?)\s*#*\s*$/;
const underline = /^ {0,3}(?:={3,}|-{3,})\s*$/;
const fence = /^ {0,3}(`{3,}|~{3,})/;

/** Splits at empty lines and headings; code between fences stays whole. The first heading is the title. */
function toPassages(text: string): { readonly title: string; readonly passages: readonly Passage[] } {
  const passages: Passage[] = [];
  let title = '';
  let section: Place | null = null;
  let sections = 0;
  let lines: string[] = [];
  let open: string | null = null;
  const close = () => {
    for (const words of toPieces(lines)) passages.push({ section, text: words });
    lines = [];
  };
  for (const line of text.split(/\r\n|[\n\r]/)) {
    const mark = fence.exec(line)?.[1];
    if (open !== null) {
      lines.push(line);
      if (mark?.startsWith(open)) open = null;
      continue;
    }
    const isAbove = underline.test(line) && lines.length === 1;
    const named = isAbove ? lines.pop() : line.length > longestHeading ? undefined : heading.exec(line)?.[2];
    if (named !== undefined) {
      close();
      const name = toOneLine(named);
      if (name === '') continue;
      sections += 1;
      section = { id: `section-${sections}`, title: name };
      title ||= name;
    } else if (line.trim() === '') close();
    else {
      if (mark !== undefined) open = mark;
      lines.push(line);
    }
  }
  close();
  return { title, passages };
}
