import { request } from 'node:http';
import { onTestFinished } from 'vitest';
import type { Playground } from '../../src/discord/server.ts';
import { createPage, type Page, type PageOptions } from '../../src/page/server.ts';
import type { Snapshot } from '../../src/page/shapes.ts';

/** A page that is closed after the test. */
export async function servePage(playground: Playground, options: PageOptions): Promise<Page> {
  const page = await createPage(playground, options);
  onTestFinished(page.close);
  return page;
}

/** Does something on a page, as its own script does. */
export async function act(
  page: Page,
  name: string,
  body: object,
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${page.url}do/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: page.url.slice(0, -1) },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

/** What one person sees from now on, the newest picture last. */
export async function watch(page: Page, query: Readonly<Record<string, string>>) {
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  const response = await fetch(`${page.url}live?${new URLSearchParams(query)}`, {
    signal: controller.signal,
  });
  const pictures: Snapshot[] = [];
  const read = async (): Promise<void> => {
    let text = '';
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece;
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        if (data) pictures.push(JSON.parse(data));
      }
    }
  };
  // A reader who goes away is how every test ends.
  read().catch(error => {
    if (!controller.signal.aborted) throw error;
  });
  return { pictures, now: () => pictures.at(-1) };
}

/** The status of a request with headers that `fetch` would not send. */
export function knock(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, response => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.once('error', reject);
    sent.end(method === 'POST' ? '{}' : undefined);
  });
}
