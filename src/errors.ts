/** The kinds of failure that people may read about; all others are internal. */
const userErrorCodes = [
  'bad_usage',
  'bad_environment',
  'file_missing',
  'file_unreadable',
  'file_too_large',
  'file_encrypted',
  'format_unknown',
  'dates_ambiguous',
  'no_messages',
  'engine_unavailable',
  'store_unavailable',
  'settings_unreadable',
  'usage_unreadable',
  'discord_unavailable',
  'output_unwritable',
  'cancelled',
] as const;

export type UserErrorCode = (typeof userErrorCodes)[number];

/** A failure with a message for the person who asked: what happened, then what to do. */
export class UserError extends Error {
  readonly code: UserErrorCode;

  constructor(code: UserErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'UserError';
    this.code = code;
  }
}

/** The words of a failure where options are fields: "--date-order" is "date_order" for HTTP and MCP. */
export function toFieldNames(words: string): string {
  return words.replace(/(?<!\S)--([a-z]+(?:-[a-z]+)*)/g, (_all, option: string) =>
    option.replaceAll('-', '_'),
  );
}

/** Work in a worker process needed more memory than it may have. */
export class OutOfMemoryError extends Error {
  constructor() {
    super('A worker process ran out of memory.');
    this.name = 'OutOfMemoryError';
  }
}

/** Errors of Redis about a login, which persist until someone corrects the settings. */
const refusedLogin =
  /\b(?:WRONGPASS|NOAUTH|NOPERM|ERR (?:AUTH|Client sent AUTH|DB index|invalid password|wrong number of arguments for 'auth'))/;
/** Codes of errors of TLS about a certificate. */
const untrusted = /CERT|SELF_SIGNED|ERR_TLS|UNABLE_TO_|HOSTNAME_MISMATCH/;

/** What the operator should do about a Redis that could not be opened; `variable` has its address, which may contain a password. */
export function toRedisProblem(cause: unknown, url: string, variable: string): UserError {
  const name = `The Redis at ${URL.parse(url)?.host} (${variable})`;
  const { code, message } = toParts(cause);
  if (untrusted.test(code))
    return new UserError(
      'bad_environment',
      `${name} has a certificate that is not trusted (${code}). Correct it, or set NODE_EXTRA_CA_CERTS to the path of the certificate of its CA.`,
      { cause },
    );
  if (refusedLogin.test(message))
    return new UserError(
      'bad_environment',
      `${name} rejected the login. Correct the user name or the password.`,
      { cause },
    );
  return new UserError(
    'store_unavailable',
    `${name} does not answer. Start it or correct the address, then start Footnote again.`,
    { cause },
  );
}

function toParts(error: unknown): { readonly code: string; readonly message: string } {
  if (!(error instanceof Error)) return { code: '', message: '' };
  return { code: 'code' in error ? String(error.code) : '', message: error.message };
}

/** The result of one check of the installation. `warning` and `problem` say what to do; only a problem prevents the bot from working. */
export type Diagnosis = {
  readonly level: 'ok' | 'warning' | 'problem';
  readonly topic: string;
  /** Whole sentences without secrets. */
  readonly text: string;
};
