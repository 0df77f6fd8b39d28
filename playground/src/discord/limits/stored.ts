import type { APIEmbed, APIMessageTopLevelComponent } from 'discord-api-types/v10';
import { ComponentType as Type } from 'discord-api-types/v10';
import type { Component, Media } from './components.ts';

/** Numbers the components and drops nulls, as Discord does before it returns them. */
export function toStoredComponents(components: readonly Component[]): APIMessageTopLevelComponent[] {
  let next = 0;
  const keep = (component: Component): Component => {
    next += 1;
    const { components: children, accessory, component: labelled } = component;
    return {
      ...defaultsOf(component),
      ...withoutNulls(component),
      id: component.id ?? next,
      ...(children ? { components: children.map(keep) } : {}),
      ...(accessory ? { accessory: keep(accessory) } : {}),
      ...(labelled ? { component: keep(labelled) } : {}),
      ...(component.media ? { media: toStoredMedia(component.media) } : {}),
      ...(component.file ? { file: toStoredMedia(component.file) } : {}),
      ...(component.items
        ? {
            items: component.items.map(item => ({
              description: null,
              spoiler: false,
              ...withoutNulls(item),
              media: toStoredMedia(item.media),
            })),
          }
        : {}),
    };
  };
  return components.map(keep).filter(isTopLevel);
}

/** The types of top-level components; the limits have checked the rest. */
const topLevel: ReadonlySet<number> = new Set([
  Type.ActionRow,
  Type.Section,
  Type.TextDisplay,
  Type.MediaGallery,
  Type.File,
  Type.Separator,
  Type.Container,
]);

function isTopLevel(component: Component): component is APIMessageTopLevelComponent {
  return topLevel.has(component.type);
}

/** Discord's defaults for missing fields. */
function defaultsOf(component: Component): object {
  switch (component.type) {
    case Type.Button:
      return { disabled: false };
    case Type.StringSelect:
    case Type.UserSelect:
    case Type.RoleSelect:
    case Type.MentionableSelect:
    case Type.ChannelSelect:
      return { min_values: 1, max_values: 1 };
    case Type.Container:
      return { accent_color: null, spoiler: false };
    case Type.Separator:
      return { divider: true, spacing: 1 };
    case Type.Thumbnail:
      return { description: null, spoiler: false };
    case Type.File:
      return { name: null, size: null, spoiler: false };
    default:
      return {};
  }
}

function toStoredMedia(media: Media): Media & { readonly id: string; readonly proxy_url: string } {
  return { ...media, id: '0', proxy_url: media.url };
}

/** An embed as Discord returns it: with its type, without nulls, `inline` defaulting to false. */
export function toStoredEmbed(
  embed: object & { readonly fields?: readonly object[] | null | undefined },
): APIEmbed {
  const { fields, ...rest } = embed;
  const inLine = fields ? { fields: fields.map(field => ({ inline: false, ...withoutNulls(field) })) } : {};
  return { type: 'rich', ...withoutNulls(rest), ...inLine } as APIEmbed;
}

function withoutNulls<T extends object>(value: T): T {
  const entries = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    if (inner === null || inner === undefined) return [];
    if (Array.isArray(inner)) return [[key, inner.map(one => (isObject(one) ? withoutNulls(one) : one))]];
    return [[key, isObject(inner) ? withoutNulls(inner) : inner]];
  });
  return Object.fromEntries(entries) as T;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
