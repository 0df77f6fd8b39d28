import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { createId } from '../../random.ts';
import type { ClaudeState, ReceivedRequest } from '../state.ts';

/** One request in progress. */
export type Call = {
  readonly id: string;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** Aborted when the answer is complete, the client is gone, or the server closes. */
  readonly signal: AbortSignal;
  /** Updates this request in the list of requests. */
  readonly note: (change: Partial<Pick<ReceivedRequest, 'status' | 'outcome'>>) => void;
  /** Breaks the connection. */
  readonly cut: () => void;
};

export type CallBindings = {
  readonly Bindings: HttpBindings;
  readonly Variables: { call: Call; bytes: Uint8Array };
};

const KEPT_REQUESTS = 2_000;

/** Adds a request to the list and follows it until its connection ends. */
export function openCall(
  state: ClaudeState,
  bindings: HttpBindings,
  received: Pick<ReceivedRequest, 'method' | 'path' | 'headers' | 'body'>,
): Call {
  const { incoming, outgoing } = bindings;
  const record: { -readonly [Key in keyof ReceivedRequest]: ReceivedRequest[Key] } = {
    id: createId(state.random, 'req'),
    ...received,
    status: null,
    outcome: 'open',
  };
  state.requests.push(record);
  if (state.requests.length > KEPT_REQUESTS) state.requests.shift();

  const ended = new AbortController();
  outgoing.once('close', () => {
    if (record.outcome === 'open') record.outcome = outgoing.writableFinished ? 'answered' : 'left';
    ended.abort();
  });
  if (outgoing.closed || outgoing.destroyed) ended.abort();
  return {
    id: record.id,
    incoming,
    outgoing,
    signal: AbortSignal.any([ended.signal, state.closing.signal]),
    note: change => {
      Object.assign(record, change);
    },
    cut: () => {
      record.outcome = 'cut';
      incoming.socket.destroy();
    },
  };
}
