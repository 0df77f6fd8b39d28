import {
  type APIApplicationCommandOption,
  type ChannelType,
  ApplicationCommandOptionType as Type,
} from 'discord-api-types/v10';
import { idOf, type Ref } from '../lookup.ts';
import { toResolvedChannel } from '../payloads/channels.ts';
import { toAttachmentPayload } from '../payloads/messages.ts';
import { toMemberWithoutUser, toRolePayload, userPayloadOf } from '../payloads/people.ts';
import { canView, toBasePermissions } from '../permissions.ts';
import type { Channel, Command, State } from '../state.ts';
import { type FileOptions, toAttachments } from '../world/messages.ts';
import { ClientRefusal } from './refusal.ts';

/** A person's input for an option: a value, a person, role or channel, or a file. */
export type OptionValue = string | number | boolean | Ref | FileOptions;

type OptionPath = { readonly group?: string | undefined; readonly subcommand?: string | undefined };

/** An option in an interaction. */
type OptionPayload = {
  readonly name: string;
  readonly type: Type;
  readonly value?: string | number | boolean;
  readonly focused?: boolean;
  readonly options?: readonly OptionPayload[];
};

/** The people, roles, channels and files that options refer to, as part of an interaction. */
export type Resolved = {
  users?: Record<string, object>;
  members?: Record<string, object>;
  roles?: Record<string, object>;
  channels?: Record<string, object>;
  messages?: Record<string, object>;
  attachments?: Record<string, object>;
};

export type Scope = { readonly state: State; readonly userId: string; readonly channel: Channel };

type Flat = APIApplicationCommandOption & {
  readonly choices?: readonly { readonly name: string; readonly value: string | number }[];
  readonly autocomplete?: boolean;
  readonly min_value?: number;
  readonly max_value?: number;
  readonly min_length?: number;
  readonly max_length?: number;
  readonly channel_types?: readonly ChannelType[];
  readonly file_types?: readonly string[];
};

/** The options of a command, or of the chosen subcommand. */
export function pickOptions(command: Command, path: OptionPath): readonly Flat[] {
  let options = (command.options ?? []) as readonly Flat[];
  for (const name of [path.group, path.subcommand]) {
    if (name === undefined) continue;
    const found = options.find(option => option.name === name);
    if (!found || !isNested(found)) throw new ClientRefusal(`/${command.name} has no subcommand "${name}"`);
    options = (found.options ?? []) as readonly Flat[];
  }
  if (options.some(isNested)) throw new ClientRefusal(`/${command.name} needs a subcommand`);
  return options;
}

function isNested(option: APIApplicationCommandOption): option is Extract<typeof option, { type: 1 | 2 }> {
  return option.type === Type.Subcommand || option.type === Type.SubcommandGroup;
}

/** Wraps options in their subcommand's name. */
export function wrapOptions(path: OptionPath, options: readonly OptionPayload[]): readonly OptionPayload[] {
  const inner = path.subcommand ? [{ name: path.subcommand, type: Type.Subcommand, options }] : options;
  return path.group ? [{ name: path.group, type: Type.SubcommandGroup, options: inner }] : inner;
}

/** Checks the input against the definition, as the client does before it sends a command. */
export function toOptionPayloads(
  scope: Scope,
  definitions: readonly Flat[],
  given: Readonly<Record<string, OptionValue>>,
  resolved: Resolved,
  isComplete = true,
): OptionPayload[] {
  for (const name of Object.keys(given)) {
    if (!definitions.some(one => one.name === name)) throw new ClientRefusal(`there is no option "${name}"`);
  }
  return definitions.flatMap(definition => {
    const value = given[definition.name];
    if (value !== undefined) return [toOptionPayload(scope, definition, value, resolved)];
    if (isComplete && definition.required) throw new ClientRefusal(`"${definition.name}" is required`);
    return [];
  });
}

function toOptionPayload(
  scope: Scope,
  definition: Flat,
  value: OptionValue,
  resolved: Resolved,
): OptionPayload {
  const { name, type } = definition;
  switch (type) {
    case Type.String:
    case Type.Integer:
    case Type.Number:
    case Type.Boolean:
      return { name, type, value: toPlainValue(definition, value) };
    case Type.User:
    case Type.Role:
    case Type.Channel:
    case Type.Mentionable: {
      if (typeof value === 'number' || typeof value === 'boolean' || isFile(value))
        throw new ClientRefusal(`"${name}" takes an id`);
      return { name, type, value: resolve(scope, definition, idOf(value), resolved) };
    }
    case Type.Attachment:
      if (!isFile(value)) throw new ClientRefusal(`"${name}" takes a file`);
      checkFileType(definition, value.name);
      return { name, type, value: upload(scope, value, resolved) };
    default:
      throw new ClientRefusal(`options like "${name}" cannot be filled in here`);
  }
}

function isFile(value: OptionValue): value is FileOptions {
  return typeof value === 'object' && 'content' in value;
}

/** Discord tells kinds of media by the ending too; only endings are modeled. */
function checkFileType({ name, file_types: types }: Flat, fileName: string): void {
  const endings = types?.filter(type => type.startsWith('.')) ?? [];
  if (endings.length === 0 || endings.length !== types?.length) return;
  if (!endings.some(ending => fileName.toLowerCase().endsWith(ending.toLowerCase())))
    throw new ClientRefusal(`"${name}" takes ${endings.join(', ')}`);
}

/** Attaches a file to a command; only the command's bot and the person can read it. */
function upload({ state, userId, channel }: Scope, file: FileOptions, resolved: Resolved): string {
  const [attachment] = toAttachments(state, [file]);
  if (!attachment) throw new ClientRefusal('no file was attached');
  state.uploads.set(attachment.id, attachment);
  const place = { channelId: channel.id, ephemeralTo: userId };
  const payload = toAttachmentPayload(state, place, attachment);
  resolved.attachments = { ...resolved.attachments, [attachment.id]: payload };
  return attachment.id;
}

function toPlainValue(definition: Flat, value: OptionValue): string | number | boolean {
  const { name, type, choices } = definition;
  const wanted = type === Type.String ? 'string' : type === Type.Boolean ? 'boolean' : 'number';
  if (typeof value === 'object' || typeof value !== wanted)
    throw new ClientRefusal(`"${name}" takes a ${wanted}`);
  if (type === Type.Integer && !Number.isInteger(value))
    throw new ClientRefusal(`"${name}" takes a whole number`);
  if (choices?.length && !choices.some(choice => choice.value === value)) {
    throw new ClientRefusal(`"${String(value)}" is none of the choices of "${name}"`);
  }
  if (typeof value === 'number') {
    const { min_value: min = -Infinity, max_value: max = Infinity } = definition;
    if (value < min || value > max) throw new ClientRefusal(`"${name}" must be between ${min} and ${max}`);
  }
  if (typeof value === 'string') {
    const { min_length: min = 0, max_length: max = 6000 } = definition;
    if (value.length < min || value.length > max) {
      throw new ClientRefusal(`"${name}" must have ${min} to ${max} characters`);
    }
  }
  return value;
}

function resolve(scope: Scope, definition: Flat, id: string, resolved: Resolved): string {
  const { type, name } = definition;
  const { state, channel: here } = scope;
  const role = state.guilds.get(here.guildId ?? '')?.roles.get(id);
  if ((type === Type.Role || type === Type.Mentionable) && role) {
    resolved.roles = { ...resolved.roles, [id]: toRolePayload(role) };
    return id;
  }
  if ((type === Type.User || type === Type.Mentionable) && state.users.has(id)) {
    resolveUser(scope, id, resolved);
    return id;
  }
  const channel = state.channels.get(id);
  if (type === Type.Channel && channel) {
    const kinds = definition.channel_types;
    if (kinds?.length && !kinds.includes(channel.type))
      throw new ClientRefusal(`"${name}" takes another kind of channel`);
    resolveChannel(scope, channel, resolved);
    return id;
  }
  throw new ClientRefusal(`nothing to pick for "${name}" has the id ${id}`);
}

export function resolveUser(scope: Scope, id: string, resolved: Resolved): void {
  const { state, channel } = scope;
  resolved.users = { ...resolved.users, [id]: userPayloadOf(state, id) };
  const guild = state.guilds.get(channel.guildId ?? '');
  const member = guild?.members.get(id);
  if (!guild || !member) return;
  const permissions = toBasePermissions(guild, member).toString();
  resolved.members = { ...resolved.members, [id]: { ...toMemberWithoutUser(member), permissions } };
}

export function resolveChannel(scope: Scope, channel: Channel, resolved: Resolved): void {
  const { state, userId } = scope;
  if (channel.guildId !== scope.channel.guildId || !canView(state, userId, channel)) {
    throw new ClientRefusal('that channel is not offered to this person');
  }
  resolved.channels = { ...resolved.channels, [channel.id]: toResolvedChannel(state, channel, userId) };
}
