import { z } from 'zod';
import { UserError } from './errors.ts';

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Every variable of the environment that is read, what it is for, and what holds without it. */
export const environmentSchema = z.object({
  LOG_LEVEL: z
    .enum(levels, { error: `must be one of ${levels.join(', ')}` })
    .default('warn')
    .describe('How much is logged, as JSON lines on stderr. Logs hold ids and counts, never message text.'),
});

export type Config = { readonly logLevel: (typeof levels)[number] };

/** Reads the environment; empty means unset. All problems are reported at once. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const parsed = environmentSchema.safeParse(set);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
    throw new UserError('bad_environment', `The environment is not usable: ${problems.join('; ')}.`);
  }
  return { logLevel: parsed.data.LOG_LEVEL };
}
