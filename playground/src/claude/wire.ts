import { setImmediate } from 'node:timers/promises';
import { pickBelow, type Random } from '../random.ts';
import type { Call } from './messages/call.ts';

/** The bytes of a stream, sent in uneven pieces that cut lines and characters. */
export type Wire = {
  readonly put: (text: string) => void;
  /** Sends the pieces so far; resolves when they are sent. */
  readonly flush: () => Promise<void>;
};

const LONGEST_PIECE_BYTES = 1500;

export function createWire(call: Call, random: Random): Wire {
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
