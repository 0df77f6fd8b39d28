import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export type Received = { readonly headers: IncomingHttpHeaders; readonly body: string };
export type ReceiverAnswer = {
  /** Null never answers. */
  readonly status: number | null;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A webhook on loopback. It gives the answers in turn, and the last one from then on. */
export async function startReceiver(...answers: readonly ReceiverAnswer[]) {
  const received: Received[] = [];
  let connections = 0;
  const server = createServer(async (request, response) => {
    const { status, headers = {} } = answers[Math.min(received.length, answers.length - 1)] ?? {
      status: 200,
    };
    received.push({ headers: request.headers, body: await text(request) });
    if (status !== null) response.writeHead(status, headers).end();
  });
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, received, connections: () => connections };
}

/** The signature that a receiver computes, as the docs describe it. */
export function toExpectedSignature({ headers, body }: Received, secret: string): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
