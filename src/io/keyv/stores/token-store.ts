import type { ApiToken, TokenStore } from '../../../app/api-ports.ts';
import { apiTokenSchema } from '../../../core/api-records.ts';
import { compare } from '../../../core/order.ts';
import { createFormat } from '../formats.ts';
import type { Records } from '../records.ts';

export const tokenFormat = createFormat(apiTokenSchema);

/** API tokens, by their id. */
export function createTokenStore(tokens: Records<ApiToken>): TokenStore {
  return {
    get: tokenId => tokens.get(tokenId),
    put: token => tokens.put([token.tokenId], tokenFormat.toRecord(token)),
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
