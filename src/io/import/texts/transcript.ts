import type { ReadNotice, ReadResult } from '../../../app/ports.ts';
import type { Message } from '../../../core/conversation/message.ts';
import { toAuthorName, toMessageText } from '../../../core/conversation/text.ts';
import { toCountWords } from '../../../core/count-words.ts';
import { UserError } from '../../../errors.ts';
import type { FormatOptions } from '../format-options.ts';
import { maxCharacters } from '../records/text-field.ts';
import { toTitle } from '../records/title.ts';
import { type Cue, readCues } from './cues.ts';
import { findStart } from './start.ts';

/** Cues of captions follow each other within this time as long as somebody goes on. */
const pauseMs = 5_000;
/** Longer turns are split between cues, so that a footnote leads to a passage and not to a speech. */
const longTurn = 600;

/** Reads WebVTT or SubRip. */
export function readCaptions(text: string, fileName: string, options: FormatOptions): ReadResult {
  const { cues, skipped } = readCues(text);
  if (cues.length === 0) throw new UserError('no_messages', `${fileName} contains no captions.`);
  const notices: ReadNotice[] = [];
  if (skipped.length > 0) {
    const blocks = toCountWords(skipped.length, 'block has', 'blocks have');
    notices.push(
      `${fileName}: ${blocks} no time and ${skipped.length === 1 ? 'was' : 'were'} skipped, first on line ${skipped[0]}.`,
    );
  }
  return toResult(joinTurns(cues), fileName, options, notices, skipped.length);
}

/** Reads turns of "Name: text". */
export function readTranscript(turns: readonly Cue[], fileName: string, options: FormatOptions): ReadResult {
  return toResult(turns, fileName, options, [], 0);
}

function joinTurns(cues: readonly Cue[]): readonly Cue[] {
  const turns: { -readonly [Key in keyof Cue]: Cue[Key] }[] = [];
  let latestMs = 0;
  for (const cue of cues) {
    const last = turns.at(-1);
    const goesOn =
      last !== undefined &&
      (cue.speaker ?? last.speaker) === last.speaker &&
      cue.atMs >= latestMs &&
      cue.atMs - latestMs <= pauseMs &&
      last.text.length + cue.text.length < longTurn;
    if (goesOn) last.text = `${last.text} ${cue.text}`.trim();
    else turns.push({ ...cue });
    latestMs = cue.atMs;
  }
  return turns;
}

function toResult(
  turns: readonly Cue[],
  fileName: string,
  options: FormatOptions,
  notices: readonly ReadNotice[],
  unreadable: number,
): ReadResult {
  const start = findStart(fileName, options);
  const long = turns.filter(({ text }) => text.length > maxCharacters).length;
  const messages = turns
    .filter(({ text }) => text.length <= maxCharacters)
    .map((turn, index): Message => {
      const name = toAuthorName(turn.speaker ?? '') || 'Speaker';
      return {
        id: `turn-${index + 1}`,
        kind: 'said',
        author: { id: name, name, bot: false },
        time: new Date(start.ms + turn.atMs).toISOString(),
        text: toMessageText(turn.text),
        forwarded: false,
        attachments: [],
        reactions: [],
      };
    });
  return {
    conversation: {
      source: { type: 'transcript', title: toTitle(fileName), channelIds: [] },
      messages,
      unreadable: unreadable + long,
    },
    notices: [...notices, ...start.notices],
  };
}
