/** A position in the text of an answer: after this many characters, or an offset found in the text. */
export type After = { readonly characters: number } | ((text: string) => number);

/** Replaces an answer. */
export type CallFault =
  /** The API answers with this status; type, message and details have the usual values unless given. */
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
  /** A proxy answers with its own page, not JSON. */
  | { readonly kind: 'gateway-page'; readonly status: number; readonly html?: string }
  /** The connection breaks before any answer. */
  | { readonly kind: 'drop' }
  /** There is never an answer. */
  | { readonly kind: 'hang' }
  | { readonly kind: 'delay'; readonly ms: number };

/** A failure while an answer is sent. */
export type StreamFault =
  /** Headers, then no data. */
  | { readonly kind: 'stall-headers' }
  | { readonly kind: 'stall'; readonly after: After }
  /** Endless pings; right after the headers unless `after` is given. */
  | { readonly kind: 'pings'; readonly after?: After; readonly everyMs?: number }
  | {
      readonly kind: 'error-event';
      readonly after: After;
      readonly type?: string;
      readonly message?: string;
      readonly details?: Readonly<Record<string, unknown>>;
    }
  /** The stream is closed normally, but before its `message_stop`. */
  | { readonly kind: 'end-early'; readonly after: After }
  | { readonly kind: 'break'; readonly after: After };

/** A fault in the text of an answer. */
type WordFault =
  /** `after` sends the start of the answer first; without it, there is no text. */
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
  /** This text instead of the answer, or the answer changed. */
  | { readonly kind: 'say'; readonly text: string | ((answer: string) => string) }
  | { readonly kind: 'prose' }
  | { readonly kind: 'code-fence' }
  | { readonly kind: 'other-shape' }
  | { readonly kind: 'empty' }
  /** All characters except ASCII are escaped. */
  | { readonly kind: 'escaped' }
  /** The text is sent in this many blocks, cut anywhere, optionally with thinking between them. */
  | { readonly kind: 'split'; readonly blocks: number; readonly thinkingBetween?: boolean }
  /** Events and content blocks of unknown types. */
  | { readonly kind: 'future' };

/** `none` lets a call succeed, so that the next fault applies to the call after it. */
export type Fault = CallFault | StreamFault | WordFault | { readonly kind: 'none' };

/** The calls that a fault applies to. Other names are those of `routeOf`. */
type FaultRoute = 'POST /v1/messages' | 'POST /v1/messages/count_tokens' | 'GET /v1/models' | (string & {});

/** Planned failures: one entry per call, in the order planned. */
export type Faults = {
  /** Applies a fault, or several at once, to the next call or calls. */
  readonly next: (fault: Fault | readonly Fault[], times?: number, route?: FaultRoute) => void;
  /** Removes all faults. */
  readonly clear: () => void;
  /** The number of calls that will still fail. */
  readonly countLeft: () => number;
};

/** The faults, and the server's access to them. */
export type FaultBox = {
  readonly faults: Faults;
  /** The faults of this call; each is used once. */
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

/** The fault of one kind among those of a call. */
export function findFault<Kind extends Fault['kind']>(
  faults: readonly Fault[],
  kind: Kind,
): Extract<Fault, { readonly kind: Kind }> | undefined {
  return faults.find((fault): fault is Extract<Fault, { readonly kind: Kind }> => fault.kind === kind);
}
