import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The answer to a text that somebody has to read; null where it is still to be written. */
export type AskReader = (name: string, text: string, ending?: 'md' | 'json') => string | null;

type Asking = { readonly ask: AskReader; readonly unanswered: () => readonly string[] };

/**
 * Every text is a file `ROLE/NAME.txt` of the folder, and its answer is `NAME.json` or `NAME.md` beside it. One reader
 * answers the files of one role, and sees no others.
 */
export function createAsking(folder: string): Asking {
  const unanswered: string[] = [];
  return {
    unanswered: () => unanswered,
    ask: (name, text, ending = 'json') => {
      const path = join(folder, name);
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(`${path}.txt`, text);
      const answer = `${path}.${ending}`;
      if (existsSync(answer)) return readFileSync(answer, 'utf8');
      unanswered.push(`${name}.txt`);
      return null;
    },
  };
}

/** A short name of a text, for prompts of which several may have one work. */
export function toMark(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 6);
}
