import {
  ApplicationCommandOptionType,
  type AutocompleteInteraction,
  type ChatInputCommandInteraction,
  type CommandInteractionOption,
  type MessageContextMenuCommandInteraction,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
  type RESTPostAPIContextMenuApplicationCommandsJSONBody,
} from 'discord.js';
import type { Suggestion } from '../command.ts';
import type { RequestContext } from './context.ts';
import { replyPrivately } from './reply.ts';

/** A slash command: its definition as Discord takes it, and its handler. */
export type SlashCommand = {
  readonly kind: 'slash';
  readonly definition: RESTPostAPIChatInputApplicationCommandsJSONBody;
  readonly execute: (context: RequestContext<ChatInputCommandInteraction>) => Promise<void>;
  /** Suggestions for the option that is being typed, at most 25. */
  readonly suggest?: (
    context: RequestContext<AutocompleteInteraction>,
  ) => readonly Suggestion[] | Promise<readonly Suggestion[]>;
};

/** A command in the menu of a message. */
export type MessageCommand = {
  readonly kind: 'message';
  readonly definition: RESTPostAPIContextMenuApplicationCommandsJSONBody;
  readonly execute: (context: RequestContext<MessageContextMenuCommandInteraction>) => Promise<void>;
};

export type Command = SlashCommand | MessageCommand;

/** Runs a slash command or a command of a message's menu. */
export async function answerCommand(context: RequestContext, commands: readonly Command[]): Promise<void> {
  const { interaction, t } = context;
  const command = commands.find(
    each => 'commandName' in interaction && each.definition.name === interaction.commandName,
  );
  if (interaction.isChatInputCommand() && command?.kind === 'slash') {
    const wrong = findWrongNumber(interaction.options.data, command.definition.options);
    if (wrong) await replyPrivately(interaction, t('bot.wrongNumber', wrong));
    else await command.execute({ ...context, interaction });
  } else if (interaction.isMessageContextMenuCommand() && command?.kind === 'message') {
    await command.execute({ ...context, interaction });
  } else throw new Error('a command that is not in the list');
}

/** Suggests values for the option that is being typed. */
export async function suggestValues(
  context: RequestContext<AutocompleteInteraction>,
  commands: readonly Command[],
): Promise<void> {
  const { interaction, log } = context;
  const command = commands.find(({ definition }) => definition.name === interaction.commandName);
  try {
    const suggestions = command?.kind === 'slash' ? ((await command.suggest?.(context)) ?? []) : [];
    await interaction.respond(
      suggestions.map(each => (typeof each === 'string' ? { name: each, value: each } : each)),
    );
  } catch (error) {
    log.debug(
      { interaction: interaction.id, name: error instanceof Error ? error.name : '' },
      'suggestion-failed',
    );
  }
}

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
