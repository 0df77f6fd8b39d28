import { refuse } from '../errors.ts';
import { type Fields, readFields, readList, readOneOf, readText, refuseOthers } from './fields.ts';

const lives = ['5m', '1h'] as const;
/** The lifetime of a cached prefix. */
export type CacheLife = (typeof lives)[number];

/** One piece of a prompt in the order in which the model reads it. */
export type PromptPart = {
  readonly role: 'tools' | 'system' | 'user' | 'assistant';
  readonly type: string;
  readonly text: string;
  /** Set if it ends with a cache breakpoint. */
  readonly cache: CacheLife | null;
};

/** Reads a `cache_control` and returns its lifetime; refuses an invalid one. */
export function readCacheControl(value: unknown, path: string): CacheLife | null {
  if (value === undefined || value === null) return null;
  const control = readFields(value, path);
  refuseOthers(control, ['type', 'ttl'], path);
  readOneOf(control['type'], ['ephemeral'], `${path}.type`);
  return control['ttl'] === undefined ? '5m' : readOneOf(control['ttl'], lives, `${path}.ttl`);
}

const tags = [
  'document',
  'image',
  'redacted_thinking',
  'search_result',
  'text',
  'thinking',
  'tool_result',
  'tool_use',
];

/** Reads one content block; the contents of a document or tool result are taken as JSON. */
function readBlock(value: unknown, path: string, role: PromptPart['role']): PromptPart {
  const block = readFields(value, path);
  const { type } = block;
  if (type === undefined) throw refuse(`${path}.type`, 'Field required');
  if (typeof type !== 'string' || !tags.includes(type)) {
    const expected = tags.map(tag => `'${tag}'`).join(', ');
    throw refuse(
      path,
      `Input tag '${String(type)}' found using 'type' does not match any of the expected tags: ${expected}`,
    );
  }
  const cache = readCacheControl(block['cache_control'], `${path}.cache_control`);
  if (type === 'text') return { role, type, text: readBlockText(block, path), cache };
  if (cache !== null && type.endsWith('thinking'))
    throw refuse(`${path}.cache_control`, 'Extra inputs are not permitted');
  if (type === 'image') return { role, type, text: toImageText(block, path), cache };
  if (type === 'document') readFields(block['source'], `${path}.source`);
  const { cache_control: _control, ...content } = block;
  return { role, type, text: JSON.stringify(content), cache };
}

const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];
/** The API makes larger pictures smaller, to about this many tokens. */
const MOST_IMAGE_TOKENS = 1_600;
const PIXELS_PER_TOKEN = 750;

/** As many tokens of text as a picture takes; of a PNG, its size is in its header. */
function toImageText(block: Fields, path: string): string {
  const source = readFields(block['source'], `${path}.source`);
  readOneOf(source['type'], ['base64'], `${path}.source.type`);
  const type = readOneOf(source['media_type'], imageTypes, `${path}.source.media_type`);
  const data = Buffer.from(readText(source['data'], `${path}.source.data`), 'base64');
  if (data.length === 0) throw refuse(`${path}.source.data`, 'image cannot be empty');
  const isPng = type === 'image/png' && data.length >= 24;
  const pixels = isPng ? data.readUInt32BE(16) * data.readUInt32BE(20) : Number.POSITIVE_INFINITY;
  const tokens = Math.max(1, Math.min(MOST_IMAGE_TOKENS, Math.ceil(pixels / PIXELS_PER_TOKEN)));
  return '\u56fe'.repeat(tokens);
}

function readBlockText(block: Fields, path: string): string {
  refuseOthers(block, ['type', 'text', 'cache_control', 'citations'], path);
  const text = readText(block['text'], `${path}.text`);
  const where = path.split('.')[0] ?? path;
  if (text === '') throw refuse(where, 'text content blocks must be non-empty');
  if (text.trim() === '') throw refuse(where, 'text content blocks must contain non-whitespace text');
  return text;
}

/** Reads `system`: a string, or text blocks. */
export function readSystem(value: unknown): readonly PromptPart[] {
  if (value === undefined) return [];
  if (typeof value === 'string')
    return value === '' ? [] : [{ role: 'system', type: 'text', text: value, cache: null }];
  return readList(value, 'system').map((each, index) => {
    const part = readBlock(each, `system.${index}`, 'system');
    if (part.type !== 'text') throw refuse(`system.${index}.type`, "Input should be 'text'");
    return part;
  });
}

/** Reads `messages`: turns of the user and the model; the last is the user's. */
export function readMessages(value: unknown): readonly PromptPart[] {
  const messages = readList(value, 'messages');
  if (messages.length === 0) throw refuse('messages', 'at least one message is required');
  if (messages.length > 100_000) throw refuse('messages', 'at most 100,000 messages are allowed');
  const parts = messages.flatMap((each, index) => readMessage(each, `messages.${index}`));
  if (parts.at(-1)?.role === 'assistant') {
    throw refuse(
      '',
      'This model does not support assistant message prefill. The conversation must end with a user message.',
    );
  }
  return parts;
}

function readMessage(value: unknown, path: string): readonly PromptPart[] {
  const message = readFields(value, path);
  refuseOthers(message, ['role', 'content'], path);
  const role = readOneOf(message['role'], ['user', 'assistant', 'system'], `${path}.role`);
  const { content } = message;
  if (typeof content === 'string') {
    if (content.trim() === '') throw refuse(path, `${role} messages must have non-empty content`);
    return [{ role, type: 'text', text: content, cache: null }];
  }
  const blocks = readList(content, `${path}.content`);
  if (blocks.length === 0) throw refuse(path, `${role} messages must have non-empty content`);
  return blocks.map((block, index) => readBlock(block, `${path}.content.${index}`, role));
}

/** Refuses more than four breakpoints, and a long-lived one after a short-lived one. */
export function checkBreakpoints(parts: readonly PromptPart[], automatic: CacheLife | null): void {
  const marked = parts.flatMap(({ cache }) => cache ?? []);
  const count = marked.length + (automatic === null ? 0 : 1);
  if (count > 4)
    throw refuse('', `A maximum of 4 blocks with cache_control may be provided. Found ${count}.`);
  const firstShort = marked.indexOf('5m');
  if (firstShort >= 0 && marked.lastIndexOf('1h') > firstShort)
    throw refuse('cache_control.ttl', "a ttl='1h' block must not come after a ttl='5m' block");
}
