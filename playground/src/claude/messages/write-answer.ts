import { assignByName } from '../../../../demo/claude/assign-by-name.ts';
import { isVerdictSchema } from '../../../../demo/claude/judge.ts';
import { type ReceivedPrompt, toAnswerText } from '../../../../demo/claude/writer.ts';
import { createId } from '../../random.ts';
import { type Answer, toAnswer } from '../answer.ts';
import type { CheckedRequest } from '../checks/request.ts';
import type { Fault } from '../conditions/faults.ts';
import type { AnswerHead, ServiceTier } from '../message.ts';
import type { ClaudeState } from '../state.ts';

/** The properties of an answer before the model writes anything. */
export function toHead(state: ClaudeState, request: CheckedRequest, tier: ServiceTier): AnswerHead {
  return {
    id: createId(state.random, 'msg'),
    model: request.model.info.id,
    input: state.cache.look(request),
    tier,
  };
}

/** Lets the writer answer a request, or the judge if it asks for verdicts. */
export async function write(
  state: ClaudeState,
  request: CheckedRequest,
  faults: readonly Fault[],
): Promise<Answer> {
  // A request without output tokens only fills the cache.
  const written = request.maxTokens === 0 ? '' : await say(state, request);
  return toAnswer(written, request, faults, state.random);
}

async function say(state: ClaudeState, request: CheckedRequest): Promise<string> {
  const prompt = toPrompt(request);
  const schema = JSON.stringify(request.schema) ?? '';
  // The stand-in knows of no decision that replaces another.
  if (schema.includes('"comparisons"')) return '{"comparisons":[]}';
  if (schema.includes('"assignments"')) return JSON.stringify({ assignments: assignByName(prompt.text) });
  if (!isVerdictSchema(request.schema)) return toAnswerText(await state.writer(prompt));
  const verdicts = await state.judge(prompt);
  return typeof verdicts === 'string' ? verdicts : JSON.stringify({ verdicts });
}

function toPrompt({ modelName, parts, schema, maxTokens }: CheckedRequest): ReceivedPrompt {
  const texts = (role: string) =>
    parts.filter(part => part.role === role && part.type === 'text').map(({ text }) => text);
  const blocks = texts('user');
  return {
    model: modelName,
    system: texts('system').join('\n'),
    blocks,
    text: blocks.join('\n'),
    schema,
    maxTokens,
  };
}
