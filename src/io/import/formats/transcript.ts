import type { ReadNotice, ReadResult } from '../../../app/ports.ts';
import type { Message } from '../../../core/conversation/message.ts';
import { toAuthorName } from '../../../core/conversation/names.ts';
import { toMessageText } from '../../../core/conversation/text.ts';
import { toCountWords } from '../../../core/count-words.ts';
import { UserError } from '../../../errors.ts';
import type { FormatOptions } from '../format-options.ts';
import { maxCharacters, toTitle } from '../records.ts';
import { findStart } from '../times.ts';

/** A longer gap between captions ends a turn. */
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

/** "Mia: …", "[00:12:34] Mia: …", "Mia (00:12): …", "00:12 Mia: …" */
const turn =
  /^\s*(?:[[(]?(?<before>\d{1,3}:\d{2}(?::\d{2})?)[\])]?[\s–-]*)?(?<speaker>\p{L}[\p{L}\p{M}\p{N} .,'’_-]{0,49}?)\s?(?:[[(](?<after>\d{1,3}:\d{2}(?::\d{2})?)[\])])?\s?[:：]\s(?<said>.*)$/u;

/** Without times, turns are a second apart. */
const turnMs = 1_000;

/**
 * Reads lines of "Name: text"; lines without a name continue the turn before.
 *
 * Null if the text is no transcript: at least half of its lines with text begin a turn, and either
 * people speak twice on average or each turn has a time.
 */
export function readTurns(text: string): readonly Cue[] | null {
  const lines = text.split(/\r\n|[\n\r]/);
  const turns: { line: number; atMs: number; speaker: string; text: string }[] = [];
  let written = 0;
  let named = 0;
  let timed = 0;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    written += 1;
    const { speaker, said, before, after } = turn.exec(line)?.groups ?? {};
    const last = turns.at(-1);
    if (speaker !== undefined) {
      named += 1;
      const at = toMs(before ?? after);
      if (at !== null) timed += 1;
      turns.push({
        line: index + 1,
        atMs: at ?? (last ? last.atMs + turnMs : 0),
        speaker: speaker.trim(),
        text: said ?? '',
      });
    } else if (last) last.text += `\n${line.trim()}`;
  }
  const speakers = new Set(turns.map(({ speaker }) => speaker)).size;
  const isTalk = speakers * 2 <= named || timed === named;
  return named * 2 >= written && speakers >= 2 && isTalk ? turns : null;
}

function toMs(clock: string | undefined): number | null {
  if (clock === undefined) return null;
  const [seconds = 0, minutes = 0, hours = 0] = clock.split(':').map(Number).reverse();
  return ((hours * 60 + minutes) * 60 + seconds) * 1_000;
}

/** One caption or turn. */
type Cue = {
  /** 1-based. */
  readonly line: number;
  /** Milliseconds from the beginning. */
  readonly atMs: number;
  /** Null if the file does not say. */
  readonly speaker: string | null;
  readonly text: string;
};

/** `skipped` are the lines of blocks that are no cue. */
type Cues = { readonly cues: readonly Cue[]; readonly skipped: readonly number[] };

const clock = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{3})`;
const timing = new RegExp(String.raw`^\s*${clock}\s*-->\s*(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{3}`);

export function isWebVtt(text: string): boolean {
  return /^WEBVTT(?:[ \t\r\n]|$)/.test(text);
}

/** "1", then "00:00:01,000 --> 00:00:04,000". */
export function isSubRip(text: string): boolean {
  return /^\s*\d{1,6}[ \t]*\r?\n\d{1,3}:\d{2}:\d{2}[,.]\d{3}\s*-->/.test(text);
}

/** Reads the cues of WebVTT or SubRip; blocks are separated by empty lines. */
function readCues(text: string): Cues {
  const cues: Cue[] = [];
  const skipped: number[] = [];
  for (const { line, lines } of toBlocks(text)) {
    const at = lines.findIndex(each => timing.test(each));
    if (at < 0 || at > 1) {
      if (!/^(?:WEBVTT|NOTE|STYLE|REGION)\b/.test(lines[0] ?? '')) skipped.push(line);
      continue;
    }
    const [, hours, minutes, seconds, millis] = timing.exec(lines[at] ?? '') ?? [];
    const atMs =
      ((Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(millis);
    for (const spoken of toSpoken(lines.slice(at + 1).join('\n'))) cues.push({ line, atMs, ...spoken });
  }
  return { cues, skipped };
}

function toBlocks(text: string): readonly { readonly line: number; readonly lines: readonly string[] }[] {
  const blocks: { line: number; lines: string[] }[] = [];
  let isOpen = false;
  for (const [index, line] of text.split(/\r\n|[\n\r]/).entries()) {
    if (line.trim() === '') isOpen = false;
    else if (isOpen) blocks.at(-1)?.lines.push(line);
    else {
      blocks.push({ line: index + 1, lines: [line] });
      isOpen = true;
    }
  }
  return blocks;
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&lrm;': '',
  '&rlm;': '',
};

type SpeakerText = Pick<Cue, 'speaker' | 'text'>;

const voice = /<v(?:\.[^\s<>]*)?\s+([^<>]{1,100})>/g;
/** "Mia: …", or "- Mia: …" where a block has several speakers. */
const named = /^(?:[-–—]\s*)?([\p{L}\p{N}][^:：<>\n]{0,59})[:：](?:\s+(.+))?$/u;
/** A later line counts as another speaker's only if it begins with a name: "Note that: …" does not. */
const namedLater = /^(?:[-–—]\s*)?[\p{Lu}\p{Lo}][^\s:：]*(?: [\p{Lu}\p{Lo}][^\s:：]*){0,3}[:：]\s/u;

/**
 * What is said in a block, by speaker: WebVTT names them in tags, "<v Mia>"; other files write "Mia: " in front of a
 * line.
 */
function toSpoken(payload: string): readonly SpeakerText[] {
  const voices = [...payload.matchAll(voice)];
  if (voices.length > 0) {
    const before = { speaker: null, text: toPlain(payload.slice(0, voices[0]?.index)) };
    const tagged = voices.map(({ 0: tag, 1: speaker = '', index }, nth) => ({
      speaker: speaker.trim(),
      text: toPlain(payload.slice(index + tag.length, voices[nth + 1]?.index)),
    }));
    return before.text === '' ? tagged : [before, ...tagged];
  }
  const spoken: { speaker: string | null; text: string }[] = [];
  for (const line of toPlain(payload).split('\n')) {
    const [, speaker, said] = named.exec(line) ?? [];
    const last = spoken.at(-1);
    const begins = speaker !== undefined && (!last || (last.speaker !== null && namedLater.test(line)));
    if (begins) spoken.push({ speaker: speaker.trim(), text: said ?? '' });
    else if (last) last.text += `\n${line}`;
    else spoken.push({ speaker: null, text: line });
  }
  return spoken.map(({ speaker, text }) => ({ speaker, text: text.trim() }));
}

function toPlain(payload: string): string {
  return payload
    .replace(/<\/?(?:v|c|i|b|u|lang|ruby|rt|font)\b[^<>]*>|<[\d:.]+>|\{\\an?\d\}/gi, '')
    .replace(/&(?:amp|lt|gt|nbsp|lrm|rlm);/g, entity => entities[entity] ?? entity)
    .trim();
}
