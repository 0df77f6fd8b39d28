import type { z } from 'zod';
import { botSchema, environmentSchema } from './environment.ts';
import { UserError } from './errors.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that are set, without surrounding spaces. The first name may start with a byte order mark. */
export function toSet(environment: Environment): Record<string, string> {
  const entries = Object.entries(environment).map(
    ([name, value = '']) => [name.replace(/^\ufeff/, ''), value.trim()] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value));
}

/** Deletes Footnote's variables that are empty. discord.js reads SHARD_COUNT itself, and takes an empty one for 0. */
export function deleteEmptyVariables(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(environmentSchema.shape))
    if (environment[name]?.trim() === '') delete environment[name];
}

export function readLogLevel(environment: Environment): z.output<typeof environmentSchema>['LOG_LEVEL'] {
  const { LOG_LEVEL: level } = environmentSchema.shape;
  return level.safeParse(toSet(environment)['LOG_LEVEL']).data ?? level.parse(undefined);
}

/** A variable that cannot be used, or that Footnote does not know; `problem` follows its name and repeats no value. */
type VariableProblem = { readonly name: string; readonly problem: string };

export function findVariableProblems(environment: Environment): readonly VariableProblem[] {
  const { error } = botSchema.safeParse(toSet(environment));
  return (error?.issues ?? []).map(({ path, message }) => ({ name: path.join('.'), problem: message }));
}

/** Variables that look like Footnote's but are not read, most likely because they are misspelled. */
export function findUnknownVariables(environment: Environment): readonly string[] {
  const known = Object.keys(environmentSchema.shape);
  return Object.keys(toSet(environment)).filter(
    name => /^(?:FOOTNOTE|DISCORD|STORE|HTTP)_(?!PROXY)/.test(name) && !known.includes(name),
  );
}

/** Reads the variables of a schema; empty means unset. @throws UserError `bad_environment` with all problems but no values. */
export function readVariables<Schema extends z.ZodType>(
  schema: Schema,
  environment: Environment,
): z.output<Schema> {
  const parsed = schema.safeParse(toSet(environment));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  throw new UserError('bad_environment', `Invalid environment: ${problems.join('; ')}.`);
}
