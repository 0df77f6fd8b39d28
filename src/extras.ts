import { UserError } from './errors.ts';

/** Loads a module whose packages a small installation leaves out. @throws UserError `bad_environment`, with the command to install them. */
export async function loadExtra<Module>(
  feature: string,
  loading: Promise<Module>,
  command = 'npm install --omit=dev',
): Promise<Module> {
  try {
    return await loading;
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND')) throw cause;
    throw new UserError(
      'bad_environment',
      `${feature} needs packages that are not installed. Run: ${command}`,
      { cause },
    );
  }
}
