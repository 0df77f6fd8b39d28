import type { SeenChannel, SeenChoice, SeenCommand, SeenOption, SeenPerson } from '../../shapes.ts';

/** Discord's numbers of the option types. */
export const optionTypes = {
  string: 3,
  integer: 4,
  boolean: 5,
  user: 6,
  channel: 7,
  role: 8,
  mentionable: 9,
  number: 10,
  attachment: 11,
} as const;

export type Value = string | number | boolean;

/** A filled or active option: `value` is set if a suggestion was picked or a file was attached. */
export type Filled = {
  readonly option: SeenOption;
  readonly text: string;
  readonly value: Value | File | null;
};

/** A command in progress: the options in the order added, and the text after them. */
export type CommandLine = {
  readonly command: SeenCommand;
  readonly filled: readonly Filled[];
  /** The index of the active option; null for the end of the line. */
  readonly active: number | null;
  readonly tail: string;
  /** The bot's suggestions for the active option. */
  readonly suggested: readonly SeenChoice[];
};

/** A suggestion: a command, an option, or a value. */
export type Suggestion =
  | { readonly kind: 'command'; readonly command: SeenCommand }
  | { readonly kind: 'option'; readonly option: SeenOption }
  | { readonly kind: 'value'; readonly label: string; readonly note: string; readonly value: Value };

/** The values of options for people, roles and channels. */
export type Around = {
  readonly commands: readonly SeenCommand[];
  readonly channels: readonly SeenChannel[];
  readonly members: readonly SeenPerson[];
  readonly roles: readonly { readonly id: string; readonly name: string }[];
};

const most = 25;

/** "/digest add", as typed. */
export function toCommandName({ command, group, subcommand }: SeenCommand): string {
  return `/${[command, group, subcommand].filter(part => part !== null).join(' ')}`;
}

/** Starts a command with its required options first, like Discord's client. */
export function startLine(command: SeenCommand, tail = ''): CommandLine {
  const filled = command.options
    .filter(option => option.isRequired)
    .map(option => ({ option, text: '', value: null }));
  return { command, filled, active: filled.length > 0 ? 0 : null, tail, suggested: [] };
}

/** The command whose full name starts a text, with the rest as its line. */
export function findTyped(text: string, commands: readonly SeenCommand[]): CommandLine | null {
  const named = commands
    .filter(command => text.startsWith(`${toCommandName(command)} `))
    .sort((a, b) => toCommandName(b).length - toCommandName(a).length)[0];
  if (!named) return null;
  const line = startLine(named);
  const rest = text.slice(toCommandName(named).length + 1);
  const typed = typeTail(line, rest);
  const [required] = line.filled;
  // What is typed without the name of another option is what the command cannot do without.
  return required && typed.active === null
    ? typeValue(line, rest.replace(new RegExp(`^${required.option.name}:\\s*`), ''))
    : typed;
}

/** Types at the end of the line; "detail:" activates that option. */
export function typeTail(line: CommandLine, text: string): CommandLine {
  const named = /^\s*([^\s:]+):\s*(.*)$/s.exec(text);
  const option = openOptions(line).find(one => one.name === named?.[1]);
  return option && named
    ? typeValue(addOption(line, option), named[2] ?? '')
    : { ...line, active: null, tail: text };
}

export function addOption(line: CommandLine, option: SeenOption): CommandLine {
  const filled = [...line.filled, { option, text: '', value: null }];
  return { ...line, filled, active: filled.length - 1, tail: '', suggested: [] };
}

/** Types into the active option. */
export function typeValue(line: CommandLine, text: string): CommandLine {
  return change(line, filled => ({ ...filled, text, value: null }));
}

/** Sets a suggested value or a file, and activates the next empty option. */
export function pickValue(line: CommandLine, label: string, value: Value | File): CommandLine {
  return continueLine(change(line, filled => ({ ...filled, text: label, value })));
}

/** Attaches a file to the command's option for one; null if it has none. */
export function attachFile(line: CommandLine, file: File): CommandLine | null {
  const isWanted = ({ type }: SeenOption): boolean => type === optionTypes.attachment;
  const index = line.filled.findIndex(({ option }) => isWanted(option));
  const option = line.command.options.find(isWanted);
  if (!option) return null;
  return pickValue(index >= 0 ? activate(line, index) : addOption(line, option), file.name, file);
}

/** Activates the next empty option, or the end of the line. */
export function continueLine(line: CommandLine): CommandLine {
  const next = line.filled.findIndex(one => one.text === '');
  return { ...line, active: next === -1 ? null : next, suggested: [] };
}

export function activate(line: CommandLine, index: number | null): CommandLine {
  return { ...line, active: index, suggested: [] };
}

/** Removes an option from the line; at its end, the last one. Null if there is none. */
export function removeOption(line: CommandLine, index: number | null): CommandLine | null {
  const at = index ?? line.filled.length - 1;
  if (line.filled.length === 0) return null;
  return { ...line, filled: line.filled.filter((_, each) => each !== at), active: null, suggested: [] };
}

/** The options that are not yet on the line. */
export function openOptions(line: CommandLine): readonly SeenOption[] {
  return line.command.options.filter(option => !line.filled.some(one => one.option.name === option.name));
}

function change(line: CommandLine, how: (filled: Filled) => Filled): CommandLine {
  return { ...line, filled: line.filled.map((one, index) => (index === line.active ? how(one) : one)) };
}

/** The current suggestions: commands while one is being named, then options, then the values of one. */
export function suggest(text: string, line: CommandLine | null, around: Around): readonly Suggestion[] {
  if (line === null) return suggestCommands(text, around.commands);
  const active = line.active === null ? undefined : line.filled[line.active];
  if (!active) {
    return openOptions(line)
      .filter(option => matches(option.name, line.tail))
      .map(option => ({ kind: 'option', option }));
  }
  return toValues(active, line, around)
    .filter(one => active.value !== null || active.option.hasSuggestions || matches(one.label, active.text))
    .slice(0, most);
}

function suggestCommands(text: string, commands: readonly SeenCommand[]): readonly Suggestion[] {
  if (!text.startsWith('/') || text.includes('\n')) return [];
  return commands
    .filter(command => matches(toCommandName(command).slice(1), text.slice(1)))
    .map(command => ({ kind: 'command', command }));
}

type ValueSuggestion = Extract<Suggestion, { kind: 'value' }>;

function toValues({ option }: Filled, line: CommandLine, around: Around): readonly ValueSuggestion[] {
  if (option.choices.length > 0) return option.choices.map(one => toValue(one.name, one.value));
  if (option.hasSuggestions) return line.suggested.map(one => toValue(one.name, one.value));
  const people = around.members.map(one => toValue(one.name, one.id, `@${one.username}`));
  const roles = around.roles.map(one => toValue(one.name, one.id, 'role'));
  switch (option.type) {
    case optionTypes.boolean:
      return [toValue('True', true), toValue('False', false)];
    case optionTypes.user:
      return people;
    case optionTypes.role:
      return roles;
    case optionTypes.mentionable:
      return [...people, ...roles];
    case optionTypes.channel:
      return around.channels
        .filter(one => isWanted(one, option.channelTypes))
        .map(one => toValue(`#${one.name}`, one.id, one.kind === 'thread' ? 'thread' : ''));
    default:
      return [];
  }
}

function toValue(label: string, value: Value, note = ''): ValueSuggestion {
  return { kind: 'value', label, note, value };
}

/** An empty list accepts all types. */
export function isWanted({ type }: SeenChannel, types: readonly number[]): boolean {
  return types.length === 0 || types.includes(type);
}

function matches(name: string, typed: string): boolean {
  return name.toLowerCase().includes(typed.trim().toLowerCase().replace(/^#/, ''));
}

/** The input as the command accepts it, or the problem. */
export function toOptions(
  line: CommandLine,
): { readonly options: Readonly<Record<string, Value | File>> } | { readonly problem: string } {
  const options: Record<string, Value | File> = {};
  for (const { option, text, value } of line.filled) {
    if (text.trim() === '' && value === null) {
      if (option.isRequired) return { problem: `${option.name} is required` };
      continue;
    }
    const parsed = value ?? parseValue(option, text.trim());
    if (parsed === null) return { problem: `${option.name}: ${toWanted(option)}` };
    options[option.name] = parsed;
  }
  return { options };
}

function parseValue(option: SeenOption, text: string): Value | null {
  if (option.choices.length > 0)
    return option.choices.find(one => one.name.toLowerCase() === text.toLowerCase())?.value ?? null;
  switch (option.type) {
    case optionTypes.string:
      return text;
    case optionTypes.integer:
      return /^-?\d+$/.test(text) ? Number(text) : null;
    case optionTypes.number:
      return Number.isFinite(Number(text)) ? Number(text) : null;
    case optionTypes.boolean:
      return /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : null;
    default:
      return null;
  }
}

function toWanted(option: SeenOption): string {
  if (option.type === optionTypes.integer) return 'a whole number, please';
  if (option.type === optionTypes.number) return 'a number, please';
  return 'choose from the list';
}
