import { createCommandActions } from './actions/commands.ts';
import { createComponentActions } from './actions/components.ts';
import { createLookupActions } from './actions/lookups.ts';
import { createMessageActions } from './actions/messages.ts';
import type { State } from './state.ts';

/**
 * What people do in Discord's client. Each checks what the client checks first (`ClientRefusal`) and what Discord
 * then refuses (`ApiError`), and gives what this person sees.
 */
export type Actions = ReturnType<typeof createActions>;

export function createActions(state: State) {
  return {
    ...createLookupActions(state),
    ...createMessageActions(state),
    ...createCommandActions(state),
    ...createComponentActions(state),
  };
}
