import { createId } from '../../random.ts';
import { type Answer, toAnswer } from '../answer.ts';
import type { CheckedRequest } from '../checks/request.ts';
import type { Fault } from '../conditions/faults.ts';
import type { AnswerHead } from '../message.ts';
import type { ClaudeState, ReceivedPrompt } from '../state.ts';

/** The properties of an answer before the model writes anything. */
export function toHead(state: ClaudeState, request: CheckedRequest): AnswerHead {
  const input = state.cache.look(request);
  return {
    id: createId(state.random, 'msg'),
    model: request.model.info.id,
    input: state.lacks.includes('usage')
      ? { ...input, readTokens: 0, writtenTokens: 0, freshTokens: 0 }
      : input,
  };
}

/** Lets the model answer a request. */
export async function write(
  state: ClaudeState,
  request: CheckedRequest,
  faults: readonly Fault[],
): Promise<Answer> {
  // A request without output tokens only fills the cache.
  const written = request.maxTokens === 0 ? '' : await state.answer(toPrompt(request));
  const all = written === null ? [...faults, { kind: 'refusal' } as const] : faults;
  const answer = toAnswer(written ?? '', request, all, state.random);
  return state.lacks.includes('usage') ? { ...answer, outputTokens: 0 } : answer;
}

function toPrompt({ modelName, parts, schema, tool, maxTokens }: CheckedRequest): ReceivedPrompt {
  const texts = (role: string) =>
    parts.filter(part => part.role === role && part.type === 'text').map(({ text }) => text);
  const blocks = texts('user');
  return {
    model: modelName,
    system: texts('system').join('\n'),
    blocks,
    text: blocks.join('\n'),
    schema: tool?.schema ?? schema,
    maxTokens,
  };
}
