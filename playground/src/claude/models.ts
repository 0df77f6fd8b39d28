import type { ModelInfo, ModelLine } from '@anthropic-ai/sdk/resources/models';
import { ClaudeError } from './errors.ts';

export type Effort = 'low' | 'medium' | 'high' | 'xhigh' | 'max';
export type ThinkingDisplay = 'omitted' | 'summarized';

/** A model: what the API says about it, and what it does not. */
export type ClaudeModel = {
  readonly info: ModelInfo;
  /** Its other names. */
  readonly aliases: readonly string[];
  /** Shorter prompts are never cached. */
  readonly cacheMinimumTokens: number;
  readonly defaultEffort: Effort;
  readonly defaultDisplay: ThinkingDisplay;
  /** Whether `tool_choice` may force a tool. */
  readonly takesForcedTools: boolean;
};

/** The options that differ between models. */
type ModelOptions = {
  readonly id: string;
  readonly name: string;
  readonly line: ModelLine;
  readonly releasedAt: string;
  readonly aliases?: readonly string[];
  /** Default 1,000,000. */
  readonly contextTokens?: number;
  /** Default 128,000. */
  readonly outputTokens?: number;
  /** The accepted values of `thinking.type`; default `adaptive`. */
  readonly thinking?: readonly ('adaptive' | 'between_tools' | 'disabled' | 'enabled')[];
  /** Default all five; empty for a model without effort. */
  readonly efforts?: readonly Effort[];
  readonly defaultEffort?: Effort;
  readonly defaultDisplay?: ThinkingDisplay;
  readonly lifecycle?: ModelInfo['lifecycle'];
  readonly deprecatedAt?: string;
  readonly retiresAt?: string;
  readonly cacheMinimumTokens?: number;
  readonly takesForcedTools?: boolean;
};

const allEfforts = ['low', 'medium', 'high', 'xhigh', 'max'] as const satisfies readonly Effort[];

/** Creates a model; tests create one with a small context or another lifecycle. */
export function createModel(options: ModelOptions): ClaudeModel {
  const { thinking = ['adaptive'], efforts = allEfforts } = options;
  const yes = { supported: true };
  const accepts = (type: (typeof thinking)[number]) => ({ supported: thinking.includes(type) });
  const reaches = (effort: Effort) => ({ supported: efforts.includes(effort) });
  return {
    aliases: options.aliases ?? [],
    cacheMinimumTokens: options.cacheMinimumTokens ?? 512,
    defaultEffort: options.defaultEffort ?? 'high',
    defaultDisplay: options.defaultDisplay ?? 'omitted',
    takesForcedTools: options.takesForcedTools ?? false,
    info: {
      id: options.id,
      type: 'model',
      display_name: options.name,
      created_at: options.releasedAt,
      line: options.line,
      lifecycle: options.lifecycle ?? 'active',
      deprecated_at: options.deprecatedAt ?? null,
      retires_at: options.retiresAt ?? null,
      max_input_tokens: options.contextTokens ?? 1_000_000,
      max_tokens: options.outputTokens ?? 128_000,
      capabilities: {
        batch: yes,
        citations: yes,
        code_execution: yes,
        context_management: {
          supported: true,
          clear_thinking_20251015: yes,
          clear_tool_uses_20250919: yes,
          compact_20260112: yes,
        },
        effort: {
          supported: efforts.length > 0,
          low: reaches('low'),
          medium: reaches('medium'),
          high: reaches('high'),
          xhigh: reaches('xhigh'),
          max: reaches('max'),
        },
        image_input: yes,
        pdf_input: yes,
        server_tools: { supported: true, code_execution: yes, web_search: yes },
        structured_outputs: yes,
        thinking: {
          supported: thinking.some(type => type === 'adaptive' || type === 'enabled'),
          types: {
            adaptive: accepts('adaptive'),
            between_tools: accepts('between_tools'),
            disabled: accepts('disabled'),
            enabled: accepts('enabled'),
          },
        },
      },
    },
  };
}

/** The models of late 2026, newest first, with limits and settings from their pages and migration guides. */
export const defaultModels: readonly ClaudeModel[] = [
  createModel({
    id: 'claude-haiku-5-5',
    name: 'Claude Haiku 5.5',
    line: 'haiku',
    releasedAt: '2026-10-07T00:00:00Z',
    thinking: ['adaptive', 'disabled'],
    defaultEffort: 'medium',
  }),
  createModel({
    id: 'claude-sonnet-5-5',
    name: 'Claude Sonnet 5.5',
    line: 'sonnet',
    releasedAt: '2026-09-28T00:00:00Z',
    thinking: ['adaptive', 'between_tools'],
  }),
  createModel({
    id: 'claude-opus-5-5',
    name: 'Claude Opus 5.5',
    line: 'opus',
    releasedAt: '2026-09-22T00:00:00Z',
    defaultEffort: 'medium',
  }),
  createModel({
    id: 'claude-sonnet-5',
    name: 'Claude Sonnet 5',
    line: 'sonnet',
    releasedAt: '2026-06-30T00:00:00Z',
    thinking: ['adaptive', 'disabled'],
    cacheMinimumTokens: 1024,
  }),
  createModel({
    id: 'claude-haiku-4-5-20251001',
    name: 'Claude Haiku 4.5',
    line: 'haiku',
    releasedAt: '2025-10-01T00:00:00Z',
    aliases: ['claude-haiku-4-5'],
    contextTokens: 200_000,
    outputTokens: 64_000,
    thinking: ['enabled', 'disabled'],
    efforts: [],
    defaultDisplay: 'summarized',
    cacheMinimumTokens: 4096,
  }),
  createModel({
    id: 'claude-sonnet-4-5-20250929',
    name: 'Claude Sonnet 4.5',
    line: 'sonnet',
    releasedAt: '2025-09-29T00:00:00Z',
    aliases: ['claude-sonnet-4-5'],
    contextTokens: 200_000,
    outputTokens: 64_000,
    thinking: ['enabled', 'disabled'],
    efforts: [],
    defaultDisplay: 'summarized',
    lifecycle: 'deprecated',
    deprecatedAt: '2026-09-30T00:00:00Z',
    retiresAt: '2026-11-30T00:00:00Z',
    cacheMinimumTokens: 1024,
  }),
  createModel({
    id: 'claude-sonnet-4-20250514',
    name: 'Claude Sonnet 4',
    line: 'sonnet',
    releasedAt: '2025-05-14T00:00:00Z',
    aliases: ['claude-sonnet-4-0'],
    contextTokens: 200_000,
    outputTokens: 64_000,
    thinking: ['enabled', 'disabled'],
    efforts: [],
    lifecycle: 'retired',
    deprecatedAt: '2026-04-14T00:00:00Z',
    retiresAt: '2026-06-15T00:00:00Z',
    cacheMinimumTokens: 1024,
  }),
];

function isNamed({ info, aliases }: ClaudeModel, name: string): boolean {
  return info.id === name || aliases.includes(name);
}

/** A model by its id or alias, even if retired. */
export function readModel(models: readonly ClaudeModel[], name: string): ModelInfo {
  const found = models.find(model => isNamed(model, name));
  if (!found) throw new ClaudeError(404, `model: ${name}`);
  return found.info;
}

/** A model of another server. */
export function createOtherModel(id: string): ClaudeModel {
  return createModel({
    id,
    name: id,
    line: 'sonnet',
    releasedAt: '2026-01-01T00:00:00Z',
    takesForcedTools: true,
  });
}

/** The model with this id or alias, unless it is retired. */
export function findCallableModel(models: readonly ClaudeModel[], name: string): ClaudeModel {
  const found = models.find(model => isNamed(model, name));
  if (!found || found.info.lifecycle === 'retired') throw new ClaudeError(404, `model: ${name}`);
  return found;
}
