import {
  type APIModalInteractionResponseCallbackData,
  ButtonStyle,
  InteractionType,
  ComponentType as Type,
} from 'discord-api-types/v10';
import { createInteraction } from '../interactions/create.ts';
import { firstAnswer, type InteractionView } from '../interactions/view.ts';
import { type Component, flatten } from '../limits/components.ts';
import { findChannel, findMessage, idOf, type Ref } from '../lookup.ts';
import { toRolePayload } from '../payloads/people.ts';
import { canView } from '../permissions.ts';
import type { Message, State } from '../state.ts';
import { type Resolved, resolveChannel, resolveUser, type Scope } from './options.ts';
import { ClientRefusal } from './refusal.ts';

type MessageRef = { readonly id: string; readonly channel_id: string } | Message;

/** Identifies a component by its custom id or its visible label. */
export type Which = { readonly customId: string } | { readonly label: string };

type PressOptions = { readonly user: Ref; readonly message: MessageRef } & Which;
export type SelectOptions = PressOptions & { readonly values: readonly Ref[] };

/** Values by custom id: a text, or the values of a select. */
export type Fields = Readonly<Record<string, string | readonly string[]>>;

/** Presses, choices and submissions, as a person. */
export function createComponentActions(state: State) {
  const start = (wanted: PressOptions) => {
    const userId = idOf(wanted.user);
    const channelId = 'channelId' in wanted.message ? wanted.message.channelId : wanted.message.channel_id;
    const message = findMessage(state, channelId, wanted.message.id);
    if (!canView(state, userId, findChannel(state, channelId))) {
      throw new ClientRefusal('this person does not see that channel');
    }
    if (message.ephemeralTo !== null && message.ephemeralTo !== userId) {
      throw new ClientRefusal('only the person it was written for sees that message');
    }
    const all = flatten(message.components);
    const component = all.find(one =>
      'customId' in wanted ? one.custom_id === wanted.customId : one.label === wanted.label,
    );
    if (!component)
      throw new ClientRefusal(
        `that message has no such component: ${JSON.stringify(all.map(one => one.label ?? one.custom_id).filter(Boolean))}`,
      );
    if (component.disabled) throw new ClientRefusal('that component is greyed out');
    return { userId, message, component, scope: { state, userId, channel: findChannel(state, channelId) } };
  };

  const act = (userId: string, message: Message, component: Component, rest: object) => {
    const interaction = createInteraction(state, {
      type: InteractionType.MessageComponent,
      userId,
      channelId: message.channelId,
      source: message,
      data: { id: component.id, custom_id: component.custom_id, component_type: component.type, ...rest },
    });
    return firstAnswer(state, interaction);
  };

  return {
    press: async (wanted: PressOptions): Promise<InteractionView> => {
      const { userId, message, component } = start(wanted);
      if (component.type !== Type.Button) throw new ClientRefusal('that is not a button');
      if (component.style === ButtonStyle.Link)
        throw new ClientRefusal('a link opens a page, it asks no bot');
      return act(userId, message, component, {});
    },

    select: async (wanted: SelectOptions): Promise<InteractionView> => {
      const { userId, message, component, scope } = start(wanted);
      const values = wanted.values.map(idOf);
      const resolved: Resolved = {};
      checkValues(scope, component, values, resolved);
      const extra = Object.keys(resolved).length > 0 ? { resolved } : {};
      return act(userId, message, component, { values, ...extra });
    },

    /** Submits the modal that an interaction opened. */
    submit: async (view: InteractionView, fields: Fields): Promise<InteractionView> => {
      const opened = state.interactions.get(view.id);
      if (!opened || view.modal === null) throw new ClientRefusal('no modal is open');
      const source = opened.sourceMessageId
        ? state.messages.get(opened.channelId)?.get(opened.sourceMessageId)
        : undefined;
      const resolved: Resolved = {};
      const scope = { state, userId: view.userId, channel: findChannel(state, opened.channelId) };
      const components = fillIn(scope, view.modal, fields, resolved);
      const extra = Object.keys(resolved).length > 0 ? { resolved } : {};
      const interaction = createInteraction(state, {
        type: InteractionType.ModalSubmit,
        userId: view.userId,
        channelId: opened.channelId,
        source: source ?? null,
        data: { custom_id: view.modal.custom_id, components, ...extra },
      });
      return firstAnswer(state, interaction);
    },
  };
}

/** Checks the chosen values of a select, and collects the people, roles and channels among them. */
function checkValues(
  scope: Scope,
  component: Component,
  values: readonly string[],
  resolved: Resolved,
): void {
  checkCount(component, values);
  if (new Set(values).size < values.length) throw new ClientRefusal('the same was chosen twice');
  for (const value of values) {
    if (component.type === Type.StringSelect) checkOption(component, value);
    else resolveValue(scope, component, value, resolved);
  }
}

function checkCount(component: Component, values: readonly string[]): void {
  const min = component.min_values ?? 1;
  const max = component.max_values ?? 1;
  if (values.length < min || values.length > max) throw new ClientRefusal(`choose ${min} to ${max}`);
}

function checkOption(component: Component, value: string): void {
  if (component.options?.some(option => option.value === value)) return;
  throw new ClientRefusal(`"${value}" is not offered`);
}

function resolveValue(scope: Scope, component: Component, id: string, resolved: Resolved): void {
  const { state, channel: here } = scope;
  const role = state.guilds.get(here.guildId ?? '')?.roles.get(id);
  if (role && (component.type === Type.RoleSelect || component.type === Type.MentionableSelect)) {
    resolved.roles = { ...resolved.roles, [id]: toRolePayload(role) };
  } else if (component.type === Type.ChannelSelect) {
    const channel = findChannel(state, id);
    const kinds = component.channel_types;
    if (kinds?.length && !kinds.includes(channel.type))
      throw new ClientRefusal('another kind of channel is wanted');
    resolveChannel(scope, channel, resolved);
  } else if (component.type === Type.UserSelect || component.type === Type.MentionableSelect) {
    resolveUser(scope, id, resolved);
  } else throw new ClientRefusal('that select takes something else');
}

/** The modal's components with their values, checked as the client checks them before it submits. */
function fillIn(
  scope: Scope,
  modal: APIModalInteractionResponseCallbackData,
  fields: Fields,
  resolved: Resolved,
): object[] {
  const { components } = modal;
  const known = flatten(components).flatMap(one => one.custom_id ?? []);
  for (const id of Object.keys(fields)) {
    if (!known.includes(id)) throw new ClientRefusal(`the modal has no field "${id}"`);
  }
  return components.map((component, index) => {
    const id = component.id ?? index + 1;
    if (component.type === Type.Label && component.component) {
      return { type: component.type, id, component: toField(scope, component.component, fields, resolved) };
    }
    if (component.type === Type.ActionRow) {
      const children = (component.components ?? []).map(child => toField(scope, child, fields, resolved));
      return { type: component.type, id, components: children };
    }
    return { type: component.type, id };
  });
}

function toField(scope: Scope, component: Component, fields: Fields, resolved: Resolved): object {
  const customId = component.custom_id ?? '';
  const given = fields[customId];
  const base = { type: component.type, id: component.id ?? 0, custom_id: customId };
  if (component.type !== Type.TextInput) {
    const preset = component.options?.filter(option => option.default).map(({ value }) => value) ?? [];
    const values = given === undefined ? preset : [given].flat();
    if (values.length > 0 || component.required !== false) checkValues(scope, component, values, resolved);
    return { ...base, values };
  }
  const prefilled = (component as { readonly value?: string | null }).value ?? '';
  const value = given === undefined ? prefilled : String(given);
  const isNeeded = component.required !== false;
  if (isNeeded && value === '') throw new ClientRefusal(`"${customId}" is required`);
  const { min_length: min, max_length: max } = component;
  if (value !== '' && (value.length < (min ?? 0) || value.length > (max ?? 4000))) {
    throw new ClientRefusal(`"${customId}" must have ${min ?? 0} to ${max ?? 4000} characters`);
  }
  return { ...base, value };
}
