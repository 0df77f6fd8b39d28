import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClaudeRequest } from '../../src/io/claude/request.ts';

/** A prompt by the name of its file, and its answer; null where there is none yet. */
type AskedFile = { readonly name: string; readonly answer: string | null };

/** Writes each prompt to the folder as `NAME.txt`, and reads its answer from `NAME.json` beside it. */
export function createPromptFiles(
  folder: string,
): (work: string, requests: readonly ClaudeRequest[]) => AskedFile {
  mkdirSync(folder, { recursive: true });
  return (work, [request]) => {
    const text = request === undefined ? '' : toPromptFile(request);
    const name = `${work}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}`;
    const path = join(folder, name);
    if (!existsSync(`${path}.txt`)) writeFileSync(`${path}.txt`, text);
    return { name, answer: existsSync(`${path}.json`) ? readFileSync(`${path}.json`, 'utf8') : null };
  };
}

/** All that is sent in one call, for somebody who answers in place of a model. */
export function toPromptFile({ system, messages, output_config }: ClaudeRequest): string {
  const [{ content } = { content: [] }] = messages;
  const [conversation, task] = toTexts(content);
  const format = output_config?.format;
  return `--- system ---
${toTexts(system ?? '').join('\n')}

--- conversation ---
${conversation}

--- task ---
${task}

--- the answer is JSON by this schema ---
${JSON.stringify(format?.type === 'json_schema' ? format.schema : null)}
`;
}

function toTexts(content: ClaudeRequest['messages'][number]['content']): readonly string[] {
  return typeof content === 'string'
    ? [content]
    : content.map(each => (each.type === 'text' ? each.text : ''));
}
