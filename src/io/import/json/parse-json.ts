/** A bare number that may be longer than JavaScript can count: Discord ids are often written so. */
const longNumber = /[:[,]\s*\d{16,}/;

/** Parses JSON; a whole number too long for a JavaScript number becomes a text with all its digits. */
export function parseKeepingDigits(source: string): unknown {
  return restoreDigits(JSON.parse(source), source);
}

/** Gives a value parsed from `source` the digits back that its long numbers lost. */
export function restoreDigits(value: unknown, source: string): unknown {
  if (!longNumber.test(source)) return value;
  try {
    return JSON.parse(source, keepDigits);
  } catch (error) {
    // The reviver recurses where the parser does not; nesting that deep holds no message of ours.
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
