import { type APIModalInteractionResponseCallbackData, ComponentType as Type } from 'discord-api-types/v10';
import { z } from 'zod';
import { type Component, noteDuplicates, SELECTS } from './components.ts';
import { byType, choice, list, note, parseForm, text, whole } from './form.ts';

const input = z
  .object({
    type: z.literal(Type.TextInput),
    custom_id: text(100, 1),
    style: choice([1, 2]),
    label: text(45, 1).nullish(),
    min_length: whole(0, 4000).nullish(),
    max_length: whole(1, 4000).nullish(),
    required: z.boolean().nullish(),
    value: text(4000).nullish(),
    placeholder: text(100).nullish(),
  })
  .superRefine((value, context) => {
    if ((value.min_length ?? 0) <= (value.max_length ?? 4000)) return;
    note(context, 'TEXT_INPUT_COMPONENT_INVALID_MIN_LENGTH', 'min_length must not exceed max_length', [
      'min_length',
    ]);
  });

const inputRow = z
  .object({ type: z.literal(Type.ActionRow), components: list(input, 1, 1) })
  .superRefine((value, context) => {
    value.components.forEach((component, index) => {
      // In a row, a text input needs its own label; in a label component, it must not have one.
      if (component.label) return;
      note(context, 'BASE_TYPE_REQUIRED', 'This field is required', ['components', index, 'label']);
    });
  });

const label = z.object({
  type: z.literal(Type.Label),
  label: text(45, 1),
  description: text(100).nullish(),
  component: byType<Component>({ [Type.TextInput]: () => input, ...SELECTS }),
});

const display = z.object({ type: z.literal(Type.TextDisplay), content: text(4000, 1) });

const modal = z.object({
  custom_id: text(100, 1),
  title: text(45, 1),
  components: list(
    byType<Component>({
      [Type.ActionRow]: () => inputRow,
      [Type.Label]: () => label,
      [Type.TextDisplay]: () => display,
    }),
    5,
    1,
  ).superRefine(noteDuplicates),
});

/** A modal, with all limits checked. */
export function parseModal(body: unknown): APIModalInteractionResponseCallbackData {
  return parseForm(z.object({ data: modal.refine(isModal) }), { data: body }).data;
}

/** The limits have checked the contents. */
function isModal(body: object): body is APIModalInteractionResponseCallbackData {
  return 'custom_id' in body && 'title' in body && 'components' in body;
}
