import { type Fields, isFields } from '../checks/fields.ts';
import { ClaudeError, refuse } from '../errors.ts';

/**
 * What another server that speaks this API lacks. `models`: it describes none, takes any name and lets tools be forced, and
 * with `errors` it says so in a plain text;
 * `format` and `tool_choice` are ignored; `usage`: it reports zero tokens; the others are refused in the words of
 * Anthropic's gateways and of Ollama.
 */
export type Lack =
  | 'models'
  | 'errors'
  | 'output_config'
  | 'format'
  | 'thinking'
  | 'caching'
  | 'tools'
  | 'tool_choice'
  | 'usage';

/** A body as such a server reads it; throws its refusals. */
export function applyLacks(body: unknown, lacks: readonly Lack[]): unknown {
  if (!isFields(body) || lacks.length === 0) return body;
  const { output_config: output, tool_choice: choice, ...rest } = body;
  const isLacking = (lack: Lack) => lacks.includes(lack);
  const refuseAll = (what: string) =>
    new ClaudeError(400, `"${String(body['model'])}" does not support ${what}`);
  if (isLacking('output_config') && output !== undefined)
    throw refuse('output_config', 'Extra inputs are not permitted');
  if (isLacking('thinking') && (body['thinking'] !== undefined || (isFields(output) && 'effort' in output)))
    throw refuseAll('thinking');
  if (isLacking('tools') && body['tools'] !== undefined) throw refuseAll('tools');
  for (const [part, path] of [
    ['system', 'system.0'],
    ['messages', 'messages.0.content.0'],
  ] as const)
    if (isLacking('caching') && JSON.stringify(body[part] ?? '').includes('"cache_control"'))
      throw refuse(`${path}.cache_control`, 'Extra inputs are not permitted');
  return {
    ...rest,
    ...(output !== undefined && { output_config: isLacking('format') ? withoutFormat(output) : output }),
    ...(choice !== undefined && !isLacking('tool_choice') && { tool_choice: choice }),
  };
}

function withoutFormat(output: unknown): Fields {
  const { format: _ignored, ...rest } = isFields(output) ? output : {};
  return rest;
}
