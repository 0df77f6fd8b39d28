import { UserError, type UserErrorCode } from '../../../src/errors.ts';

/** "code: sentence" of the UserError that `read` ends in; anything else it throws is thrown on. */
export async function toRefusal(read: () => unknown): Promise<`${UserErrorCode}: ${string}`> {
  try {
    await read();
  } catch (error) {
    if (error instanceof UserError) return `${error.code}: ${error.message}`;
    throw error;
  }
  throw new Error('It was read without a complaint.');
}
