import type { EngineRequest } from '../../app/ports.ts';
import { toClaudeRequests } from './engine.ts';
import { usualFacts } from './models/model-facts.ts';
import type { ClaudeRequest } from './request.ts';

/**
 * What would be sent to Claude, written for a person: each call's settings, then its texts word for word. Nothing is
 * sent, so a setting that the model turns out not to take is still in it.
 */
export function toShownPrompt(request: EngineRequest, model: string, baseUrl: string): string {
  const calls = toClaudeRequests(request, { model, facts: usualFacts });
  return calls.map((call, index) => toShownCall(call, index + 1, calls.length, baseUrl)).join('\n');
}

/** The same as JSON: the bodies of the calls, as they would go over the wire. */
export function toPromptBodies(request: EngineRequest, model: string): string {
  return `${JSON.stringify(toClaudeRequests(request, { model, facts: usualFacts }), null, 2)}\n`;
}

function toShownCall(
  { system, messages, ...settings }: ClaudeRequest,
  number: number,
  count: number,
  baseUrl: string,
): string {
  const blocks = messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
  const [conversation, task] = blocks.map(block => (block.type === 'text' ? block.text : ''));
  return `POST ${baseUrl}/v1/messages${count > 1 ? ` (call ${number} of ${count})` : ''}

--- settings; what the model says it does not take is left out ---
${JSON.stringify(settings)}

--- system ---
${typeof system === 'string' ? system : ''}

--- conversation ---
${conversation}

--- task ---
${task}
`;
}
