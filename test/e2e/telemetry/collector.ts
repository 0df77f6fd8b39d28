import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Value = { readonly stringValue?: string; readonly intValue?: number; readonly doubleValue?: number };

/** A span as OTLP writes it in JSON. */
export type SentSpan = {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: Value }[];
};

type Sent = {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
};

/** An OpenTelemetry collector on loopback, which keeps what it is sent. */
export async function createCollector() {
  const bodies: string[] = [];
  const paths: (string | undefined)[] = [];
  const keys: unknown[] = [];
  const server = createServer((request, response) => {
    void text(request).then(body => {
      paths.push(request.url);
      keys.push(request.headers['x-key']);
      bodies.push(body);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    paths,
    /** What each request had in the header `x-key`. */
    keys,
    spans: (): readonly SentSpan[] =>
      bodies
        .flatMap(body => (JSON.parse(body) as Sent).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

export function readAttribute({ attributes }: SentSpan, key: string): string | number | undefined {
  const value = attributes.find(each => each.key === key)?.value;
  return value?.stringValue ?? value?.doubleValue ?? value?.intValue;
}
