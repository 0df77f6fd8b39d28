import { createHmac, randomBytes } from 'node:crypto';
import { lookup as lookupName } from 'node:dns';
import { once } from 'node:events';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { WebhookEvent, Webhooks } from '../app/digests/ports.ts';
import { longestWebhook } from '../core/digests/digest.ts';

type WebhooksOptions = {
  /** Whether webhooks may be in private networks and, without TLS, on this machine. */
  readonly allowsPrivate: boolean;
  readonly now: () => string;
  /** How long a webhook may take to answer. Default 10 s. */
  readonly timeoutMs?: number;
};

const secretPrefix = 'whsec_';

/** Sends events as Standard Webhooks (https://www.standardwebhooks.com) does. Redirects are not followed. */
export function createWebhooks({ allowsPrivate, now, timeoutMs = 10_000 }: WebhooksOptions): Webhooks {
  const allows = (url: string): boolean => {
    if (url.length > longestWebhook || !URL.canParse(url)) return false;
    const { protocol, hostname, username, password } = new URL(url);
    if (username !== '' || password !== '') return false;
    if (protocol === 'http:')
      return allowsPrivate && /^(?:localhost|\[::1\]|127(?:\.\d+){3})$/.test(hostname);
    const address = hostname.replace(/^\[|\]$/g, '');
    return protocol === 'https:' && (allowsPrivate || isIP(address) === 0 || isPublicAddress(address));
  };
  return {
    allows,
    newSecret: () => `${secretPrefix}${randomBytes(32).toString('base64')}`,
    async send({ url, secret }, event, signal) {
      if (!allows(url)) throw new Error('the address of the webhook is not allowed');
      const request = (url.startsWith('http:') ? requestHttp : requestHttps)(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(event.body),
          'user-agent': 'Footnote',
          ...sign(event, secret, Math.floor(Date.parse(now()) / 1000)),
        },
        // A new connection each time, whose address is checked.
        agent: false,
        ...(!allowsPrivate && { lookup: lookupPublic }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      const answered = once(request, 'response');
      request.end(event.body);
      const [response] = (await answered) as [IncomingMessage];
      const { statusCode = 0 } = response;
      response.destroy();
      if (statusCode < 200 || statusCode > 299) throw new Error(`the webhook answered ${statusCode}`);
    },
  };
}

function sign({ id, body }: WebhookEvent, secret: string, seconds: number): Record<string, string> {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  };
}

const privateV4 = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  privateV4.addSubnet(network, prefix, 'ipv4');

const globalV6 = new BlockList();
globalV6.addSubnet('2000::', 3, 'ipv6');
/** Inside it, but for documentation, or with an IPv4 address inside. */
const specialV6 = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  specialV6.addSubnet(network, prefix, 'ipv6');

/** Whether an IP address is on the public internet, after the IANA special-purpose registries. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !privateV4.check(address, 'ipv4');
  return family === 6 && globalV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6');
}

/** Resolves names to public addresses only. Checked as a connection is opened, so a name cannot change in between. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookupName(hostname, { ...options, all: true }, (error, found) => {
    const addresses = (found ?? []).filter(({ address }) => isPublicAddress(address));
    const [first] = addresses;
    if (error !== null) callback(error, '');
    else if (first === undefined) callback(new Error(`${hostname} has no public address`), '');
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};
