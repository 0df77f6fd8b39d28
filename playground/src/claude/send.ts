import { setImmediate } from 'node:timers/promises';
import { pickBelow, type Random } from '../random.ts';
import type { Answer, AnswerBlock } from './answer.ts';
import { type Fault, findFault, type StreamFault } from './conditions/faults.ts';
import { type Pace, wait, waitForEnd } from './conditions/pace.ts';
import { ClaudeError, toErrorBody, toErrorStatus, toErrorType } from './errors.ts';
import { toEvents, toSse, type WireEvent } from './events.ts';
import { type AnswerHead, toMessage } from './message.ts';
import type { Call } from './messages/call.ts';
import { measureTokens } from './tokens.ts';
import { toOffset } from './words.ts';

/** The bytes of a stream, sent in uneven pieces that cut lines and characters. */
type Wire = {
  readonly put: (text: string) => void;
  /** Sends the pieces so far; resolves when they are sent. */
  readonly flush: () => Promise<void>;
};

const LONGEST_PIECE_BYTES = 1500;

function createWire(call: Call, random: Random): Wire {
  let waiting = '';
  return {
    put: text => {
      waiting += text;
    },
    flush: async () => {
      const bytes = Buffer.from(waiting);
      waiting = '';
      for (let at = 0; at < bytes.length; ) {
        if (call.signal.aborted) return;
        const end = toInsideCharacter(bytes, at + 1 + pickBelow(random, LONGEST_PIECE_BYTES));
        await send(call, bytes.subarray(at, end));
        at = end;
        // Lets a reader in this process run; otherwise it would read all pieces joined.
        await setImmediate();
      }
    },
  };
}

const LOOKED_AHEAD_BYTES = 200;

/** The next position that splits a character; `from` if there is none near. */
function toInsideCharacter(bytes: Uint8Array, from: number): number {
  for (let at = from; at < Math.min(bytes.length, from + LOOKED_AHEAD_BYTES); at++) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x80 && byte < 0xc0) return at;
  }
  return from;
}

function send({ outgoing, signal }: Call, bytes: Uint8Array): Promise<void> {
  return new Promise(resolve => {
    // The write fails if the client is gone; the call's signal is then aborted.
    const done = () => {
      signal.removeEventListener('abort', done);
      resolve();
    };
    signal.addEventListener('abort', done, { once: true });
    outgoing.write(bytes, done);
  });
}

/** An answer to send, with its faults. */
export type Sending = {
  readonly head: AnswerHead;
  readonly answer: Answer;
  readonly faults: readonly Fault[];
  readonly pace: Pace;
  readonly random: Random;
};

const onTheWay = ['stall', 'pings', 'error-event', 'end-early', 'break'] as const;

/** Where sending stops early: the fault, and the number of characters of text before it. */
type Obstacle = {
  readonly fault: Exclude<StreamFault, { readonly kind: 'stall-headers' }>;
  /** Null for before any text. */
  readonly at: number | null;
};

function toObstacle(answer: Answer, faults: readonly Fault[]): Obstacle | null {
  const fault = faults.find((each): each is Obstacle['fault'] => onTheWay.some(kind => kind === each.kind));
  if (!fault) return null;
  const text = answer.blocks.map(toText).join('');
  return { fault, at: fault.after ? toOffset(text, fault.after) : null };
}

function toText(block: AnswerBlock): string {
  return 'text' in block ? block.text : '';
}

/** Sends an answer in one piece; stream faults become what a caller without streaming would see. */
export async function sendMessage(call: Call, sending: Sending): Promise<Record<string, unknown> | null> {
  const { head, answer, faults, pace } = sending;
  const speed = pace.tokensPerSecond;
  const spokenMs = speed === null ? 0 : (answer.outputTokens / speed) * 1000;
  if (!(await wait(pace.firstByteMs + pace.thinkingMs + spokenMs, call.signal))) return null;
  const obstacle = toObstacle(answer, faults);
  if (findFault(faults, 'stall-headers')) {
    await waitForEnd(call.signal);
    return null;
  }
  switch (obstacle?.fault.kind) {
    case undefined:
      head.input.commit();
      return { ...toMessage(head, answer) };
    case 'error-event':
      throw toStreamError(obstacle.fault);
    case 'stall':
    case 'pings':
      await waitForEnd(call.signal);
      return null;
    default:
      call.cut();
      return null;
  }
}

function toStreamError(fault: Extract<StreamFault, { readonly kind: 'error-event' }>): ClaudeError {
  const type = fault.type ?? toErrorType(529);
  const { details } = fault;
  return new ClaudeError(toErrorStatus(type), fault.message ?? 'Overloaded', {
    type,
    ...(details && { details }),
  });
}

/** Streams an answer like the API, until it is complete or a fault occurs. */
export async function sendStream(call: Call, sending: Sending): Promise<void> {
  const { head, answer, faults, pace, random } = sending;
  if (!(await wait(pace.firstByteMs, call.signal))) return;
  const { outgoing } = call;
  outgoing.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    'request-id': call.id,
  });
  outgoing.flushHeaders();
  call.note({ status: 200 });
  if (findFault(faults, 'stall-headers')) return waitForEnd(call.signal);

  const wire = createWire(call, random);
  const obstacle = toObstacle(answer, faults);
  let said = 0;
  const due = createMetronome(pace);
  for (const event of toEvents(head, answer, random, findFault(faults, 'future') !== undefined)) {
    const isReached = obstacle?.at != null && said + event.text.length >= obstacle.at && event.text !== '';
    if (isReached && obstacle?.at != null) {
      const rest = shorten(event, obstacle.at - said);
      if (rest) wire.put(toSse(rest.data));
      return meet(obstacle, call, wire);
    }
    wire.put(toSse(event.data));
    said += event.text.length;
    if (event.data.type === 'message_start') {
      head.input.commit();
      if (obstacle && obstacle.at === null) return meet(obstacle, call, wire);
    }
    if (event.isThinking && pace.thinkingMs > 0) {
      if (!(await waitWithPings(pace.thinkingMs, pace, call, wire))) return;
    }
    const aheadMs = due(event.text);
    if (aheadMs > 0) {
      await wire.flush();
      if (!(await waitWithPings(aheadMs, pace, call, wire))) return;
    }
    if (call.signal.aborted) return;
  }
  // An answer without text has no positions: its faults occur at the end.
  if (obstacle && said === 0) return meet(obstacle, call, wire);
  await wire.flush();
  outgoing.end();
}

/** The part of a text delta before the stream stops. */
function shorten(event: WireEvent, length: number): WireEvent | null {
  const { data } = event;
  if (length <= 0 || data.type !== 'content_block_delta' || data.delta.type !== 'text_delta') return null;
  const text = event.text.slice(0, length);
  return { ...event, text, data: { ...data, delta: { type: 'text_delta', text: text.toWellFormed() } } };
}

async function meet({ fault }: Obstacle, call: Call, wire: Wire): Promise<void> {
  switch (fault.kind) {
    case 'error-event':
      wire.put(toSse({ type: 'error', ...toErrorBody(toStreamError(fault), call.id) }));
      await wire.flush();
      call.note({ outcome: 'cut' });
      call.outgoing.end();
      return;
    case 'end-early':
      await wire.flush();
      call.note({ outcome: 'cut' });
      call.outgoing.end();
      return;
    case 'break':
      await wire.flush();
      call.cut();
      return;
    case 'pings':
      for (;;) {
        wire.put(toSse({ type: 'ping' }));
        await wire.flush();
        if (!(await wait(fault.everyMs ?? 50, call.signal))) return;
      }
    case 'stall':
      await wire.flush();
      return waitForEnd(call.signal);
  }
}

async function waitWithPings(ms: number, pace: Pace, call: Call, wire: Wire): Promise<boolean> {
  await wire.flush();
  let leftMs = ms;
  while (leftMs > pace.pingEveryMs) {
    if (!(await wait(pace.pingEveryMs, call.signal))) return false;
    wire.put(toSse({ type: 'ping' }));
    await wire.flush();
    leftMs -= pace.pingEveryMs;
  }
  return wait(leftMs, call.signal);
}

/** Returns how long to wait after a piece of text to keep the pace. */
function createMetronome({ tokensPerSecond }: Pace): (text: string) => number {
  let dueMs: number | null = null;
  return text => {
    if (tokensPerSecond === null || text === '') return 0;
    const now = performance.now();
    dueMs = (dueMs ?? now) + (measureTokens(text) / tokensPerSecond) * 1000;
    // Timers are less precise than this; the rest is added to the next wait.
    return dueMs - now < 2 ? 0 : dueMs - now;
  };
}
