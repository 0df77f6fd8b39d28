import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { ViewerLinks } from '../../app/api-ports.ts';

type ViewerLinkOptions = {
  /** Links are signed with a key that is derived from it. */
  readonly secret: string;
  /** Where browsers reach the HTTP API, without a trailing slash. */
  readonly publicUrl: string;
  /** ISO instant. */
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
