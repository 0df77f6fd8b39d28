/** What a gateway session may read of a message. */
export type Reader = { readonly mayReadContent: boolean };

/** An event for every gateway session that should receive it. */
export type PlaygroundEvent = {
  /** Discord's name of the event; INTERACTION_ names other than INTERACTION_CREATE are for clients only. */
  readonly name: string;
  /** A session needs one of these intents; 0 goes to every session. */
  readonly intents: number;
  /** Determines the shard; null is shard 0. */
  readonly guildId: string | null;
  /** Whether the application's bot may receive it; decided at publishing, because a deletion removes the data for it. */
  readonly isForBot: boolean;
  readonly toPayload: (reader: Reader) => unknown;
};

export type Listener = (event: PlaygroundEvent) => void;

export type Events = {
  readonly publish: (event: PlaygroundEvent) => void;
  /** Returns a function that unsubscribes. */
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
