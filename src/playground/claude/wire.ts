import type { Call } from './call.ts';
import { pickBelow, type Random } from './random.ts';

/** The bytes of a stream, sent in uneven pieces that cut lines and characters. */
export type Wire = {
  readonly put: (text: string) => void;
  /** Sends what was put so far; done when it has left. */
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
        const end = at + 1 + pickBelow(random, LONGEST_PIECE_BYTES);
        await send(call, bytes.subarray(at, end));
        at = end;
      }
    },
  };
}

function send({ outgoing, signal }: Call, bytes: Uint8Array): Promise<void> {
  return new Promise(resolve => {
    // A client that has gone fails the write; the call's signal says so.
    const done = () => {
      signal.removeEventListener('abort', done);
      resolve();
    };
    signal.addEventListener('abort', done, { once: true });
    outgoing.write(bytes, done);
  });
}
