import type Anthropic from '@anthropic-ai/sdk';
import type { Diagnosis } from '../../errors.ts';
import { type ClaudeAddress, createClaudeClient } from './client.ts';
import { type ModelSetting, toAdvice, toFailure } from './failure.ts';
import { addTokens, isReported } from './prices.ts';

const topic = 'Claude';
const schema = {
  type: 'object',
  properties: { greeting: { type: 'string' } },
  required: ['greeting'],
  additionalProperties: false,
} as const;
const greet = { role: 'user', content: 'Greet me in one word.' } as const;
const name = 'greet';

/** A model may be loaded into memory first, and may think. */
const withinMs = 120_000;
const maxTokens = 2_000;

/** Finds out with two short calls what a model can do that nobody describes. */
export async function probeModel(
  address: ClaudeAddress,
  model: string,
  setting: ModelSetting,
): Promise<readonly Diagnosis[]> {
  const client = createClaudeClient(address);
  const ask = async (more: Partial<Anthropic.MessageCreateParams>) => {
    const body = { model, max_tokens: maxTokens, messages: [greet], ...more };
    try {
      return await client.messages
        .stream(body as Anthropic.MessageStreamParams, { signal: AbortSignal.timeout(withinMs) })
        .finalMessage();
    } catch (error) {
      return toFailure(error);
    }
  };
  const schemed = await ask({ output_config: { format: { type: 'json_schema', schema } } });
  const called = await ask({
    tools: [{ name, description: 'Greets.', input_schema: { ...schema, required: [...schema.required] } }],
    tool_choice: { type: 'tool', name },
  });
  const failed = [schemed, called].find(each => 'reason' in each && each.reason !== 'request_refused');
  if (failed && 'reason' in failed) {
    const advice = toAdvice(failed, model, setting, address.variables);
    const text = advice ?? `${model} did not answer (${failed.reason}, status ${failed.status ?? 'none'}).`;
    return [{ level: 'problem', topic, text }];
  }
  const tell = (is: boolean, yes: string, no: string): Diagnosis => ({
    level: is ? 'ok' : 'warning',
    topic,
    text: `${model} ${is ? yes : no}`,
  });
  const reports = [schemed, called].some(
    each => 'usage' in each && each.usage && isReported(addTokens(null, each.usage), true),
  );
  return [
    tell(
      isGreeting(toText(schemed)),
      'follows a schema (structured output).',
      'does not follow a schema (structured output), so it is asked to call a tool, or for JSON in words.',
    ),
    tell(
      'content' in called && called.content.some(each => each.type === 'tool_use' && isGreeting(each.input)),
      'calls a tool that it has to call.',
      'does not call a tool that it has to call. Without structured output, it is asked for JSON in words.',
    ),
    tell(reports, 'reports its tokens.', 'reports no tokens, so costs and caps rest on estimates.'),
  ];
}

function toText(answer: object): unknown {
  if (!('content' in answer)) return null;
  const { content } = answer as Anthropic.Message;
  try {
    return JSON.parse(content.map(each => (each.type === 'text' ? each.text : '')).join(''));
  } catch {
    return null;
  }
}

function isGreeting(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'greeting' in value;
}
