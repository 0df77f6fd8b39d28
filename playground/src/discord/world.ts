import type { Approvals, Search, State } from './state.ts';
import { createMessages } from './world/messages.ts';
import { createPeople } from './world/people.ts';
import { createPlaces } from './world/places.ts';

/**
 * Sets up the contents of the playground. Permissions are not checked; the bot receives events about changes it may
 * see.
 */
export type World = ReturnType<typeof createWorld>;

export function createWorld(state: State) {
  return {
    ...createPeople(state),
    ...createPlaces(state),
    ...createMessages(state),
    /** The person who owns the application. */
    owner: { id: state.application.ownerId },
    /** Grants or takes privileged intents, as the developer portal does. */
    approve: (approvals: Partial<Approvals>): void => {
      Object.assign(state.application.approved, approvals);
    },
    /** Sets whether messages can be searched or their index is still being built. */
    setSearch: (search: Partial<Search>): void => {
      Object.assign(state.search, search);
    },
  };
}
