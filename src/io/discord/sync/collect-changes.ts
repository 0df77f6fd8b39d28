/**
 * Collects the ids of changed messages by server. `work` gets all that arrived while it ran for that server before, so
 * that it runs once at a time; it must not reject.
 */
export function collectChanges(
  work: (guildId: string, ids: readonly string[]) => Promise<void>,
): (guildId: string, ids: readonly string[]) => void {
  const pending = new Map<string, Set<string>>();
  const run = async (guildId: string): Promise<void> => {
    for (let ids = pending.get(guildId); ids !== undefined && ids.size > 0; ids = pending.get(guildId)) {
      pending.set(guildId, new Set());
      await work(guildId, [...ids]);
    }
    pending.delete(guildId);
  };
  return (guildId, ids) => {
    const waiting = pending.get(guildId);
    pending.set(guildId, new Set([...(waiting ?? []), ...ids]));
    if (waiting === undefined) void run(guildId);
  };
}
