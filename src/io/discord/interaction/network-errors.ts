const codes = /^(?:UND_ERR_\w+|ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH)$/;

/** Whether a request ended without an answer: no connection, a broken one, or none in time. */
export function isUnheard(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  return error.name === 'AbortError' || (typeof code === 'string' && codes.test(code));
}
