import type Anthropic from '@anthropic-ai/sdk';
import { createTimeLimit } from '../call/time-limit.ts';
import { type ClaudeRequest, toPromptText } from '../request.ts';
import type { ModelFacts } from './model-facts.ts';

const countWithinMs = 10_000;

/** No language has fewer characters per token. */
const fewestCharactersPerToken = 1;

/**
 * Whether a prompt is longer than the model's context. Only prompts that may be are counted by the API, which is free;
 * if counting fails, the call is tried.
 */
export async function isTooLong(
  [request]: readonly ClaudeRequest[],
  { client, facts }: { readonly client: Anthropic; readonly facts: ModelFacts },
  signal: AbortSignal,
): Promise<boolean> {
  const { maxInputTokens } = facts;
  if (request === undefined || maxInputTokens === null) return false;
  const room = maxInputTokens - request.max_tokens;
  if (toPromptText(request).length / fewestCharactersPerToken <= room) return false;
  const { model, system, messages, thinking, output_config } = request;
  try {
    const { input_tokens } = await client.messages.countTokens(
      {
        model,
        messages,
        ...(system !== undefined && { system }),
        ...(thinking !== undefined && { thinking }),
        ...(output_config !== undefined && { output_config }),
      },
      { signal: createTimeLimit(signal, countWithinMs).signal },
    );
    return input_tokens > room;
  } catch {
    // The call itself will report the problem.
    return false;
  }
}
