/** How long records of a server are stored from when they were made, and how long they are shown, which may be shorter. */
export type Retention = { readonly keptMs: number; readonly shownMs: number };

/** What a server wants now; with null, what holds in a direct message. */
export type ToRetention = (guildId: string | null) => Promise<Retention>;
