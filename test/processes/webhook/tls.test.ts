import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startScript } from '../../start-script.ts';

// Both are only for tests; the certificate is for "localhost", and valid until 2120.
const certPath = 'test/processes/webhook/localhost-cert.pem';
const keyPath = 'test/processes/webhook/localhost-key.pem';

test('a webhook with a certificate of its own is refused, until the bot is told to trust it', async () => {
  let received = 0;
  const server = createServer({ cert: readFileSync(certPath), key: readFileSync(keyPath) }, (_, response) => {
    received += 1;
    response.writeHead(204).end();
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const sendTo = (host: string, environment: Readonly<Record<string, string>>) =>
    startScript('test/processes/webhook/send-webhook.ts', environment, [`https://${host}:${port}/hook`])
      .ended;

  const refused = await sendTo('localhost', {});
  expect([refused.code, received]).toEqual([1, 0]);
  expect(refused.stderr).toContain('DEPTH_ZERO_SELF_SIGNED_CERT');
  const trusting = { NODE_EXTRA_CA_CERTS: certPath };
  const accepted = await sendTo('localhost', trusting);
  expect([accepted.code, received]).toEqual([0, 1]);
  // Trust in a certificate does not extend to other names.
  const misnamed = await sendTo('127.0.0.1', trusting);
  expect([misnamed.code, received]).toEqual([1, 1]);
  expect(misnamed.stderr).toContain('ERR_TLS_CERT_ALTNAME_INVALID');
});
