export const checkBodyTaskName = 'check-body';

/** In UTF-16 units: room for 100 statements, and parsed within 50 ms also if all of it is unknown fields. */
const longestRequest = 250_000;
/** A request with more has unknown ones among the first, for which it is refused: listing thousands takes long. */
const mostFields = 20;

export type SplitCheckBody = {
  /** The request as JSON, with an empty list in place of a conversation; empty if it cannot be parsed, null if too long. */
  readonly request: string | null;
  readonly conversation: Uint8Array<ArrayBuffer> | null;
};

/** Splits a request from its conversation: parsing both together would block the event loop. */
export async function* checkBodyTask(body: ArrayBuffer): AsyncGenerator<SplitCheckBody, void, undefined> {
  yield splitCheckBody(body);
}

export function splitCheckBody(body: ArrayBuffer): SplitCheckBody {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    const { conversation, ...rest } = Object(value) as { readonly conversation?: unknown };
    const hasOne = conversation !== undefined;
    const request = JSON.stringify(
      hasOne ? { ...Object(withoutMany(rest)), conversation: [] } : withoutMany(value),
    );
    return {
      request: request.length > longestRequest ? null : request,
      conversation: hasOne ? new TextEncoder().encode(JSON.stringify(conversation)) : null,
    };
  } catch {
    return { request: '', conversation: null };
  }
}

function withoutMany(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).slice(0, mostFields));
}
