import type { EngineRequest } from '../../app/ports.ts';
import type { Window } from '../../core/windows/window.ts';
import { toClaudeRequests } from './engine.ts';
import { toWindowRequests } from './long/window-writer.ts';
import { defaultFacts } from './models/model-facts.ts';
import type { ClaudeRequest } from './request.ts';

/** Who would be asked: the writing model about everything, or the small one about each window. */
export type ShownModels = {
  readonly model: string;
  readonly smallModel: string;
  /** Empty where one call reads everything. */
  readonly windows: readonly Window[];
};

/**
 * What would be sent to Claude, written for a person: each call's settings, then its texts word for word. Nothing is
 * sent, so a setting that the model turns out not to take is still in it.
 */
export function toShownPrompt(request: EngineRequest, models: ShownModels, baseUrl: string): string {
  const calls = toCalls(request, models);
  return calls.map((call, index) => toShownCall(call, index + 1, calls.length, baseUrl)).join('\n');
}

/** The same as JSON: the bodies of the calls, as they would go over the wire. */
export function toPromptBodies(request: EngineRequest, models: ShownModels): string {
  return `${JSON.stringify(toCalls(request, models), null, 2)}\n`;
}

function toCalls(
  request: EngineRequest,
  { model, smallModel, windows }: ShownModels,
): readonly ClaudeRequest[] {
  return windows.length === 0
    ? toClaudeRequests(request, { model, facts: defaultFacts })
    : windows.flatMap(window =>
        toWindowRequests({ ...request, window }, { model: smallModel, facts: defaultFacts }),
      );
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
