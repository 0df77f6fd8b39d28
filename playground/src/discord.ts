export type { OptionValue } from './discord/actions/options.ts';
export type { Faults } from './discord/faults.ts';
export type { InteractionView } from './discord/interactions/view.ts';
export type { Exchange } from './discord/rest/app.ts';
export { createPlayground, type Playground, type PlaygroundOptions } from './discord/server.ts';
export type { Channel, Guild, Message, User } from './discord/state.ts';
export type { MessageOptions } from './discord/world/messages.ts';
