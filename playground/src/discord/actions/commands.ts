import {
  PermissionFlagsBits as Flags,
  InteractionType,
  ApplicationCommandType as Kind,
} from 'discord-api-types/v10';
import { createInteraction } from '../interactions/create.ts';
import { firstAnswer, type InteractionView } from '../interactions/view.ts';
import { findChannel, idOf, type Ref } from '../lookup.ts';
import { PERSON, toBareMessage, toMessagePayload } from '../payloads/messages.ts';
import { canView, has, permissionsIn, writePermission } from '../permissions.ts';
import { commandsIn } from '../rest/commands.ts';
import type { Channel, Command, Message, State } from '../state.ts';
import {
  type OptionValue,
  pickOptions,
  type Resolved,
  resolveUser,
  toOptionPayloads,
  wrapOptions,
} from './options.ts';
import { ClientRefusal } from './refusal.ts';

type Where = { readonly user: Ref; readonly channel: Ref; readonly command: string };

type SlashOptions = Where & {
  readonly group?: string;
  readonly subcommand?: string;
  readonly options?: Readonly<Record<string, OptionValue>>;
};

type AutocompleteOptions = SlashOptions & {
  /** The option in focus. */
  readonly focused: { readonly name: string; readonly value: string };
};

/** Commands, run as a person. */
export function createCommandActions(state: State) {
  const start = (where: Where, kind: Kind) => {
    const channel = findChannel(state, idOf(where.channel));
    const userId = idOf(where.user);
    const command = offered(state, userId, channel).find(
      one => one.name === where.command && one.type === kind,
    );
    if (!command) throw new ClientRefusal(`"${where.command}" is not offered to this person here`);
    return { channel, userId, command, scope: { state, userId, channel } };
  };

  const slash = (wanted: SlashOptions) => {
    const { channel, userId, command, scope } = start(wanted, Kind.ChatInput);
    if (!has(permissionsIn(state, userId, channel), writePermission(channel))) {
      throw new ClientRefusal('people who may not write here cannot type a command either');
    }
    return { channel, userId, command, scope, definitions: pickOptions(command, wanted) };
  };

  const run = (userId: string, channel: Channel, command: Command, rest: object, targetId: string | null) => {
    const guild = command.scopeGuildId === null ? {} : { guild_id: command.scopeGuildId };
    const interaction = createInteraction(state, {
      type: InteractionType.ApplicationCommand,
      userId,
      channelId: channel.id,
      commandName: command.name,
      targetId,
      data: { id: command.id, name: command.name, type: command.type, ...guild, ...rest },
    });
    return firstAnswer(state, interaction);
  };

  return {
    /** The commands available to this person in this channel. */
    offeredCommands: (user: Ref, channel: Ref): readonly Command[] =>
      offered(state, idOf(user), findChannel(state, idOf(channel))),

    slash: async (wanted: SlashOptions): Promise<InteractionView> => {
      const { channel, userId, command, scope, definitions } = slash(wanted);
      const resolved: Resolved = {};
      const options = toOptionPayloads(scope, definitions, wanted.options ?? {}, resolved);
      const data = {
        ...(definitions.length > 0 || wanted.subcommand ? { options: wrapOptions(wanted, options) } : {}),
        ...withResolved(resolved),
      };
      return run(userId, channel, command, data, null);
    },

    /** The suggestions for the option in focus; empty if the bot did not answer. */
    autocomplete: async (wanted: AutocompleteOptions): Promise<InteractionView['choices']> => {
      const { channel, userId, command, scope, definitions } = slash(wanted);
      const { focused } = wanted;
      const definition = definitions.find(one => one.name === focused.name);
      if (!definition?.autocomplete) throw new ClientRefusal(`"${focused.name}" has no suggestions`);
      const { [focused.name]: _typed, ...others } = wanted.options ?? {};
      const resolved: Resolved = {};
      const options = [
        ...toOptionPayloads(scope, definitions, others, resolved, false),
        { name: focused.name, type: definition.type, value: focused.value, focused: true },
      ];
      const interaction = createInteraction(state, {
        type: InteractionType.ApplicationCommandAutocomplete,
        userId,
        channelId: channel.id,
        commandName: command.name,
        data: {
          id: command.id,
          name: command.name,
          type: command.type,
          options: wrapOptions(wanted, options),
          ...withResolved(resolved),
        },
      });
      return (await firstAnswer(state, interaction)).choices;
    },

    messageMenu: async (wanted: Where & { readonly target: Message }): Promise<InteractionView> => {
      const { channel, userId, command, scope } = start(wanted, Kind.Message);
      const { target } = wanted;
      if (target.channelId !== channel.id) throw new ClientRefusal('that message is in another channel');
      if (target.ephemeralTo !== null)
        throw new ClientRefusal('an ephemeral message has no apps in its menu');
      // Discord shows the message itself in any case, but not the one that it answers.
      const answered = { mayReadContent: state.application.approved.messageContent };
      const payload = {
        ...toMessagePayload(state, target, answered),
        ...toBareMessage(state, target, PERSON),
      };
      const resolved: Resolved = { messages: { [target.id]: payload } };
      resolveUser(scope, target.authorId, resolved);
      return run(
        userId,
        channel,
        command,
        { target_id: target.id, resolved: { messages: resolved.messages } },
        target.id,
      );
    },

    userMenu: async (wanted: Where & { readonly target: Ref }): Promise<InteractionView> => {
      const { channel, userId, command, scope } = start(wanted, Kind.User);
      const targetId = idOf(wanted.target);
      const resolved: Resolved = {};
      resolveUser(scope, targetId, resolved);
      return run(userId, channel, command, { target_id: targetId, resolved }, targetId);
    },
  };
}

function withResolved(resolved: Resolved): { readonly resolved?: Resolved } {
  return Object.keys(resolved).length > 0 ? { resolved } : {};
}

/** Global commands and the server's own that permissions, contexts and the definition show to this person. */
function offered(state: State, userId: string, channel: Channel): Command[] {
  if (!canView(state, userId, channel)) throw new ClientRefusal('this person does not see that channel');
  const permissions = permissionsIn(state, userId, channel);
  if (!has(permissions, Flags.UseApplicationCommands)) return [];
  const { guildId } = channel;
  const isMember =
    guildId === null
      ? channel.recipientIds.includes(state.application.id)
      : state.guilds.get(guildId)?.members.has(state.application.id) === true;
  const isForUser = !isMember && state.installedFor.has(userId);
  if (!isMember && !isForUser) return [];
  const all = [...commandsIn(state, null), ...(guildId === null ? [] : commandsIn(state, guildId))];
  return all.filter(command => {
    const context = guildId !== null ? 0 : isMember ? 1 : 2;
    if (isForUser && !command.integration_types?.includes(1)) return false;
    if (isMember && !command.integration_types?.includes(0)) return false;
    if (command.contexts && !command.contexts.includes(context)) return false;
    if (guildId === null) return command.dm_permission !== false;
    const needed = command.default_member_permissions;
    if (needed === null) return true;
    return needed === '0' ? has(permissions, Flags.Administrator) : has(permissions, BigInt(needed));
  });
}
