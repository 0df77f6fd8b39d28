import type { AnySelectMenuInteraction, ButtonInteraction } from 'discord.js';
import type { RequestContext } from '../../interaction/context.ts';

export type PrivacyPress = RequestContext<ButtonInteraction | AnySelectMenuInteraction>;

/** The custom ids of buttons and selects. They contain no person, because the one who presses is looked up. */
export const privacyIds = {
  delete: 'privacy:delete',
  erase: 'privacy:erase',
  rule: 'privacy:rule',
  channels: 'privacy:channels',
  roles: 'privacy:roles',
} as const;
