/** An error answer of Discord: its code and message, and the HTTP status. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: number;
  readonly errors: unknown;

  constructor(status: number, code: number, message: string, errors?: unknown) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

/** Codes and messages from "JSON error codes" in Discord's documentation. */
const REFUSALS = {
  unauthorized: [401, 0, '401: Unauthorized'],
  notFound: [404, 0, '404: Not Found'],
  unknownChannel: [404, 10003, 'Unknown Channel'],
  unknownGuild: [404, 10004, 'Unknown Guild'],
  unknownMember: [404, 10007, 'Unknown Member'],
  unknownMessage: [404, 10008, 'Unknown Message'],
  unknownRole: [404, 10011, 'Unknown Role'],
  unknownUser: [404, 10013, 'Unknown User'],
  unknownEmoji: [400, 10014, 'Unknown Emoji'],
  unknownWebhook: [404, 10015, 'Unknown Webhook'],
  unknownInteraction: [404, 10062, 'Unknown interaction'],
  unknownCommand: [404, 10063, 'Unknown application command'],
  unknownTag: [404, 10087, 'Unknown Tag'],
  tooManyPins: [400, 30003, 'Maximum number of pins reached (250)'],
  tooManyCommands: [400, 30032, 'Maximum number of application commands reached (100)'],
  threadAlreadyCreated: [400, 160004, 'A thread has already been created for this message'],
  threadLocked: [400, 160005, 'Thread is locked'],
  alreadyAcknowledged: [400, 40060, 'Interaction has already been acknowledged.'],
  tagRequired: [400, 40067, 'A tag is required to create a forum post in this channel'],
  missingAccess: [403, 50001, 'Missing Access'],
  notThisChannelType: [400, 50024, 'Cannot execute action on this channel type'],
  notYourMessage: [403, 50005, 'Cannot edit a message authored by another user'],
  emptyMessage: [400, 50006, 'Cannot send an empty message'],
  cannotMessageUser: [403, 50007, 'Cannot send messages to this user'],
  nonTextChannel: [400, 50008, 'Cannot send messages in a non-text channel'],
  missingPermissions: [403, 50013, 'Missing Permissions'],
  bulkDeleteCount: [
    400,
    50016,
    'Provided too few or too many messages to delete. Must provide at least 2 and fewer than 100 messages to delete',
  ],
  systemMessage: [403, 50021, 'Cannot execute action on a system message'],
  invalidWebhookToken: [401, 50027, 'Invalid Webhook Token'],
  bulkDeleteAge: [400, 50034, 'You can only bulk delete messages that are under 14 days old.'],
  threadArchived: [400, 50083, 'Thread is archived'],
  invalidJson: [400, 50109, 'The request body contains invalid JSON.'],
  replyWithoutHistory: [403, 160002, 'Cannot reply without permission to read message history'],
} as const satisfies Record<string, readonly [number, number, string]>;

export type Refusal = keyof typeof REFUSALS;

export function refuse(refusal: Refusal): ApiError {
  const [status, code, message] = REFUSALS[refusal];
  return new ApiError(status, code, message);
}
