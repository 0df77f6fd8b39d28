import type { Cue } from './cues.ts';

/** "Mia: …", "[00:12:34] Mia: …", "Mia (00:12): …", "00:12 Mia: …" */
const turn =
  /^\s*(?:[[(]?(?<before>\d{1,3}:\d{2}(?::\d{2})?)[\])]?[\s–-]*)?(?<speaker>\p{L}[\p{L}\p{M}\p{N} .,'’_-]{0,49}?)\s?(?:[[(](?<after>\d{1,3}:\d{2}(?::\d{2})?)[\])])?\s?[:：]\s(?<said>.*)$/u;

/** A transcript without times: what is said follows, in seconds, what was said before. */
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
