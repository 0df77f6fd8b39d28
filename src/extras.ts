import { UserError } from './errors.ts';

/**
 * Loads a module whose packages a small installation leaves out: usually those of the workspace `extras`.
 *
 * @throws UserError `bad_environment`, naming the feature and the command that installs them.
 */
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
