/** A place in an answer: after so many of its characters, or after so many whole claims. */
export type After = { readonly characters: number } | { readonly claims: number };

/** What happens in place of an answer. */
export type CallFault =
  /** The API answers this status; type, message and details are those usual for it unless given. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly type?: string;
      readonly message?: string;
      readonly details?: Readonly<Record<string, unknown>>;
      readonly retryAfterSeconds?: number;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** A 400: usage reached a spend limit that the organization set. */
  | { readonly kind: 'spend-limit' }
  /** Something in between answers with a page of its own, no JSON. */
  | { readonly kind: 'gateway-page'; readonly status: number; readonly html?: string }
  /** The connection breaks before anything is answered. */
  | { readonly kind: 'drop' }
  /** Nothing is ever answered. */
  | { readonly kind: 'hang' }
  | { readonly kind: 'delay'; readonly ms: number };

/** How an answer that began goes wrong on its way. */
export type StreamFault =
  /** Headers, then not one byte. */
  | { readonly kind: 'stall-headers' }
  | { readonly kind: 'stall'; readonly after: After }
  /** Pings without end; at once after the headers unless `after` says otherwise. */
  | { readonly kind: 'pings'; readonly after?: After; readonly everyMs?: number }
  | {
      readonly kind: 'error-event';
      readonly after: After;
      readonly type?: string;
      readonly message?: string;
      readonly details?: Readonly<Record<string, unknown>>;
    }
  /** The stream is closed in good order before its `message_stop`. */
  | { readonly kind: 'end-early'; readonly after: After }
  | { readonly kind: 'break'; readonly after: After };

/** What is wrong with what the model says. */
export type WordFault =
  /** `after` sends the answer's beginning first; without it there is no text at all. */
  | {
      readonly kind: 'refusal';
      readonly after?: After;
      readonly details?: {
        readonly category: 'cyber' | 'bio' | 'frontier_llm' | 'reasoning_extraction' | 'general_harms' | null;
        readonly explanation: string | null;
      } | null;
    }
  | { readonly kind: 'max-tokens'; readonly after: After }
  | { readonly kind: 'context-exceeded'; readonly after: After }
  /** This text in place of the answer. */
  | { readonly kind: 'say'; readonly text: string }
  | { readonly kind: 'prose' }
  | { readonly kind: 'code-fence' }
  | { readonly kind: 'other-shape' }
  | { readonly kind: 'empty' }
  /** Claims that are none stand between the good ones. */
  | { readonly kind: 'invalid-claims' }
  /** Everything but ASCII is written as escapes. */
  | { readonly kind: 'escaped' }
  /** The text comes in so many blocks, cut anywhere, with thinking between them if asked for. */
  | { readonly kind: 'split'; readonly blocks: number; readonly thinkingBetween?: boolean }
  /** Events and content blocks of a kind that nobody knows yet. */
  | { readonly kind: 'future' };

/** `none` lets a call go well, so that the next fault meets the one after it. */
export type Fault = CallFault | StreamFault | WordFault | { readonly kind: 'none' };

/**
 * Which calls a fault waits for; `batch` is one request of a batch, `verdict` a message that asks for a verdict on a
 * claim, which meets no other fault.
 */
export type FaultRoute =
  | 'POST /v1/messages'
  | 'verdict'
  | 'POST /v1/messages/count_tokens'
  | 'GET /v1/models'
  | 'POST /v1/messages/batches'
  | 'batch';

/** Claude's bad days, on request: one call, one entry, in the order in which they were planned. */
export type Faults = {
  /** The next call (or calls) meets this fault, or all of these at once. */
  readonly next: (fault: Fault | readonly Fault[], times?: number, route?: FaultRoute) => void;
  /** Removes all faults. */
  readonly clear: () => void;
  /** How many calls are still to meet a fault. */
  readonly countLeft: () => number;
};

/** The faults together with what the server asks of them. */
export type FaultBox = {
  readonly faults: Faults;
  /** What this call meets, used up by it. */
  readonly take: (route: FaultRoute) => readonly Fault[];
};

export function createFaults(): FaultBox {
  let planned: { readonly route: FaultRoute; readonly faults: readonly Fault[]; left: number }[] = [];
  return {
    faults: {
      next: (fault, times = 1, route = 'POST /v1/messages') => {
        planned.push({ route, faults: 'kind' in fault ? [fault] : fault, left: times });
      },
      clear: () => {
        planned = [];
      },
      countLeft: () => planned.reduce((sum, { left }) => sum + left, 0),
    },
    take: route => {
      const entry = planned.find(one => one.route === route);
      if (!entry) return [];
      entry.left -= 1;
      planned = planned.filter(one => one.left > 0);
      return entry.faults;
    },
  };
}

/** The fault of one kind among those that a call meets. */
export function findFault<Kind extends Fault['kind']>(
  faults: readonly Fault[],
  kind: Kind,
): Extract<Fault, { readonly kind: Kind }> | undefined {
  return faults.find((fault): fault is Extract<Fault, { readonly kind: Kind }> => fault.kind === kind);
}
