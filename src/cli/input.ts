import { existsSync } from 'node:fs';
import type { ReadResult } from '../app/ports.ts';
import { deleteEmptyVariables } from '../environment.ts';
import { UserError } from '../errors.ts';
import {
  type ReadOptions,
  readConversationFile,
  readConversationStream,
} from '../io/import/read-conversation-file.ts';

/** Reads the conversation from a file, or from stdin for `-`. */
export function readConversation(file: string, options: ReadOptions): Promise<ReadResult> {
  return file === '-'
    ? readConversationStream(process.stdin, 'stdin', options)
    : readConversationFile(file, options);
}

/** The name of an input in the progress line. */
export function toInputName(file: string): string {
  if (file !== '-') return file;
  return process.stdin.isTTY ? 'stdin (end it with Ctrl+D)' : 'stdin';
}

const dotEnv = '.env';

/**
 * Adds the variables of `.env`, if there is one, to the environment; those that are set already win, also if they are
 * empty. Then deletes the empty ones.
 *
 * @throws UserError `bad_environment` if it cannot be read.
 */
export function loadDotEnv(): boolean {
  try {
    const isThere = existsSync(dotEnv);
    if (isThere) process.loadEnvFile(dotEnv);
    deleteEmptyVariables(process.env);
    return isThere;
  } catch (cause) {
    throw new UserError(
      'bad_environment',
      `${dotEnv} cannot be read. Check that it is a file and its permissions.`,
      {
        cause,
      },
    );
  }
}
