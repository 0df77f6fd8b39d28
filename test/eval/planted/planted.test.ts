import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseConversation } from '../../../demo/claude/conversation.ts';
import { parseMerge } from '../../../demo/claude/merge.ts';
import { createCiter, toAnswerText, writeClaim } from '../../../demo/claude/writer.ts';
import { startScript } from '../../processes/scripts/run-script.ts';

const words = 'the antenna on the ridge had a weak signal again and nobody knows why it comes back at noon, ';

/** A room in the shape of the recorded ones, long enough to be read in windows. */
function writeRoom(data: string): void {
  const messages = Array.from({ length: 1_200 }, (_, index) => ({
    n: index + 1,
    time: new Date(Date.UTC(2025, 5, 1) + index * 600_000).toISOString(),
    author: ['Ann', 'Bob', 'Carol'][index % 3],
    text: `${index} ${words.repeat(4)}`,
  }));
  writeFileSync(join(data, 'discord_channels.jsonl'), `${JSON.stringify({ id: 'room', messages })}\n`);
}

/** Cites each short message: those that were planted. */
function answer(prompt: string): string {
  const claims = parseConversation(prompt)
    .filter(({ isEarlier, text }) => !isEarlier && !text.includes(words))
    .map(({ position, text, author }) =>
      writeClaim({ kind: 'decision', text, speakers: [author], evidence: [{ position, quote: text }] }),
    );
  return toAnswerText(claims);
}

const citer = createCiter();
const answerFromClaims = (prompt: string) => citer.toText(parseMerge(prompt).slice(0, 12));

test('planted decisions are looked for in the answers to windows and merges', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'));
  try {
    writeRoom(folder);
    const run = async () => {
      const args = ['--data', folder, '--prompts', folder, 'planted'];
      const { code, stdout } = await startScript('test/eval/run.ts', {}, args).ended;
      expect(code).toBe(0);
      return stdout;
    };
    const answerAll = (names: RegExp, write = answer, ending = '.json') => {
      for (const name of readdirSync(folder).filter(each => names.test(each)))
        writeFileSync(
          join(folder, name.replace('.txt', ending)),
          write(readFileSync(join(folder, name), 'utf8')),
        );
    };
    expect(await run()).toMatch(/^window-00\d{3}-[0-9a-f]{8}$/m);
    answerAll(/^window-.*\.txt$/);
    expect(await run()).toMatch(/^answer-[0-9a-f]{8}$/m);
    answerAll(/^answer-.*\.txt$/, answerFromClaims, '.md');
    expect(await run()).toMatch(/^cite-[0-9a-f]{8}$/m);
    answerAll(/^cite-.*\.txt$/, citer.cite);
    const found = await run();
    expect(found).toMatch(/^\| water tower +\| +plain \| +yes \| +yes \| +\|$/m);
    // This answer has only the former date of the meeting.
    expect(found).toMatch(/^\| meeting day +\| +superseded \| +yes \| +no \| +yes \|$/m);
    expect(found).toMatch(/^\| field day +\| +in passing \| +yes \| +no \| +\|$/m);
    expect(found).toMatch(/^\| all +\| +\| +20 of 20 \| +4 of 20 \| +1 of 20 \|$/m);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
