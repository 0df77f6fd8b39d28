import {
  ApplicationCommandType as Kind,
  Locale,
  ApplicationCommandOptionType as Type,
} from 'discord-api-types/v10';
import { z } from 'zod';
import { refuse } from '../errors.ts';
import { choice, list, note, parseForm, text, textOrNumber, whole } from './form.ts';

/** The most commands of a kind in one scope (global, or one server). */
const MAX_COMMANDS: Readonly<Record<number, number>> = {
  [Kind.ChatInput]: 100,
  [Kind.User]: 15,
  [Kind.Message]: 15,
};

const MAX_TOTAL = 8000;
const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
const LOCALES: readonly string[] = Object.values(Locale);

type Translations = Readonly<Record<string, string>>;

function translations(entry: z.ZodType<string>) {
  return z.record(z.string(), entry).superRefine((value, context) => {
    for (const locale of Object.keys(value)) {
      if (!LOCALES.includes(locale)) {
        note(context, 'ENUM_TYPE_COERCE', `Value "${locale}" is not a valid enum value.`, [locale]);
      }
    }
  });
}

/** A name that can be typed after a slash: no capitals if the letter has a lower-case form. */
const slashName = text(32, 1).superRefine((value, context) => {
  if (NAME.test(value) && value === value.toLowerCase()) return;
  note(context, 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid');
});

const description = text(100, 1);
const names = translations(slashName).nullish();
const descriptions = translations(description).nullish();

const commandChoice = z.object({
  name: text(100, 1),
  name_localizations: translations(text(100, 1)).nullish(),
  value: textOrNumber(100),
});

export type Option = {
  readonly type: number;
  readonly name: string;
  readonly description: string;
  readonly name_localizations?: Translations | null | undefined;
  readonly description_localizations?: Translations | null | undefined;
  readonly required?: boolean | null | undefined;
  readonly autocomplete?: boolean | null | undefined;
  readonly choices?: readonly { readonly name: string; readonly value: string | number }[] | null | undefined;
  readonly options?: readonly Option[] | null | undefined;
  readonly channel_types?: readonly number[] | null | undefined;
  readonly min_value?: number | null | undefined;
  readonly max_value?: number | null | undefined;
  readonly min_length?: number | null | undefined;
  readonly max_length?: number | null | undefined;
  readonly file_types?: readonly string[] | null | undefined;
};

/** A kind of media, or the ending of a file's name. */
const fileType = z.unknown().transform((value, context): string => {
  if (typeof value === 'string' && /^(?:audio|image|video|\..+)$/.test(value)) return value;
  note(context, 'BASE_TYPE_CHOICES', 'Value must be "audio", "image", "video" or a file extension.');
  return z.NEVER;
});

const option: z.ZodType<Option> = z
  .object({
    type: choice([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
    name: slashName,
    name_localizations: names,
    description,
    description_localizations: descriptions,
    required: z.boolean().nullish(),
    autocomplete: z.boolean().nullish(),
    choices: list(commandChoice, 25).nullish(),
    options: z.lazy(() => options).nullish(),
    channel_types: z.array(z.number()).nullish(),
    min_value: z.number().nullish(),
    max_value: z.number().nullish(),
    min_length: whole(0, 6000).nullish(),
    max_length: whole(1, 6000).nullish(),
    file_types: list(fileType, 10).nullish(),
  })
  .superRefine((value, context) => {
    if (value.autocomplete && value.choices?.length) {
      const words = 'Autocomplete and choices are mutually exclusive';
      note(context, 'APPLICATION_COMMAND_AUTOCOMPLETE_NOT_ALLOWED', words);
    }
    const isGroup = value.type === Type.Subcommand || value.type === Type.SubcommandGroup;
    if (!isGroup && value.options?.length) {
      note(context, 'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID', 'Only subcommands have options', ['options']);
    }
    (value.options ?? []).forEach((child, index) => {
      const isTooDeep =
        child.type === Type.SubcommandGroup ||
        (child.type === Type.Subcommand && value.type === Type.Subcommand);
      const isMisplaced = value.type === Type.SubcommandGroup && child.type !== Type.Subcommand;
      if (!isTooDeep && !isMisplaced) return;
      const words =
        'Sub-command and sub-command group option types are mutually exclusive to all other types';
      note(context, 'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID', words, ['options', index, 'type']);
    });
  });

const options: z.ZodType<Option[]> = list(option, 25).superRefine((values, context) => {
  const seen = new Set<string>();
  let hasOptional = false;
  values.forEach((value, index) => {
    if (seen.has(value.name)) {
      note(context, 'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS', 'Option name already exists', [index]);
    }
    seen.add(value.name);
    if (value.required && hasOptional) {
      const words = 'Required options must be placed before non-required options';
      note(context, 'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID', words, [index]);
    }
    hasOptional ||= !value.required;
  });
  const groups = values.filter(value => value.type <= Type.SubcommandGroup).length;
  if (groups > 0 && groups < values.length) {
    const words = 'Sub-command and sub-command group option types are mutually exclusive to all other types';
    note(context, 'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID', words, [0, 'type']);
  }
});

const command = z
  .object({
    id: z.string().nullish(),
    type: choice([Kind.ChatInput, Kind.User, Kind.Message]).nullish(),
    name: text(32, 1),
    name_localizations: translations(text(32, 1)).nullish(),
    description: text(100).nullish(),
    description_localizations: translations(text(100)).nullish(),
    options: options.nullish(),
    default_member_permissions: z.union([z.string(), z.number()]).nullish(),
    dm_permission: z.boolean().nullish(),
    contexts: z.array(choice([0, 1, 2])).nullish(),
    integration_types: z.array(choice([0, 1])).nullish(),
    nsfw: z.boolean().nullish(),
  })
  .superRefine((value, context) => {
    if ((value.type ?? Kind.ChatInput) !== Kind.ChatInput) {
      const words = 'Context menu commands cannot have';
      if (value.description)
        note(context, 'APPLICATION_COMMAND_INVALID_DESCRIPTION', `${words} description`, ['description']);
      if (value.options?.length)
        note(context, 'APPLICATION_COMMAND_INVALID_OPTIONS', `${words} options`, ['options']);
      return;
    }
    const fields: [z.ZodType, unknown, (string | number)[]][] = [
      [slashName, value.name, ['name']],
      [description, value.description ?? '', ['description']],
      [names, value.name_localizations, ['name_localizations']],
      [descriptions, value.description_localizations, ['description_localizations']],
    ];
    for (const [schema, given, path] of fields) {
      for (const issue of schema.safeParse(given).error?.issues ?? []) {
        const { code } = ('params' in issue && issue.params) || {};
        const here = [...path, ...issue.path.map(String)];
        note(context, typeof code === 'string' ? code : 'BASE_TYPE_INVALID', issue.message, here);
      }
    }
    if (toSize(value.name, value.description ?? '', value.options ?? []) > MAX_TOTAL) {
      note(context, 'APPLICATION_COMMAND_TOO_LARGE', `Command exceeds maximum size (${MAX_TOTAL})`);
    }
  });

export type CommandBody = z.output<typeof command>;

/** The length that counts toward the 8000: name and description, including those of options and choices. */
function toSize(name: string, words: string, children: readonly Option[]): number {
  return children.reduce((sum, child) => {
    const inChoices = (child.choices ?? []).reduce(
      (total, one) => total + one.name.length + String(one.value).length,
      0,
    );
    return sum + inChoices + toSize(child.name, child.description, child.options ?? []);
  }, name.length + words.length);
}

export function parseCommand(body: unknown): CommandBody {
  return parseForm(command, body);
}

/** A whole scope at once: names are unique within a kind, and each kind has a limit. */
export function parseCommands(body: unknown): CommandBody[] {
  const commands = parseForm(
    z.array(command).superRefine((values, context) => {
      const seen = new Set<string>();
      values.forEach((value, index) => {
        const key = `${value.type ?? Kind.ChatInput} ${value.name}`;
        if (seen.has(key)) {
          note(context, 'APPLICATION_COMMANDS_DUPLICATE_NAME', 'Application command names must be unique', [
            index,
            'name',
          ]);
        }
        seen.add(key);
      });
    }),
    body,
  );
  checkCounts(commands);
  return commands;
}

export function checkCounts(commands: readonly { readonly type?: number | null | undefined }[]): void {
  for (const [kind, max] of Object.entries(MAX_COMMANDS)) {
    const count = commands.filter(one => (one.type ?? Kind.ChatInput) === Number(kind)).length;
    if (count > max) throw refuse('tooManyCommands');
  }
}

const choices = z.object({ data: z.object({ choices: list(commandChoice, 25) }) });

/** The suggestions of an autocomplete, with all limits checked. */
export function parseChoices(body: unknown): { name: string; value: string | number }[] {
  return parseForm(choices, { data: body }).data.choices;
}
