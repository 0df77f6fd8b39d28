/** How much of a message a gateway session may read. */
export type Reader = { readonly mayReadContent: boolean };

/** One thing that happened, ready for every gateway session that should hear of it. */
export type PlaygroundEvent = {
  /** Discord's name of the event; the INTERACTION_ ones beside INTERACTION_CREATE are for clients only. */
  readonly name: string;
  /** The session must have asked for one of these intents; 0 goes to every session. */
  readonly intents: number;
  /** Decides the shard; null goes to shard 0. */
  readonly guildId: string | null;
  /** Whether the application's bot may know; worked out when it happened, since a deletion removes the evidence. */
  readonly isForBot: boolean;
  readonly toPayload: (reader: Reader) => unknown;
};

export type Listener = (event: PlaygroundEvent) => void;

export type Events = {
  readonly publish: (event: PlaygroundEvent) => void;
  /** Returns how to stop listening. */
  readonly subscribe: (listener: Listener) => () => void;
};

export function createEvents(): Events {
  const listeners = new Set<Listener>();
  return {
    publish: event => {
      for (const listener of [...listeners]) listener(event);
    },
    subscribe: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
