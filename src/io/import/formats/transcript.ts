import type { ReadResult } from '../../../app/ports.ts';
import { toAuthorName, toMessageText } from '../../../core/conversation/text.ts';
import { toCountWords } from '../../../core/count-words.ts';
import { toChunks } from '../../../core/order.ts';
import { UserError } from '../../../errors.ts';
import type { FormatOptions } from '../records.ts';
import { createMessage, maxCharacters, toTitle } from '../records.ts';
import { findStart } from '../times.ts';

/** One caption, or what somebody says until another speaks. */
type Turn = {
  readonly atMs: number;
  /** Null if the file does not say. */
  readonly speaker: string | null;
  text: string;
};

const lineEnd = /\r\n|[\n\r]/;

/** Whether a text is WebVTT, or SubRip: "1", then "00:00:01,000 --> 00:00:04,000". */
export function isCaptions(text: string): boolean {
  return /^(?:WEBVTT(?:[ \t\r\n]|$)|\s*\d{1,6}[ \t]*\r?\n\d{1,3}:\d{2}:\d{2}[,.]\d{3}\s*-->)/.test(text);
}

const timing = /^\s*((?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{3})\s*-->\s*(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{3}/;

export function readCaptions(text: string, fileName: string, options: FormatOptions): ReadResult {
  const cues: Turn[] = [];
  /** The lines of blocks without a time. */
  const skipped: number[] = [];
  for (const { line, lines } of toBlocks(text)) {
    const at = lines.findIndex(each => timing.test(each));
    if (at === 0 || at === 1) {
      const atMs = toMs(timing.exec(lines[at] ?? '')?.[1] ?? '');
      for (const spoken of toSpoken(lines.slice(at + 1).join('\n'))) cues.push({ atMs, ...spoken });
    } else if (!/^(?:WEBVTT|NOTE|STYLE|REGION)\b/.test(lines[0] ?? '')) skipped.push(line);
  }
  if (cues.length === 0) throw new UserError('no_messages', `${fileName} contains no captions.`);
  const blocks = toCountWords(skipped.length, 'block has', 'blocks have');
  const were = skipped.length === 1 ? 'was' : 'were';
  const notice = `${fileName}: ${blocks} no time and ${were} skipped, first on line ${skipped[0]}.`;
  return toResult(joinTurns(cues), fileName, options, skipped.length === 0 ? [] : [notice], skipped.length);
}

function toBlocks(text: string): readonly { readonly line: number; readonly lines: readonly string[] }[] {
  const blocks: { line: number; lines: string[] }[] = [];
  let isOpen = false;
  for (const [index, line] of text.split(lineEnd).entries()) {
    if (line.trim() === '') isOpen = false;
    else if (isOpen) blocks.at(-1)?.lines.push(line);
    else {
      blocks.push({ line: index + 1, lines: [line] });
      isOpen = true;
    }
  }
  return blocks;
}

const voice = /<v(?:\.[^\s<>]*)?\s+([^<>]{1,100})>/;
/** "Mia: …", or "- Mia: …" where a block has several speakers. */
const named = /^(?:[-–—]\s*)?([\p{L}\p{N}][^:：<>\n]{0,59})[:：](?:\s+(.+))?$/u;
/** A later line counts as another speaker's only if it begins with a name: "Note that: …" does not. */
const namedLater = /^(?:[-–—]\s*)?[\p{Lu}\p{Lo}][^\s:：]*(?: [\p{Lu}\p{Lo}][^\s:：]*){0,3}[:：]\s/u;

/** What is said in a block, by speaker: in WebVTT's tags, "<v Mia>", or as "Mia: " in front of a line. */
function toSpoken(payload: string): readonly Omit<Turn, 'atMs'>[] {
  const [before = '', ...tagged] = payload.split(voice);
  if (tagged.length > 0) {
    const first = { speaker: null, text: toPlain(before) };
    const others = toChunks(tagged, 2).map(([speaker = '', said = '']) => ({
      speaker: speaker.trim(),
      text: toPlain(said),
    }));
    return first.text === '' ? others : [first, ...others];
  }
  const spoken: Omit<Turn, 'atMs'>[] = [];
  for (const line of toPlain(payload).split('\n')) {
    const [, speaker, said = ''] = named.exec(line) ?? [];
    const last = spoken.at(-1);
    if (speaker !== undefined && (!last || (last.speaker !== null && namedLater.test(line))))
      spoken.push({ speaker: speaker.trim(), text: said });
    else if (last) last.text += `\n${line}`;
    else spoken.push({ speaker: null, text: line });
  }
  return spoken;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', nbsp: ' ' };

function toPlain(payload: string): string {
  return payload
    .replace(/<\/?(?:v|c|i|b|u|lang|ruby|rt|font)\b[^<>]*>|<[\d:.]+>|\{\\an?\d\}/gi, '')
    .replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_all, name: string) => entities[name] ?? '')
    .trim();
}

/** A longer gap between captions ends a turn. */
const pauseMs = 5_000;
/** Longer turns are split between cues, so that a footnote leads to a passage and not to a speech. */
const longTurn = 600;

function joinTurns(cues: readonly Turn[]): readonly Turn[] {
  const turns: Turn[] = [];
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

/** "Mia: …", "[00:12:34] Mia: …", "Mia (00:12): …", "00:12 Mia: …" */
const turn =
  /^\s*(?:[[(]?(?<before>\d{1,3}:\d{2}(?::\d{2})?)[\])]?[\s–-]*)?(?<speaker>\p{L}[\p{L}\p{M}\p{N} .,'’_-]{0,49}?)\s?(?:[[(](?<after>\d{1,3}:\d{2}(?::\d{2})?)[\])])?\s?[:：]\s(?<said>.*)$/u;

/** What stands before a colon in lists of questions and in logs, and is nobody's name. */
const labels =
  /^(?:q|a|questions?|answers?|frage|antwort|réponse|pregunta|respuesta|質問|回答|trace|debug|info|notice|warn|warning|error|err|fatal|critical)$/iu;

/** Without times, turns are a second apart. */
const turnMs = 1_000;

/**
 * Reads lines of "Name: text"; others continue the turn before. Null unless half of the lines begin a turn, not all with labels, and people
 * speak twice on average, each turn has a time, or each line is a turn and somebody asks or speaks again, unlike a list of "Key: value".
 */
export function readTranscript(text: string, fileName: string, options: FormatOptions): ReadResult | null {
  const turns: Turn[] = [];
  let timed = 0;
  const lines = text.split(lineEnd).filter(line => line.trim() !== '');
  for (const line of lines) {
    const { speaker, said = '', before, after } = turn.exec(line)?.groups ?? {};
    const clock = before ?? after;
    const last = turns.at(-1);
    if (speaker !== undefined) {
      if (clock !== undefined) timed += 1;
      const atMs = clock === undefined ? (last ? last.atMs + turnMs : 0) : toMs(clock);
      turns.push({ atMs, speaker: speaker.trim(), text: said });
    } else if (last) last.text += `\n${line.trim()}`;
  }
  const names = new Set(turns.map(({ speaker }) => speaker ?? ''));
  const speakers = [...names].every(name => labels.test(name)) ? 0 : names.size;
  const isAnswered =
    turns.length === lines.length &&
    lines.every(line => namedLater.test(line)) &&
    (names.size < turns.length || turns.slice(0, -1).some(({ text: said }) => /[?？]\s*$/.test(said)));
  const isTalk = speakers * 2 <= turns.length || timed === turns.length || isAnswered;
  if (turns.length * 2 < lines.length || speakers < 2 || !isTalk) return null;
  const { conversation, notices } = toResult(turns, fileName, options, [], 0);
  const source = { ...conversation.source, ...(timed === 0 && { untimed: true as const }) };
  return { conversation: { ...conversation, source }, notices };
}

/** "1:02:03.500", "00:12" */
function toMs(clock: string): number {
  const [whole = '', millis = 0] = clock.split(/[.,]/);
  return whole.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1_000 + Number(millis);
}

function toResult(
  turns: readonly Turn[],
  fileName: string,
  options: FormatOptions,
  notices: readonly string[],
  skipped: number,
): ReadResult {
  const start = findStart(fileName, options);
  const short = turns.filter(({ text }) => text.length <= maxCharacters);
  const messages = short.map(({ speaker, atMs, text }, index) => {
    const name = toAuthorName(speaker ?? '') || 'Speaker';
    return createMessage({
      id: `turn-${index + 1}`,
      author: { id: name, name, bot: false },
      time: new Date(start.ms + atMs).toISOString(),
      text: toMessageText(text),
    });
  });
  return {
    conversation: {
      source: { type: 'transcript', title: toTitle(fileName), channelIds: [] },
      messages,
      unreadable: skipped + turns.length - short.length,
    },
    notices: [...notices, ...start.notices],
  };
}
