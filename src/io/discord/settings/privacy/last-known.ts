import type { PrivacyStore } from '../../../../app/ports.ts';

/**
 * Answers what was asked before also when the store fails meanwhile, so that a summary that is written by then is not lost:
 * nobody can opt out or change a list while the store is away. What was never asked still fails.
 */
export function createLastKnown(store: PrivacyStore): PrivacyStore {
  const people = new Map<string, boolean>();
  const access = new Map<string, Awaited<ReturnType<PrivacyStore['access']>>>();
  return {
    ...store,
    async optedOut(personIds) {
      try {
        const found = await store.optedOut(personIds);
        for (const id of personIds) people.set(id, found.has(id));
        return found;
      } catch (error) {
        if (!personIds.every(id => people.has(id))) throw error;
        return new Set(personIds.filter(id => people.get(id)));
      }
    },
    async access(guildId) {
      try {
        const rules = await store.access(guildId);
        access.set(guildId, rules);
        return rules;
      } catch (error) {
        const known = access.get(guildId);
        if (known === undefined) throw error;
        return known;
      }
    },
  };
}
