/** The kinds of failure that people may read about; all others are internal. */
const userErrorCodes = [
  'bad_usage',
  'bad_environment',
  'file_missing',
  'file_unreadable',
  'file_too_large',
  'file_encrypted',
  'format_unknown',
  'format_unsupported',
  'dates_ambiguous',
  'no_messages',
  'engine_unavailable',
  'store_unavailable',
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

/** Work in a worker thread needed more memory than it may have. */
export class OutOfMemoryError extends Error {
  constructor() {
    super('A worker thread ran out of memory.');
    this.name = 'OutOfMemoryError';
  }
}
