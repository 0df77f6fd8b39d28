import { createCommandActions } from './actions/commands.ts';
import { createComponentActions } from './actions/components.ts';
import { createForgedActions } from './actions/forged.ts';
import { createLookupActions } from './actions/lookups.ts';
import { createMessageActions } from './actions/messages.ts';
import type { State } from './state.ts';

/**
 * The actions of people in Discord's client. Each runs the client's checks (`ClientRefusal`), then Discord's
 * (`ApiError`), and returns what this person sees.
 */
export type Actions = ReturnType<typeof createActions>;

export function createActions(state: State) {
  return {
    ...createLookupActions(state),
    ...createMessageActions(state),
    ...createCommandActions(state),
    ...createComponentActions(state),
    ...createForgedActions(state),
  };
}
