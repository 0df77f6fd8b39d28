import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { z } from 'zod';
import type { ClaudeRequest } from '../../src/io/claude/request.ts';
import { print } from './table.ts';

/** The answer to a text that somebody has to read; null where it is still to be written. */
export type Ask = (name: string, text: string) => string | null;

export type Asking = {
  readonly ask: Ask;
  /** What a reader answers as JSON. */
  readonly askFor: <Value>(name: string, text: string, schema: z.ZodType<Value>) => Value | null;
  /** The names of the texts that wait for an answer. */
  readonly waiting: readonly string[];
  /** Says how many texts wait, and where. */
  readonly printWaiting: () => void;
};

/**
 * Every text is a file `prompts/KIND.NAME-HASH.txt` of the folder, and its answer is the file of the same name in `answers`.
 * The hash is of the text, so that the answer to another text is not taken for it. One reader answers the files of one kind,
 * and sees no others.
 */
export function createAsking(folder: string): Asking {
  const waiting: string[] = [];
  const toPath = (part: 'prompts' | 'answers', name: string) => join(folder, part, `${name}.txt`);
  mkdirSync(folder, { recursive: true });
  const ask: Ask = (unmarked, text) => {
    const name = toMarked(unmarked, text);
    const [prompt, answer] = [toPath('prompts', name), toPath('answers', name)];
    for (const path of [prompt, answer]) mkdirSync(dirname(path), { recursive: true });
    writeFileSync(prompt, text);
    if (existsSync(answer)) return readFileSync(answer, 'utf8').replace(fence, '$<inside>');
    waiting.push(name);
    return null;
  };
  return {
    ask,
    askFor: (name, text, schema) => {
      const answer = ask(name, text);
      if (answer === null) return null;
      try {
        return schema.parse(JSON.parse(answer));
      } catch (cause) {
        const path = toPath('answers', toMarked(name, text));
        throw new Error(`${path} is not the JSON that its prompt asks for`, { cause });
      }
    },
    waiting,
    printWaiting: () => {
      writeFileSync(join(folder, 'waiting.txt'), waiting.map(name => `${name}.txt\n`).join(''));
      const kinds = Map.groupBy(waiting, name => name.split(/[./]/)[0]);
      const counts = [...kinds].map(([kind, { length }]) => `${length} ${kind}`).join(', ');
      print(
        waiting.length === 0
          ? 'Complete: nothing waits for an answer.\n'
          : `${waiting.length} prompts wait for answers (${counts}): ${folder}/waiting.txt names the files of ${folder}/prompts to be answered by files of the same names in ${folder}/answers. Then run this again.\n`,
      );
    },
  };
}

/** Around an answer as a whole. */
const fence = /^\s*```\w*\n(?<inside>[\s\S]*?)\n?```\s*$/;

/** The name of a text with its hash. */
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

function toTexts(content: ClaudeRequest['messages'][number]['content']): readonly string[] {
  return typeof content === 'string'
    ? [content]
    : content.map(each => (each.type === 'text' ? each.text : ''));
}
