/** An error answer of the API. */
export class ClaudeError extends Error {
  readonly status: number;
  readonly type: string;
  readonly details: Readonly<Record<string, unknown>> | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message: string,
    options: {
      readonly type?: string;
      readonly details?: Readonly<Record<string, unknown>>;
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(message);
    this.name = 'ClaudeError';
    this.status = status;
    this.type = options.type ?? toErrorType(status);
    this.details = options.details ?? null;
    this.headers = options.headers ?? {};
  }
}

/** The types on the API's page about errors; other statuses get the type of their class. */
const types: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  408: 'timeout_error',
  409: 'conflict_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

/** The error type for a status. */
export function toErrorType(status: number): string {
  return types[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error');
}

const statuses: Readonly<Record<string, number>> = {
  ...Object.fromEntries(Object.entries(types).map(([status, type]) => [type, Number(status)])),
  timeout_error: 504,
};

/** The status for this error type if no stream has started. */
export function toErrorStatus(type: string): number {
  return statuses[type] ?? 500;
}

/** A 400 with the name of the field: "max_tokens: Field required". */
export function refuse(field: string, reason: string): ClaudeError {
  return new ClaudeError(400, field === '' ? reason : `${field}: ${reason}`);
}

/** An error as a body, and as an event of a stream. */
export function toErrorBody(
  error: Pick<ClaudeError, 'type' | 'message' | 'details'>,
  requestId: string | null,
): Readonly<Record<string, unknown>> {
  const { type, message, details } = error;
  return {
    type: 'error',
    error: { type, message, ...(details && { details }) },
    request_id: requestId,
  };
}
