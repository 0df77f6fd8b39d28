import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder of the test file that calls this, gone after it; `chat` is in it: two days of five people planning a fair. */
export function createFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  return { folder, write, chat: write('chat.jsonl', lines.join('\n')) };
}

const lines = [
  ['Ann', '2026-03-09T08:00:00Z', 'The school fair is on 21 March and the budget is 1,200 euros.'],
  ['Bob', '2026-03-09T08:01:00Z', 'How about we rent the big tent from last year for 450?'],
  ['Carol', '2026-03-09T08:02:00Z', 'Approved.'],
  ['Dave', '2026-03-10T08:03:00Z', "I'll book the tent by Friday"],
  ['Emma', '2026-03-10T23:30:00Z', 'Does anybody have the key to the storage room?'],
].map(([author, time, text], index) =>
  JSON.stringify({ id: index + 1, author, time, text, url: `https://chat.example/${index + 1}` }),
);
