/** What was said at one time of a recording. */
export type Cue = {
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
export function readCues(text: string): Cues {
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

type Spoken = Pick<Cue, 'speaker' | 'text'>;

const voice = /<v(?:\.[^\s<>]*)?\s+([^<>]{1,100})>/g;
/** "Mia: …", or "- Mia: …" where a block has several speakers. */
const named = /^(?:[-–—]\s*)?([\p{L}\p{N}][^:：<>\n]{0,59})[:：](?:\s+(.+))?$/u;
/** A later line counts as another speaker's only if it begins with a name: "Note that: …" does not. */
const namedLater = /^(?:[-–—]\s*)?[\p{Lu}\p{Lo}][^\s:：]*(?: [\p{Lu}\p{Lo}][^\s:：]*){0,3}[:：]\s/u;

/**
 * What is said in a block, by speaker: WebVTT names them in tags, "<v Mia>"; other files write "Mia: " in front of a
 * line.
 */
function toSpoken(payload: string): readonly Spoken[] {
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
