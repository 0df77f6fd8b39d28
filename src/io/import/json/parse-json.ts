/** An unquoted number that may be too long for a JavaScript number; Discord ids are often written so. */
const longNumber = /[:[,]\s*\d{16,}/;

/** Parses JSON; a whole number too long for a JavaScript number becomes a string with all its digits. */
export function parseKeepingDigits(source: string): unknown {
  return restoreDigits(JSON.parse(source), source);
}

/** Restores the digits that long numbers lost in a value parsed from `source`. */
export function restoreDigits(value: unknown, source: string): unknown {
  if (!longNumber.test(source)) return value;
  try {
    return JSON.parse(source, keepDigits);
  } catch (error) {
    // The reviver is recursive, unlike the parser; no message is nested that deep.
    if (error instanceof RangeError) return value;
    throw error;
  }
}

function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const digits = context?.source;
  const tooLong = typeof value === 'number' && !Number.isSafeInteger(value);
  return tooLong && digits !== undefined && /^\d+$/.test(digits) ? digits : value;
}

/** A list of objects or texts, or an object; "[3] Bob said" and "[ ] buy milk" are text. */
export const meansJson = /^\s*(?:\[\s*(?:[{"]|\]?\s*$)|\{\s*(?:["}]|$))/u;
