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
    cues.push({ line, atMs, ...toSpoken(lines.slice(at + 1).join('\n')) });
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

/** WebVTT names the speaker in a tag, "<v Mia>"; other files write "Mia: " in front. */
function toSpoken(payload: string): { readonly speaker: string | null; readonly text: string } {
  const voice = /<v(?:\.[^\s>]*)?\s+([^<>]{1,100})>/.exec(payload)?.[1];
  const text = payload
    .replace(/<\/?(?:v|c|i|b|u|lang|ruby|rt|font)\b[^<>]*>|<[\d:.]+>|\{\\an?\d\}/gi, '')
    .replace(/&(?:amp|lt|gt|nbsp|lrm|rlm);/g, entity => entities[entity] ?? entity)
    .trim();
  if (voice !== undefined) return { speaker: voice.trim(), text };
  const [, named, said] = /^([\p{L}\p{N}][^:：<>\n]{0,59})[:：]\s+([\s\S]+)$/u.exec(text) ?? [];
  return named === undefined ? { speaker: null, text } : { speaker: named.trim(), text: said ?? '' };
}
