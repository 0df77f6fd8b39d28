import {
  type APIApplicationCommandOption,
  ApplicationCommandType as Kind,
  ApplicationCommandOptionType as Type,
} from 'discord-api-types/v10';
import type { Command } from '../discord/state.ts';
import type { SeenCommand, SeenMenuCommand, SeenOption } from './shapes.ts';

/** Discord's translations of commands, options and choices. */
type Translations = Partial<Record<string, string | null>> | null | undefined;

/** The slash commands among these, subcommands separately, in the reader's language. */
export function toSlashCommands(commands: readonly Command[], locale: string): SeenCommand[] {
  return commands
    .filter(one => one.type === Kind.ChatInput)
    .flatMap(command => {
      const options = (command.options ?? []) as readonly APIApplicationCommandOption[];
      const description = translate(command.description_localizations, locale) ?? command.description;
      const base = { command: command.name, group: null, subcommand: null, description };
      if (!options.some(isNested)) return [{ ...base, options: toOptions(options, locale) }];
      return options.flatMap(option => toSubcommands(base, option, locale));
    });
}

/** The commands under "Apps" in a message's menu. */
export function toMenuCommands(commands: readonly Command[], locale: string): SeenMenuCommand[] {
  return commands
    .filter(one => one.type === Kind.Message)
    .map(one => ({ command: one.name, label: translate(one.name_localizations, locale) ?? one.name }));
}

function isNested(option: APIApplicationCommandOption): boolean {
  return option.type === Type.Subcommand || option.type === Type.SubcommandGroup;
}

function toSubcommands(
  base: SeenCommand | Omit<SeenCommand, 'options'>,
  option: APIApplicationCommandOption,
  locale: string,
): SeenCommand[] {
  const description = translate(option.description_localizations, locale) ?? option.description;
  if (option.type === Type.Subcommand) {
    const options = toOptions(option.options ?? [], locale);
    return [{ ...base, subcommand: option.name, description, options }];
  }
  if (option.type !== Type.SubcommandGroup) return [];
  return (option.options ?? []).flatMap(inner =>
    toSubcommands({ ...base, group: option.name }, inner, locale),
  );
}

function toOptions(options: readonly APIApplicationCommandOption[], locale: string): SeenOption[] {
  return options.map(option => ({
    name: option.name,
    type: option.type,
    description: translate(option.description_localizations, locale) ?? option.description,
    isRequired: option.required === true,
    choices:
      'choices' in option
        ? (option.choices ?? []).map(choice => ({
            name: translate(choice.name_localizations, locale) ?? choice.name,
            value: choice.value,
          }))
        : [],
    hasSuggestions: 'autocomplete' in option && option.autocomplete === true,
    channelTypes: 'channel_types' in option ? (option.channel_types ?? []) : [],
    fileTypes: 'file_types' in option ? (option.file_types ?? []) : [],
    range: toRange(option),
  }));
}

function toRange(option: APIApplicationCommandOption): string {
  const number = new Intl.NumberFormat('en');
  if ('min_value' in option || 'max_value' in option) {
    const [min, max] = [option.min_value, option.max_value];
    if (min !== undefined && max !== undefined) return `${number.format(min)} to ${number.format(max)}`;
    if (max !== undefined) return `up to ${number.format(max)}`;
    return min === undefined ? '' : `${number.format(min)} or more`;
  }
  if ('max_length' in option && option.max_length !== undefined) {
    return `up to ${number.format(option.max_length)} characters`;
  }
  return '';
}

function translate(translations: Translations, locale: string): string | undefined {
  return translations?.[locale] ?? undefined;
}
