import {
  type ClaudeOptions as BaseOptions,
  createClaude as createStandIn,
  type ReceivedPrompt,
  type Claude as StandIn,
} from '@footnote/playground/claude';
import { unescapeText } from './conversation.ts';
import { isVerdictSchema, type ScriptedJudge } from './judge.ts';
import { createScriptedJudge } from './scripted-judge.ts';
import { createScriptedWriter } from './scripted-writer.ts';
import { createCiter, type RefusingWriter, toAnswerText } from './writer.ts';

type Roles = {
  /** Answers prompts for a draft; default: reads the conversation in the prompt. */
  writer: RefusingWriter;
  /** Answers prompts for verdicts; default: compares words. */
  judge: ScriptedJudge;
  /** Edits the answer in a prompt, null for other prompts; default: leaves it as it is. */
  editor: (prompt: string) => string | null;
  /** Words a question in other ways; default: in none. */
  reworder: (prompt: string) => string;
};

export type ClaudeOptions = Omit<BaseOptions, 'answer' | 'routeOf'> & Partial<Readonly<Roles>>;

/** A running stand-in for Claude that knows our prompts. Its roles may be replaced at any time. */
export type Claude = Omit<StandIn, 'answer'> & Roles;

/** Starts a stand-in for Claude on 127.0.0.1. Faults for `verdict` are for the judge, for `cite` for what
 * answers rest on, for `reword` for other wordings of a question, and others for the writer. */
export async function createClaude({
  writer,
  judge,
  editor,
  reworder,
  ...options
}: ClaudeOptions = {}): Promise<Claude> {
  const roles = {
    writer: writer ?? createScriptedWriter(),
    judge: judge ?? createScriptedJudge(),
    editor: editor ?? findDraft,
    reworder: reworder ?? (() => '{"wordings":[]}'),
  };
  const citer = createCiter();
  const claude: Claude = Object.assign(
    await createStandIn({
      ...options,
      answer: prompt =>
        answer(claude, citer, { ...prompt, schema: prompt.schema ?? findSchemaInWords(prompt) }),
      routeOf: schema =>
        isVerdictSchema(schema)
          ? 'verdict'
          : isCiteSchema(schema)
            ? 'cite'
            : isRewordSchema(schema)
              ? 'reword'
              : null,
    }),
    roles,
  );
  return claude;
}

/** The schema that the last words of a prompt ask for; null for an answer in words. */
function findSchemaInWords({ blocks }: ReceivedPrompt): unknown {
  const [, schema] = /JSON schema:\n(\{.*\})$/s.exec(blocks.at(-1) ?? '') ?? [];
  return schema === undefined ? null : JSON.parse(schema);
}

/** The answer in a prompt for its editor; null in any other prompt. */
export function findDraft(prompt: string): string | null {
  const draft = /^<draft>\n([\s\S]*?)\n<\/draft>$/m.exec(prompt)?.[1];
  return draft === undefined ? null : unescapeText(draft);
}

function isCiteSchema(schema: unknown): boolean {
  return (JSON.stringify(schema) ?? '').includes('"headings"');
}

function isRewordSchema(schema: unknown): boolean {
  return (JSON.stringify(schema) ?? '').includes('"wordings"');
}

async function answer(
  { writer, judge, editor, reworder }: Roles,
  citer: ReturnType<typeof createCiter>,
  prompt: ReceivedPrompt,
): Promise<string | null> {
  const schema = JSON.stringify(prompt.schema) ?? '';
  // The stand-in knows of no decision that replaces another.
  if (schema.includes('"comparisons"')) return '{"comparisons":[]}';
  if (isRewordSchema(prompt.schema)) return reworder(prompt.text);
  if (isCiteSchema(prompt.schema)) return citer.cite(prompt.text);
  if (!isVerdictSchema(prompt.schema)) {
    const edited = editor(prompt.text);
    if (edited !== null) return edited;
    const written = await writer(prompt);
    if (written === null) return null;
    return prompt.schema === null ? citer.toText(written) : toAnswerText(written, prompt.text);
  }
  const verdicts = await judge(prompt);
  return typeof verdicts === 'string' ? verdicts : JSON.stringify({ verdicts });
}
