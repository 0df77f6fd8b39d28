/** The name of the task in the worker thread. */
export const checkBodyTaskName = 'check-body';

/** Of an uploaded conversation. */
export const mostMessages = 50_000;

/** In UTF-16 units: room for 100 statements, and parsed within 50 ms also if all of it is unknown fields. */
const longestRequest = 250_000;

export type SplitCheckBody = {
  /** The request as JSON, with a short list in place of a conversation, which is as right or wrong; null if too long or nested too deeply. */
  readonly request: string | null;
  /** The conversation, as JSON; null if there is none. */
  readonly conversation: Uint8Array<ArrayBuffer> | null;
};

/** Splits a request from its conversation: parsing both together would block the event loop. */
export async function* checkBodyTask(body: ArrayBuffer): AsyncGenerator<SplitCheckBody, void, undefined> {
  yield splitCheckBody(body);
}

export function splitCheckBody(body: ArrayBuffer): SplitCheckBody {
  try {
    return split(parse(new TextDecoder().decode(body)));
  } catch (error) {
    // Nested so deeply that it can be parsed, but not written.
    if (error instanceof RangeError) return { request: null, conversation: null };
    throw error;
  }
}

function split(value: unknown): SplitCheckBody {
  if (!isRecord(value) || !('conversation' in value))
    return { request: toRequest(value), conversation: null };
  const { conversation, ...rest } = value;
  return {
    request: toRequest({ ...rest, conversation: toStandIn(conversation) }),
    conversation: new TextEncoder().encode(JSON.stringify(conversation)),
  };
}

/** An invalid body stays invalid. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toRequest(value: unknown): string | null {
  const text = JSON.stringify(value) ?? '{';
  return text.length > longestRequest ? null : text;
}

/** As many messages as it takes to be refused for the same reason, or one. */
function toStandIn(conversation: unknown): unknown {
  if (!Array.isArray(conversation)) return toEmpty(conversation);
  const wrong = conversation.findIndex(message => !isRecord(message));
  const empty = { length: Math.min(wrong < 0 ? conversation.length : wrong, mostMessages + 1) };
  if (wrong >= 0) return [...Array.from(empty, () => ({})), toEmpty(conversation[wrong])];
  return Array.from(
    conversation.length > mostMessages ? empty : { length: Math.min(1, empty.length) },
    () => ({}),
  );
}

function toEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (isRecord(value)) return {};
  return typeof value === 'string' ? '' : value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
