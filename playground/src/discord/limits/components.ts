import { ButtonStyle, ComponentType as Type } from 'discord-api-types/v10';
import { z } from 'zod';
import { byType, choice, list, note, snowflake, text, url, whole } from './form.ts';

type Maybe<T> = T | null | undefined;

/** A component of any kind, with the fields used here; the others are passed through. */
export type Component = {
  readonly type: number;
  readonly id?: number;
  readonly custom_id?: Maybe<string>;
  readonly components?: readonly Component[];
  readonly accessory?: Component;
  readonly component?: Component;
  readonly content?: string;
  readonly style?: number;
  readonly label?: Maybe<string>;
  readonly url?: Maybe<string>;
  readonly disabled?: Maybe<boolean>;
  readonly required?: Maybe<boolean>;
  readonly options?: readonly {
    readonly label: string;
    readonly value: string;
    readonly default?: boolean | null | undefined;
  }[];
  readonly channel_types?: Maybe<readonly number[]>;
  readonly min_values?: Maybe<number>;
  readonly max_values?: Maybe<number>;
  readonly min_length?: Maybe<number>;
  readonly max_length?: Maybe<number>;
  readonly media?: Media;
  readonly file?: Media;
  readonly items?: readonly { readonly media: Media }[];
};

export type Media = { readonly url: string };

const customId = text(100, 1);
const emoji = z.object({
  id: snowflake().nullish(),
  name: text(32).nullish(),
  animated: z.boolean().nullish(),
});

const button = z
  .object({
    type: z.literal(Type.Button),
    style: choice([1, 2, 3, 4, 5, 6]),
    label: text(80).nullish(),
    custom_id: text(100, 1).nullish(),
    url: url(['http', 'https', 'discord'], 512).nullish(),
    sku_id: snowflake().nullish(),
    disabled: z.boolean().nullish(),
    emoji: emoji.nullish(),
  })
  .superRefine((value, context) => {
    const isLink = value.style === ButtonStyle.Link;
    const isPremium = value.style === ButtonStyle.Premium;
    if (isLink && !value.url) note(context, 'BASE_TYPE_REQUIRED', 'This field is required', ['url']);
    if (isLink && value.custom_id) {
      note(
        context,
        'BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE',
        'A custom id and url cannot both be specified',
      );
    }
    if (!isLink && !isPremium && !value.custom_id) {
      note(context, 'BUTTON_COMPONENT_CUSTOM_ID_REQUIRED', 'A custom id required');
    }
    if (!isLink && value.url)
      note(context, 'BUTTON_COMPONENT_INVALID_STYLE', 'Only link buttons may have a url');
    if (!isPremium && !value.label && !value.emoji) {
      note(context, 'BASE_TYPE_REQUIRED', 'This field is required', ['label']);
    }
  });

const selectOption = z.object({
  label: text(100, 1),
  value: text(100, 1),
  description: text(100).nullish(),
  emoji: emoji.nullish(),
  default: z.boolean().nullish(),
});

const selectBase = {
  custom_id: customId,
  placeholder: text(150).nullish(),
  min_values: whole(0, 25).nullish(),
  max_values: whole(1, 25).nullish(),
  disabled: z.boolean().nullish(),
  required: z.boolean().nullish(),
};

function noteFewerThanLeast(least: number, most: number, context: z.core.$RefinementCtx): void {
  if (least <= most) return;
  note(context, 'SELECT_COMPONENT_INVALID_MIN_VALUES', 'min_values must not exceed max_values', [
    'min_values',
  ]);
}

const stringSelect = z
  .object({ ...selectBase, type: z.literal(Type.StringSelect), options: list(selectOption, 25, 1) })
  .superRefine((value, context) => {
    const seen = new Set<string>();
    value.options.forEach((option, index) => {
      if (seen.has(option.value)) {
        const path = ['options', index, 'value'];
        note(
          context,
          'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
          'The specified option value is already used',
          path,
        );
      }
      seen.add(option.value);
    });
    const most = value.max_values ?? 1;
    if (most > value.options.length) {
      note(context, 'BASE_TYPE_BAD_LENGTH', `Must be between ${most} and 25 in length.`, ['options']);
    }
    noteFewerThanLeast(value.min_values ?? 1, most, context);
    if (value.options.filter(option => option.default).length > most) {
      note(context, 'SELECT_COMPONENT_TOO_MANY_DEFAULTS', 'More defaults than max_values', ['options']);
    }
  });

const anySelect = z
  .object({
    ...selectBase,
    type: choice([Type.UserSelect, Type.RoleSelect, Type.MentionableSelect, Type.ChannelSelect]),
    channel_types: z.array(choice([0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15, 16])).nullish(),
    default_values: z.array(z.object({ id: snowflake(), type: z.string() })).nullish(),
  })
  .superRefine((value, context) => {
    const most = value.max_values ?? 1;
    noteFewerThanLeast(value.min_values ?? 1, most, context);
    const defaults = value.default_values ?? [];
    if (defaults.length > most) {
      note(context, 'SELECT_COMPONENT_TOO_MANY_DEFAULTS', 'More defaults than max_values', [
        'default_values',
      ]);
    }
    const kinds = defaultKinds[value.type as keyof typeof defaultKinds];
    defaults.forEach(({ type }, index) => {
      if (!kinds.includes(type))
        note(context, 'BASE_TYPE_CHOICES', `Value must be one of {${kinds.join(', ')}}.`, [
          'default_values',
          index,
          'type',
        ]);
    });
  });

/** The allowed types of default values in each select. */
const defaultKinds = {
  [Type.UserSelect]: ['user'],
  [Type.RoleSelect]: ['role'],
  [Type.MentionableSelect]: ['user', 'role'],
  [Type.ChannelSelect]: ['channel'],
};

/** The selects, which modals also accept inside labels. */
export const SELECTS = {
  [Type.StringSelect]: () => stringSelect,
  [Type.UserSelect]: () => anySelect,
  [Type.RoleSelect]: () => anySelect,
  [Type.MentionableSelect]: () => anySelect,
  [Type.ChannelSelect]: () => anySelect,
};

const row = z
  .object({
    type: z.literal(Type.ActionRow),
    components: list(byType<Component>({ [Type.Button]: () => button, ...SELECTS }), 5, 1),
  })
  .superRefine((value, context) => {
    const hasSelect = value.components.some(component => component.type !== Type.Button);
    if (hasSelect && value.components.length > 1) {
      note(context, 'COMPONENT_LAYOUT_WIDTH_EXCEEDED', 'Component layout width exceeded', ['components']);
    }
  });

const media = z.object({ url: url(['http', 'https', 'attachment']) });
const display = z.object({ type: z.literal(Type.TextDisplay), content: text(4000, 1) });
const thumbnail = z.object({ type: z.literal(Type.Thumbnail), media, description: text(1024).nullish() });
const section = z.object({
  type: z.literal(Type.Section),
  components: list(display, 3, 1),
  accessory: byType<Component>({ [Type.Button]: () => button, [Type.Thumbnail]: () => thumbnail }),
});
const gallery = z.object({
  type: z.literal(Type.MediaGallery),
  items: list(z.object({ media, description: text(1024).nullish(), spoiler: z.boolean().nullish() }), 10, 1),
});
const file = z.object({ type: z.literal(Type.File), file: media, spoiler: z.boolean().nullish() });
const separator = z.object({
  type: z.literal(Type.Separator),
  divider: z.boolean().nullish(),
  spacing: choice([1, 2]).nullish(),
});

const layout = {
  [Type.ActionRow]: () => row,
  [Type.Section]: () => section,
  [Type.TextDisplay]: () => display,
  [Type.MediaGallery]: () => gallery,
  [Type.File]: () => file,
  [Type.Separator]: () => separator,
};

const container = z.object({
  type: z.literal(Type.Container),
  components: z.array(byType<Component>(layout)),
  accent_color: whole(0, 0xffffff).nullish(),
  spoiler: z.boolean().nullish(),
});

/** The components of an ordinary message: up to five rows. */
export const rows = list(byType<Component>({ [Type.ActionRow]: () => row }), 5).superRefine(noteDuplicates);

/** The components of a message with the Components V2 flag: up to forty in all, 4000 characters of text. */
export const layouts = z
  .array(byType<Component>({ ...layout, [Type.Container]: () => container }))
  .superRefine((components, context) => {
    const all = flatten(components);
    if (all.length > 40)
      note(context, 'COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED', 'The maximum number of components is 40');
    const length = all.reduce((sum, one) => sum + (one.content?.length ?? 0), 0);
    if (length > 4000) {
      note(
        context,
        'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED',
        'Total displayable text must be 4000 or fewer in length.',
      );
    }
  })
  .superRefine(noteDuplicates);

/** All components of a tree, including rows and containers. */
export function flatten(components: readonly Component[]): Component[] {
  return components.flatMap(component => {
    const { components: children, accessory, component: labelled } = component;
    const nested = [...(children ?? []), ...(accessory ? [accessory] : []), ...(labelled ? [labelled] : [])];
    return [component, ...flatten(nested)];
  });
}

/** Custom ids are unique within a message. */
export function noteDuplicates(components: readonly Component[], context: z.core.$RefinementCtx): void {
  const seen = new Set<string>();
  const visit = (component: Component, path: readonly (string | number)[]): void => {
    const { custom_id: id, components: children, component: labelled } = component;
    if (id && seen.has(id)) {
      const words = 'Component custom id cannot be duplicated';
      note(context, 'COMPONENT_CUSTOM_ID_DUPLICATED', words, [...path, 'custom_id']);
    }
    if (id) seen.add(id);
    children?.forEach((child, index) => {
      visit(child, [...path, 'components', index]);
    });
    if (labelled) visit(labelled, [...path, 'component']);
  };
  components.forEach((component, index) => {
    visit(component, [index]);
  });
}
