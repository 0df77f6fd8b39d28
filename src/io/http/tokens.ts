import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ApiToken, Caller, TokenStore } from '../../app/api-ports.ts';

const pattern = /^fn_([\da-f]{16})_([\w-]{43})$/;

/** A new token: the stored form, and the only copy of the secret that its owner sends. */
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

/** Aborted when the token is revoked. */
type TokenWatch = { readonly signal: AbortSignal; readonly end: () => void };

/** Watches a token while a request or a job of it runs. */
export type WatchToken = (tokenId: string) => TokenWatch;

/** Any process can revoke a token, so the store is asked while something of it runs. */
export function createWatchToken(tokens: Pick<TokenStore, 'get'>): WatchToken {
  return tokenId => {
    const controller = new AbortController();
    const ask = async () => {
      if ((await tokens.get(tokenId)) === null) controller.abort(new Error('the token was revoked'));
    };
    // While the store is away, nothing can be revoked.
    const asking = setInterval(() => void ask().catch(() => undefined), askEveryMs).unref();
    return { signal: controller.signal, end: () => clearInterval(asking) };
  };
}

const askEveryMs = 1_000;
