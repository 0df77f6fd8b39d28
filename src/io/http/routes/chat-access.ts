import type { MiddlewareHandler } from 'hono';
import type { ApiSource, Caller } from '../../../app/api-ports.ts';
import type { ChatStore, StoredChat } from '../../../app/chats/ports.ts';
import type { ApiEnv } from '../authenticate.ts';
import { ProblemError, toProblem, toRefusalProblem } from '../problem.ts';

/** Chats belong to a person, so tokens that are limited to channels reach none. */
export const refuseLimitedTokens: MiddlewareHandler<ApiEnv> = async (context, next) => {
  if (context.get('caller').channelIds === undefined) return next();
  throw new ProblemError(
    toProblem(404, 'not_found', 'This token is limited to channels. Create one without --channel for chats.'),
  );
};

/** For what costs the server something and reads no channel, whose permissions would tell. */
export async function requireOwner(source: Pick<ApiSource, 'checkOwner'>, caller: Caller): Promise<void> {
  const refusal = await source.checkOwner(caller);
  if (refusal !== null) throw new ProblemError(toRefusalProblem(refusal));
}

export async function findChat(
  chats: Pick<ChatStore, 'get'>,
  ownerId: string,
  id: string,
): Promise<StoredChat> {
  const chat = await chats.get(ownerId, id);
  if (chat !== null) return chat;
  throw new ProblemError(
    toProblem(404, 'not_found', 'There is no such chat, or it has expired. Import it again.'),
  );
}
