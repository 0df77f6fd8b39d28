import { ApplicationCommandOptionType, type CommandInteractionOption } from 'discord.js';
import type { SlashCommand } from '../command.ts';

/** The defined options of a command or of one of its subcommands. */
type Defined = NonNullable<SlashCommand['definition']['options']>[number];

/** The name and bounds of a whole-number option. */
type WholeNumber = { readonly name: string; readonly min: number; readonly max: number };

/**
 * The first option whose value is not a whole number within its bounds; null if all are. Clients validate this too, but
 * Footnote does not rely on them.
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
