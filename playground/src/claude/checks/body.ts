import { ClaudeError, refuse } from '../errors.ts';

/** 32 MB, the API's limit for a request. */
const MOST_BODY_BYTES = 32 * 1024 * 1024;

/** Reads a request's bytes as strict JSON without lone surrogates, even as escapes. */
export function parseBody(bytes: Uint8Array, mostBytes = MOST_BODY_BYTES): unknown {
  if (bytes.byteLength > mostBytes) {
    throw new ClaudeError(413, `Request exceeds the maximum size of ${mostBytes / 1024 / 1024} MB`);
  }
  const text = readUtf8(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refuse('', `The request body is not valid JSON: ${error instanceof Error ? error.message : ''}`);
  }
  const at = findLoneSurrogate(text);
  if (at !== null) {
    throw refuse(
      '',
      `The request body is not valid JSON: no low surrogate in string: line 1 column ${at + 1} (char ${at})`,
    );
  }
  return value;
}

function readUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw refuse('', `The request body is not valid UTF-8: ${error instanceof Error ? error.message : ''}`);
  }
}

const escaped = /\\(?:u([0-9a-fA-F]{4})|.)/gs;

/** The position of an escaped lone surrogate; UTF-8 itself cannot contain one. */
function findLoneSurrogate(json: string): number | null {
  let highAt: number | null = null;
  let highEnd = -1;
  for (const match of json.matchAll(escaped)) {
    const unit = match[1] === undefined ? 0 : Number.parseInt(match[1], 16);
    const isLow = unit >= 0xdc00 && unit <= 0xdfff;
    const isPaired = isLow && highAt !== null && match.index === highEnd;
    if (highAt !== null && !isPaired) return highAt;
    if (isLow && !isPaired) return match.index;
    highAt = unit >= 0xd800 && unit <= 0xdbff ? match.index : null;
    highEnd = match.index + match[0].length;
  }
  return highAt;
}
