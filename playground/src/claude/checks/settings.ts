import { refuse } from '../errors.ts';
import type { ClaudeModel, Effort, ThinkingDisplay } from '../models.ts';
import { isFields, readFields, readInteger, readList, readOneOf, readText, refuseOthers } from './fields.ts';
import { checkSchema } from './schema.ts';

/** Whether the model thinks before it answers, and how much of that is shown. */
export type Thinking = { readonly isOn: boolean; readonly display: ThinkingDisplay };

type OutputSettings = {
  readonly effort: Effort;
  /** The schema of `output_config.format`; null for plain text. */
  readonly schema: unknown;
};

const efforts = ['low', 'medium', 'high', 'xhigh', 'max'] as const;

/** Reads `output_config` and checks it against the model's capabilities. */
export function readOutputConfig(value: unknown, model: ClaudeModel): OutputSettings {
  const config = value === undefined || value === null ? {} : readFields(value, 'output_config');
  refuseOthers(config, ['effort', 'format'], 'output_config');
  return { effort: readEffort(config['effort'], model), schema: readFormat(config['format']) };
}

function readEffort(value: unknown, model: ClaudeModel): Effort {
  if (value === undefined || value === null) return model.defaultEffort;
  const effort = readOneOf(value, efforts, 'output_config.effort');
  const support = model.info.capabilities?.effort;
  if (!support?.supported)
    throw refuse('output_config.effort', 'This model does not support the effort parameter.');
  if (!support[effort]?.supported)
    throw refuse('output_config.effort', `This model does not support effort level '${effort}'.`);
  return effort;
}

function readFormat(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  const format = readFields(value, 'output_config.format');
  refuseOthers(format, ['type', 'schema'], 'output_config.format');
  readOneOf(format['type'], ['json_schema'], 'output_config.format.type');
  if (format['schema'] === undefined) throw refuse('output_config.format.schema', 'Field required');
  checkSchema(format['schema']);
  return format['schema'];
}

/** Reads `thinking`; without it, models that think by default do so. */
export function readThinking(value: unknown, model: ClaudeModel, effort: Effort): Thinking {
  const types = model.info.capabilities?.thinking.types;
  const display = model.defaultDisplay;
  if (value === undefined) return { isOn: types?.adaptive.supported ?? false, display };
  const thinking = readFields(value, 'thinking');
  const type = readOneOf(
    thinking['type'],
    ['adaptive', 'between_tools', 'disabled', 'enabled'],
    'thinking.type',
  );
  if (!types?.[type].supported) {
    const instead = types?.adaptive.supported
      ? ' Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.'
      : '';
    throw refuse('', `"thinking.type.${type}" is not supported for this model.${instead}`);
  }
  if (type === 'between_tools' || type === 'disabled') {
    refuseOthers(thinking, ['type'], 'thinking');
    if (effort === 'xhigh' || effort === 'max')
      throw refuse('thinking', `thinking cannot be turned off with effort '${effort}'`);
    return { isOn: false, display };
  }
  refuseOthers(thinking, ['type', 'display', ...(type === 'enabled' ? ['budget_tokens'] : [])], 'thinking');
  if (type === 'enabled') readInteger(thinking['budget_tokens'], 'thinking.budget_tokens', 1024);
  const shown = thinking['display'];
  return {
    isOn: true,
    display:
      shown === undefined || shown === null
        ? display
        : readOneOf(shown, ['omitted', 'summarized'], 'thinking.display'),
  };
}

/** A tool that the model has to call. */
export type ForcedTool = { readonly name: string; readonly schema: unknown };

/** Refuses tools without a name or schema, and, of most models, a choice that forces one; else returns that one. */
export function readForcedTool(tools: unknown, choice: unknown, model: ClaudeModel): ForcedTool | null {
  if (tools !== undefined) {
    for (const [index, each] of readList(tools, 'tools').entries()) {
      const tool = readFields(each, `tools.${index}`);
      readText(tool['name'], `tools.${index}.name`);
      if (tool['type'] === undefined || tool['type'] === 'custom')
        readFields(tool['input_schema'], `tools.${index}.input_schema`);
    }
  }
  if (choice === undefined) return null;
  const { type: kind, name } = readFields(choice, 'tool_choice');
  const type = readOneOf(kind, ['auto', 'none', 'any', 'tool'], 'tool_choice.type');
  if (type === 'auto' || type === 'none') return null;
  if (!model.takesForcedTools)
    throw refuse('tool_choice', `type '${type}' is not supported for this model: tool use cannot be forced`);
  const all = readList(tools, 'tools').filter(isFields);
  const tool = all.find(each => type === 'any' || each['name'] === name);
  if (tool === undefined) throw refuse('tool_choice', `Tool '${String(name)}' not found in provided tools`);
  return { name: String(tool['name']), schema: tool['input_schema'] };
}

/** Refuses citations with structured output, anywhere in the messages. */
export function refuseCitations(messages: unknown): void {
  const isAsking = (node: unknown): boolean => {
    if (Array.isArray(node)) return node.some(isAsking);
    if (!isFields(node)) return false;
    const { citations } = node;
    if (isFields(citations) && citations['enabled'] === true) return true;
    return isAsking(node['content']);
  };
  if (isAsking(messages))
    throw refuse('output_config.format', 'citations are not supported together with structured outputs');
}
