import { commands } from '../../commands/index.ts';

type Required = {
  readonly name: string;
  readonly required?: boolean;
  readonly type: number;
  readonly choices?: readonly { readonly value: string }[];
};
const given: Readonly<Record<string, string>> = { when: 'daily 09:00', digest: 'none' };
export type SlashRun = {
  readonly title: string;
  readonly name: string;
  readonly options: Readonly<Record<string, string>>;
  readonly subcommand?: string;
};
/** Every command and subcommand, with what its required options need. */
export const slashCommands: readonly SlashRun[] = commands.flatMap(
  ({ kind, definition }): readonly SlashRun[] => {
    if (kind !== 'slash') return [];
    const { name, options = [] } = definition as {
      name: string;
      options?: (Required & { options?: Required[] })[];
    };
    const subcommands = options.filter(({ type }) => type === 1);
    const fill = (all: readonly Required[]) =>
      Object.fromEntries(
        all
          .filter(({ required }) => required)
          .map(each => [each.name, each.choices?.[0]?.value ?? given[each.name] ?? 'x']),
      );
    if (subcommands.length === 0) return [{ title: `/${name}`, name, options: fill(options) }];
    return subcommands.map(each => ({
      title: `/${name} ${each.name}`,
      name,
      subcommand: each.name,
      options: fill(each.options ?? []),
    }));
  },
);
