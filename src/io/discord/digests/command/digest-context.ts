import type {
  ButtonInteraction,
  ChannelSelectMenuInteraction,
  RepliableInteraction,
  StringSelectMenuInteraction,
} from 'discord.js';
import type { Digests } from '../../../../app/digests/digests.ts';
import type { RequestContext } from '../../interaction/context.ts';

export type DigestPress = ButtonInteraction | StringSelectMenuInteraction | ChannelSelectMenuInteraction;

/** A request in a process that runs digests. */
export type DigestContext<Interaction extends RepliableInteraction = RepliableInteraction> =
  RequestContext<Interaction> & { readonly digests: Digests };
