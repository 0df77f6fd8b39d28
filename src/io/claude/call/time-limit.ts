/** A signal that aborts with another one, or after a time limit; the SDK's own limit ends with the headers. */
type TimeLimit = { readonly signal: AbortSignal; readonly isOver: () => boolean };

export function createTimeLimit(signal: AbortSignal, withinMs: number): TimeLimit {
  const over = AbortSignal.timeout(withinMs);
  return { signal: AbortSignal.any([signal, over]), isOver: () => over.aborted };
}
