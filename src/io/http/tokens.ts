import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ApiToken, Caller, TokenStore } from '../../app/api-ports.ts';

const pattern = /^fn_([\da-f]{16})_([\w-]{43})$/;

/** A new token: what is stored, and the only copy of what its owner sends. */
export function createToken(
  scope: Omit<Caller, 'tokenId'>,
  now: string,
): { readonly token: ApiToken; readonly bearer: string } {
  const tokenId = randomBytes(8).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  return {
    token: { ...scope, tokenId, secretHash: hashSecret(secret), createdAt: now },
    bearer: `fn_${tokenId}_${secret}`,
  };
}

/** The caller with this token; null if it is malformed, unknown or revoked. Compares in constant time. */
export async function findCaller(bearer: string, tokens: TokenStore): Promise<Caller | null> {
  const [, tokenId = '', secret = ''] = pattern.exec(bearer) ?? [];
  const stored = tokenId === '' ? null : await tokens.get(tokenId);
  if (stored === null) return null;
  const { secretHash, createdAt: _, ...caller } = stored;
  const [given, expected] = [Buffer.from(hashSecret(secret), 'hex'), Buffer.from(secretHash, 'hex')];
  return given.length === expected.length && timingSafeEqual(given, expected) ? caller : null;
}

/** The secret has 256 random bits, so a slow hash would add nothing. */
function hashSecret(secret: string): string {
  return hash('sha256', secret);
}
