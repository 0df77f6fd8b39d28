import { ApplicationCommandOptionType, type CommandInteractionOption } from 'discord.js';
import type { SlashCommand } from './command.ts';

/** The options of a command as it is defined, or of one of its subcommands. */
type Defined = NonNullable<SlashCommand['definition']['options']>[number];

/** A whole number as its definition wants it. */
export type WholeNumber = { readonly name: string; readonly min: number; readonly max: number };

/**
 * The first option that is no whole number within the bounds of its definition; null where all are. Clients keep to a
 * definition, but Footnote does not rely on it.
 */
export function findWrongNumber(
  given: readonly CommandInteractionOption[],
  defined: readonly Defined[] = [],
): WholeNumber | null {
  for (const { name, value, options } of given) {
    const definition = defined.find(each => each.name === name);
    if (definition && 'options' in definition) {
      const wrong = findWrongNumber(options ?? [], definition.options);
      if (wrong) return wrong;
    }
    if (definition?.type !== ApplicationCommandOptionType.Integer) continue;
    const { min_value: min = 0, max_value: max = Number.MAX_SAFE_INTEGER } = definition;
    if (!Number.isInteger(value) || Number(value) < min || Number(value) > max) return { name, min, max };
  }
  return null;
}
