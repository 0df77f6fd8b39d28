import { constants, existsSync } from 'node:fs';
import { access, readFile, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isDeepStrictEqual, parseEnv } from 'node:util';
import { deleteEmptyVariables, toSet } from '../environment.ts';
import { UserError } from '../errors.ts';

export const dotEnv = '.env';
const template = new URL('../../.env.example', import.meta.url);

/** Loads `.env`, if there is one: variables that are set win, even empty ones, which are then deleted. @throws UserError `bad_environment` */
export function loadDotEnv(): boolean {
  try {
    const isThere = existsSync(dotEnv);
    if (isThere) process.loadEnvFile(dotEnv);
    deleteEmptyVariables(process.env);
    return isThere;
  } catch (cause) {
    throw toUnusable('read', cause);
  }
}

function toUnusable(how: string, cause: unknown): UserError {
  return new UserError(
    'bad_environment',
    `${dotEnv} cannot be ${how}. Check that it is a file and its permissions.`,
    { cause },
  );
}

/** The text of `.env`, or of its template. @throws UserError `bad_environment` if it cannot be read, or replaced later. */
export async function readDotEnv(): Promise<string> {
  const path = existsSync(dotEnv) ? dotEnv : template;
  try {
    const text = await readFile(path, 'utf8');
    await access(dirname(await realpath(dotEnv).catch(() => dotEnv)), constants.W_OK);
    return text;
  } catch (cause) {
    throw toUnusable('read and written', cause);
  }
}

/** Sets or empties variables in the text of an `.env`; other lines stay. @throws UserError `bad_environment` if another would change. */
export function setVariables(text: string, values: Readonly<Record<string, string | undefined>>): string {
  let changed = text;
  for (const [name, value = ''] of Object.entries(values)) {
    const line = new RegExp(`^([^\\S\\n]*(?:export[^\\S\\n]+)?${name}[^\\S\\n]*=)(.*)$`, 'gm');
    const quoted = quote(value);
    if (line.test(changed))
      changed = changed.replace(line, (_, start: string, end: string) => {
        // The lines below would stay, with a piece of a secret.
        if (/^\s*(["'`])(?:(?!\1).)*$/.test(end)) throw toUnwritable(values);
        return start + quoted;
      });
    else if (value !== '')
      changed += `${changed === '' || changed.endsWith('\n') ? '' : '\n'}${name}=${quoted}\n`;
  }
  const wanted = toSet({ ...toSet(parseEnv(text)), ...values });
  if (isDeepStrictEqual(toSet(parseEnv(changed)), wanted)) return changed;
  throw toUnwritable(values);
}

function toUnwritable(values: object): UserError {
  return new UserError(
    'bad_environment',
    `${dotEnv} has a value over several lines, or one that cannot be written there. Set ${Object.keys(values).join(', ')} by hand.`,
  );
}

function quote(value: string): string {
  if (/^[\w.+/=:,@-]*$/.test(value)) return value;
  const mark = ['"', "'", '`'].find(each => !value.includes(each)) ?? '';
  return mark + value + mark;
}
