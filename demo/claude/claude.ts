import {
  type ClaudeOptions as BaseOptions,
  createClaude as createStandIn,
  type ReceivedPrompt,
  type Claude as StandIn,
} from '@footnote/playground/claude';
import { toFields } from './conversation.ts';
import { isVerdictSchema, type ScriptedJudge } from './judge.ts';
import { createScriptedJudge } from './scripted-judge.ts';
import { createScriptedWriter } from './scripted-writer.ts';
import { toAnswerText, type Writer } from './writer.ts';

/** An assignment of a claim to a topic, in the shape of the schema. */
type WrittenAssignment = { readonly claim: number; readonly matter: string; readonly topic: number };

/** The stand-in takes claims with the same name for one topic, and any other claim for one of its own. */
function assignByName(prompt: string): readonly WrittenAssignment[] {
  const [known = '', added = ''] = prompt.split('</topics>');
  const names = new Map<string, number>();
  let next = 1;
  for (const topic of known.split(/<topic n="\d+">/).slice(1)) {
    for (const { name } of parseClaims(topic)) names.set(name, next);
    next += 1;
  }
  return parseClaims(added).map(({ number, name }) => {
    const topic = (name === '' ? undefined : names.get(name)) ?? next++;
    names.set(name, topic);
    return { claim: number, matter: name, topic };
  });
}

function parseClaims(text: string) {
  return [...text.matchAll(/<claim((?:\s+[a-z]+="[^"]*")*)>/g)].map(([, written = '']) => {
    const fields = toFields(written);
    return { number: Number(fields.get('n')), name: (fields.get('name') ?? '').toLowerCase() };
  });
}

type Roles = {
  /** Answers prompts for a draft; default: reads the conversation in the prompt. */
  writer: Writer;
  /** Answers prompts for verdicts; default: compares words. */
  judge: ScriptedJudge;
};

export type ClaudeOptions = Omit<BaseOptions, 'answer' | 'routeOf'> & Partial<Readonly<Roles>>;

/** A running stand-in for Claude that knows our prompts. Its roles may be replaced at any time. */
export type Claude = Omit<StandIn, 'answer'> & Roles;

/** Starts a stand-in for Claude on 127.0.0.1. Faults for `verdict` are for the judge, and others for the writer. */
export async function createClaude({ writer, judge, ...options }: ClaudeOptions = {}): Promise<Claude> {
  const roles = { writer: writer ?? createScriptedWriter(), judge: judge ?? createScriptedJudge() };
  const claude: Claude = Object.assign(
    await createStandIn({
      ...options,
      answer: prompt => answer(claude, prompt),
      routeOf: schema => (isVerdictSchema(schema) ? 'verdict' : null),
    }),
    roles,
  );
  return claude;
}

async function answer({ writer, judge }: Roles, prompt: ReceivedPrompt): Promise<string> {
  const schema = JSON.stringify(prompt.schema) ?? '';
  // The stand-in knows of no decision that replaces another.
  if (schema.includes('"comparisons"')) return '{"comparisons":[]}';
  if (schema.includes('"assignments"')) return JSON.stringify({ assignments: assignByName(prompt.text) });
  if (!isVerdictSchema(prompt.schema)) return toAnswerText(await writer(prompt));
  const verdicts = await judge(prompt);
  return typeof verdicts === 'string' ? verdicts : JSON.stringify({ verdicts });
}
