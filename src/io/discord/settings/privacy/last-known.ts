import type { PrivacyStore } from '../../../../app/ports.ts';

/**
 * If the store fails, repeats its last known answers, so that a finished summary is not lost: while the store is down,
 * nobody can opt out or change the rules. A first question still fails.
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
