export type { Fault } from './claude/conditions/faults.ts';
export type { Lack } from './claude/conditions/lacks.ts';
export { createModel } from './claude/models.ts';
export { type Claude, type ClaudeOptions, createClaude } from './claude/server.ts';
export type { ReceivedPrompt } from './claude/state.ts';
export { countTokens } from './claude/tokens.ts';
