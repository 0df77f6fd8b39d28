import { createHmac, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { ApiToken, Caller, TokenStore, ViewerLinks } from '../../app/api-ports.ts';

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

type TokenWatch = { readonly signal: AbortSignal; readonly end: () => void };

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

type ViewerLinkOptions = {
  /** Links are signed with a key that is derived from it. */
  readonly secret: string;
  /** Where browsers reach the HTTP API, without a trailing slash. */
  readonly publicUrl: string;
  readonly now: () => string;
};

const lifetimeMs = 3_600_000;

const payloadSchema = z.tuple([z.string(), z.string(), z.string(), z.number()]);

/** Links to the pages of summaries: each is signed, for one person, and expires after an hour. */
export function createViewerLinks({ secret, publicUrl, now }: ViewerLinkOptions): ViewerLinks {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'footnote viewer links', 32));
  const sign = (payload: string) => createHmac('sha256', key).update(payload).digest();
  return {
    toUrl({ guildId, summaryId, userId }) {
      const values = [guildId, summaryId, userId, Date.parse(now()) + lifetimeMs];
      const payload = Buffer.from(JSON.stringify(values)).toString('base64url');
      return `${publicUrl}/open/${payload}.${sign(payload).toString('base64url')}`;
    },
    read(link) {
      const [payload = '', signature = ''] = link.split('.');
      const [given, expected] = [Buffer.from(signature, 'base64url'), sign(payload)];
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      const [guildId, summaryId, userId, expiresAt] = payloadSchema.parse(
        JSON.parse(Buffer.from(payload, 'base64url').toString()),
      );
      return Date.parse(now()) < expiresAt ? { guildId, summaryId, userId } : 'expired';
    },
  };
}
