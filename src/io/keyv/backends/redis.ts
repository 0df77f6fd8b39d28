import KeyvRedis from '@keyv/redis';
import { withDeadline } from '../../../deadline.ts';
import { UserError } from '../../../errors.ts';
import { type Backend, createKeySpace } from './backend.ts';

export const redisProtocols: readonly string[] = ['redis:', 'rediss:'];

const connectTimeoutMs = 3_000;
const closeTimeoutMs = 1_000;
const prefix = 'footnote';

/** Errors of Redis or TLS about a login or certificate, which persist until someone corrects the settings. */
const refused =
  /\b(?:WRONGPASS|NOAUTH|NOPERM|ERR (?:AUTH|Client sent AUTH|DB index|invalid)|CERT_|SELF_SIGNED|ERR_TLS|UNABLE_TO_\w+)/;

/** Stores records in Redis, which expires them itself. Reconnects if Redis was down in between. */
export async function openRedis(url: string): Promise<Backend> {
  const address = URL.parse(url);
  if (!address?.hostname || !redisProtocols.includes(address.protocol)) {
    // No cause: it would repeat the address, which may contain a password.
    throw new UserError(
      'bad_environment',
      'STORE_URL is not a Redis address. Write, for example, redis://127.0.0.1:6379.',
    );
  }
  let reached = false;
  const root = new KeyvRedis<unknown>({
    url,
    disableOfflineQueue: true,
    pingInterval: 30_000,
    socket: {
      connectTimeout: connectTimeoutMs,
      reconnectStrategy: (retries: number) => reached && Math.min(100 * 2 ** retries, 2_000),
    },
  });
  // All key spaces listen on one connection.
  root.client.setMaxListeners(0);
  try {
    await withDeadline(connect(root), connectTimeoutMs * 2);
    reached = true;
  } catch (cause) {
    if (root.client.isOpen) root.client.destroy();
    if (refused.test(toText(cause))) {
      throw new UserError(
        'bad_environment',
        `The Redis at ${address.host} (STORE_URL) rejected the login. Correct the user name, the password or the certificate.`,
        { cause },
      );
    }
    throw new UserError(
      'store_unavailable',
      `The Redis at ${address.host} (STORE_URL) does not answer. Start it or correct the address, then start Footnote again.`,
      { cause },
    );
  }

  return {
    async open(namespace) {
      const adapter = new KeyvRedis<unknown>(root.client, {
        throwOnErrors: true,
        throwOnConnectError: true,
      });
      const space = createKeySpace(adapter, `${prefix}:${namespace}`);
      // keyv's listener throws: a connection that breaks while idle would end the process.
      adapter.removeAllListeners('error');
      return space;
    },
    async namespaces() {
      const all = new KeyvRedis<unknown>(root.client, { namespace: prefix, keyPrefixSeparator: ':' });
      all.removeAllListeners('error');
      const names = new Set<string>();
      for await (const [key] of all.iterator()) names.add(key.slice(0, key.lastIndexOf('::')));
      return [...names];
    },
    async claim(name, ttlMs) {
      const done = await root.client.set(`${prefix}:claims::${name}`, '1', { NX: true, PX: ttlMs });
      return done !== null;
    },
    async sweep() {},
    flush: async () => true,
    async close() {
      if (!root.client.isOpen) return;
      await withDeadline(root.client.close(), closeTimeoutMs).catch(() => root.client.destroy());
    },
  };
}

async function connect({ client }: KeyvRedis<unknown>): Promise<void> {
  await client.connect();
}

function toText(error: unknown): string {
  return error instanceof Error ? `${'code' in error ? error.code : ''} ${error.message}` : '';
}
