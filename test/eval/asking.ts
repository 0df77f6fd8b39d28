import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, parseAnswer } from '../../src/core/claims/answer.ts';
import { createCiteReader } from '../../src/io/claude/answer-readers.ts';
import type { ClaudeRequest } from '../../src/io/claude/request.ts';

/** The answer to a text that somebody has to read; null where it is still to be written. */
export type Ask = (name: string, text: string, ending?: 'md' | 'json') => string | null;

/**
 * Every text is a file `NAME.txt` of the folder, and its answer is `NAME.json` or `NAME.md` beside it. One reader answers
 * the files of one subfolder, and sees no others.
 */
export function createAsking(folder: string): { ask: Ask; unanswered: readonly string[] } {
  const unanswered: string[] = [];
  const ask: Ask = (name, text, ending = 'json') => {
    const path = join(folder, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(`${path}.txt`, text);
    const answer = `${path}.${ending}`;
    if (existsSync(answer)) return readFileSync(answer, 'utf8');
    unanswered.push(name);
    return null;
  };
  return { ask, unanswered };
}

/** The name of a prompt of which several may have one work. */
export function toMarked(name: string, text: string): string {
  return `${name}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}`;
}

/** All that is sent in one call, for somebody who answers in place of a model. */
export function toPromptFile({ system, messages, output_config }: ClaudeRequest): string {
  const [conversation, task] = toTexts(messages[0]?.content ?? []);
  const schema = output_config?.format?.schema;
  return `--- system ---
${toTexts(system ?? '').join('\n')}

--- conversation ---
${conversation}

--- task ---
${task}

${schema ? `--- the answer is JSON by this schema ---\n${JSON.stringify(schema)}\n` : ''}`;
}

/**
 * Has an answer written, then its lines cited, each by a file; null while one is missing, otherwise whether both are whole.
 */
export function writeByFiles(
  askFor: (work: 'answer' | 'cite', request: ClaudeRequest) => string | null,
  request: ClaudeRequest,
  toCite: (answer: Answer) => ClaudeRequest,
  onClaim: (claim: unknown) => void,
): boolean | null {
  const written = askFor('answer', request);
  if (written === null) return null;
  const answer = parseAnswer(written);
  const cited = askFor('cite', toCite(answer));
  if (cited === null) return null;
  const reader = createCiteReader(answer, onClaim);
  reader.write(cited);
  reader.end();
  return reader.isWhole();
}

function toTexts(content: ClaudeRequest['messages'][number]['content']): readonly string[] {
  return typeof content === 'string'
    ? [content]
    : content.map(each => (each.type === 'text' ? each.text : ''));
}
