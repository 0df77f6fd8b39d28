import { z } from 'zod';
import type { ApiToken, TokenStore } from '../../../app/api-ports.ts';
import { compare } from '../../../core/order.ts';
import { storedObject } from '../../../core/stored-object.ts';
import type { Records } from '../records.ts';

const version = z.literal(1);
const snowflake = z.string().regex(/^\d{15,20}$/);
const tokenRecord = storedObject({
  version,
  tokenId: z.string().regex(/^[\da-f]{16}$/),
  guildId: snowflake,
  userId: snowflake,
  channelIds: z.array(snowflake).max(100).exactOptional(),
  secretHash: z.string().regex(/^[\da-f]{64}$/),
  createdAt: z.iso.datetime(),
});

export function parseTokenRecord(value: unknown): ApiToken | null {
  const { data } = tokenRecord.safeParse(value);
  if (data === undefined) return null;
  const { version: _, ...token } = data;
  return token;
}

/** API tokens, by their id. */
export function createTokenStore(tokens: Records<ApiToken>): TokenStore {
  return {
    get: tokenId => tokens.get(tokenId),
    put: token => tokens.put([token.tokenId], { version: version.value, ...token }),
    async remove(tokenId) {
      if ((await tokens.get(tokenId)) === null) return false;
      await tokens.remove(tokenId);
      return true;
    },
    async list() {
      const all = await tokens.values();
      return [...all].sort((a, b) => compare(a.createdAt, b.createdAt));
    },
  };
}
