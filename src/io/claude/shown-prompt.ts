import type { EngineRequest } from '../../app/ports.ts';
import type { Window } from '../../core/windows/window.ts';
import { toAnswerRequest } from './engine.ts';
import { defaultFacts } from './models.ts';
import type { ClaudeRequest } from './request.ts';
import { toWindowRequest } from './window-writer.ts';

type ShownModels = {
  readonly model: string;
  readonly smallModel: string;
  /** Empty if one call can read everything. */
  readonly windows: readonly Window[];
};

const laterCalls =
  '--- later calls depend on the answer: docs/prompts.md has their texts. They name the messages behind each line, judge the lines, and repair some ---';

/** The first calls to Claude, for a person to read. Nothing is sent, so settings may be included that the model does not accept. */
export function toShownPrompt(request: EngineRequest, models: ShownModels, baseUrl: string): string {
  const calls = toCalls(request, models);
  const shown = calls.map((call, index) => toShownCall(call, index + 1, calls.length, baseUrl)).join('\n');
  return `${shown}\n${laterCalls}\n`;
}

export function toPromptBodies(request: EngineRequest, models: ShownModels): string {
  return `${JSON.stringify(toCalls(request, models), null, 2)}\n`;
}

function toCalls(
  request: EngineRequest,
  { model, smallModel, windows }: ShownModels,
): readonly ClaudeRequest[] {
  return windows.length === 0
    ? [toAnswerRequest(request, { model, facts: defaultFacts })]
    : windows.map(window =>
        toWindowRequest({ ...request, window }, { model: smallModel, facts: defaultFacts }),
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

--- settings (options the model does not support are omitted) ---
${JSON.stringify(settings)}

--- system ---
${typeof system === 'string' ? system : ''}

--- conversation ---
${conversation}

--- task ---
${task}
`;
}
