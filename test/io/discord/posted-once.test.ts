import { globSync, readFileSync } from 'node:fs';
import { type Client, DiscordAPIError, RESTJSONErrorCodes } from 'discord.js';
import { expect, test } from 'vitest';
import { sendDirect } from '../../../src/io/discord/interaction/messages.ts';

/** The files of the bot whose code calls this. */
function findCalls(pattern: RegExp): readonly string[] {
  return globSync(['src/io/discord/**/*.ts', 'commands/**/*.ts']).filter(path =>
    pattern.test(readFileSync(path, 'utf8')),
  );
}

test('messages are sent only where they get a nonce, so that none appears twice', () => {
  expect(findCalls(/\.send\(/)).toEqual(['src/io/discord/interaction/messages.ts']);
});

test('posts in forums, which have no nonce, are made only where they are searched for first', () => {
  expect(findCalls(/threads\.create\(/)).toEqual(['src/io/discord/digests/digest-places.ts']);
});

test('who takes no direct messages gets none, and any other refusal is a failure', async () => {
  const send = (code: number) => {
    const refusal = new DiscordAPIError({ code, message: '' }, code, 403, 'POST', '', {});
    const direct = { id: 'd1', send: () => Promise.reject(refusal) };
    const client = { users: { createDM: async () => direct } } as unknown as Client;
    return sendDirect(client, 'ann', { content: 'Book the tent' }, 'k');
  };
  expect(await send(RESTJSONErrorCodes.CannotSendMessagesToThisUser)).toBe(false);
  await expect(send(RESTJSONErrorCodes.MissingPermissions)).rejects.toThrow(DiscordAPIError);
});
