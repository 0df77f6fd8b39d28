import Anthropic from '@anthropic-ai/sdk';
import type { MessageCreateParamsBase, RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages';
import { onTestFinished } from 'vitest';
import { type Claude, type ClaudeOptions, createClaude } from '../../src/claude/server.ts';

/** Starts a stand-in that is closed after the test. */
export async function start(options: ClaudeOptions = {}): Promise<Claude> {
  const claude = await createClaude(options);
  onTestFinished(claude.close);
  return claude;
}

/** The real SDK, which neither retries nor logs. */
export function connect(claude: Claude, apiKey = claude.apiKey): Anthropic {
  return new Anthropic({ apiKey, baseURL: claude.url, maxRetries: 0, logLevel: 'off', timeout: 5_000 });
}

export async function startConnected(options: ClaudeOptions = {}) {
  const claude = await start(options);
  return { claude, client: connect(claude) };
}

export const schema = {
  type: 'object',
  properties: { claims: { type: 'array', items: { type: 'string' } } },
  required: ['claims'],
  additionalProperties: false,
};

export const format = { type: 'json_schema', schema } as const;

export const talk = `<conversation>
<in place="#fair"/>
<day date="2026-03-09"/>
<m n="1" t="09:00" by="Bob" reactions="👍 2, party 1">Let's take the blue tent for the fair.</m>
<m n="2" t="09:01" by="Carol" re="1">+1</m>
<m n="3" t="09:02" by="Ann">I'll order the tape by Friday.</m>
<m n="4" t="09:03" by="Dave &quot;D&quot; &lt;x&gt;">The hall costs 1,200 € &amp; more.</m>
<m n="5" t="09:04" by="CI" bot="yes">build 7 is green</m>
<m n="6" t="12:00" by="Eve">Who brings the ladder?</m>
</conversation>`;

/** What every call sends unless a test says otherwise. */
export const ask = {
  model: 'claude-sonnet-5-5',
  max_tokens: 8_000,
  output_config: { effort: 'low', format },
  messages: [{ role: 'user', content: talk }],
} as const satisfies MessageCreateParamsBase;

/** A plain HTTP request with the headers that the SDK sends; null leaves one out. */
export async function post(
  claude: Claude,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string | null>> = {},
) {
  const all: Readonly<Record<string, string | null>> = {
    authorization: `Bearer ${claude.apiKey}`,
    'anthropic-version': '2026-10-21',
    'content-type': 'application/json',
    ...headers,
  };
  const response = await fetch(`${claude.url}${path}`, {
    method: 'POST',
    headers: Object.fromEntries(
      Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== null),
    ),
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  return { status: response.status, headers: response.headers, body: answer };
}

/** The error that a promise ends in. */
export async function failureOf(promise: Promise<unknown>): Promise<InstanceType<typeof Anthropic.APIError>> {
  const failure = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  if (failure instanceof Anthropic.APIError) return failure;
  throw new Error(`no API error but ${String(failure)}`, { cause: failure });
}

/** Reads a stream to its end: the events, the text, and the error it ended in, if any. */
export async function readStream(
  client: Anthropic,
  params: MessageCreateParamsBase = ask,
  options: {
    readonly signal?: AbortSignal;
    readonly onHeaders?: () => void;
    readonly onText?: (text: string) => void;
  } = {},
) {
  const events: RawMessageStreamEvent[] = [];
  let text = '';
  let error: unknown = null;
  try {
    const stream = await client.messages.create(
      { ...params, stream: true },
      options.signal ? { signal: options.signal } : {},
    );
    options.onHeaders?.();
    for await (const event of stream) {
      events.push(event);
      if (event.type !== 'content_block_delta' || event.delta.type !== 'text_delta') continue;
      text += event.delta.text;
      options.onText?.(text);
    }
  } catch (thrown) {
    error = thrown;
  }
  return { events, text, error, types: events.map(({ type }) => type as string) };
}

/** Runs what never ends by itself, and breaks it off a little after so many characters of text have come. */
export async function readUntilQuiet(client: Anthropic, characters = 0) {
  const controller = new AbortController();
  const cutSoon = (ms: number) => setTimeout(() => controller.abort(), ms);
  return readStream(client, ask, {
    signal: controller.signal,
    onHeaders: () => {
      if (characters === 0) cutSoon(150);
    },
    onText: text => {
      if (characters > 0 && text.length >= characters) cutSoon(40);
    },
  });
}

/** A stream as it comes over the wire, piece by piece, until it ends or enough has come. */
export async function fetchWire(
  claude: Claude,
  params: MessageCreateParamsBase = ask,
  isEnough: (wire: string) => boolean = () => false,
) {
  const response = await fetch(`${claude.url}/v1/messages`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${claude.apiKey}`,
      'anthropic-version': '2026-10-21',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ ...params, stream: true }),
  });
  const pieces: Buffer[] = [];
  for await (const piece of response.body ?? []) {
    pieces.push(Buffer.from(piece));
    if (isEnough(Buffer.concat(pieces).toString())) break;
  }
  return { response, pieces, wire: Buffer.concat(pieces).toString() };
}

/** A clock that a test moves. */
export function createClock() {
  let ms = Date.UTC(2026, 10, 2, 9);
  return {
    now: () => ms,
    advance: (byMs: number) => {
      ms += byMs;
    },
  };
}
