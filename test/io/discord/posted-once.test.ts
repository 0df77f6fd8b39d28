import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The files of the bot whose code calls this. */
function findCalls(pattern: RegExp): readonly string[] {
  return globSync(['src/io/discord/**/*.ts', 'commands/**/*.ts']).filter(path =>
    pattern.test(readFileSync(path, 'utf8')),
  );
}

test('messages are sent only where they get a nonce, so that none appears twice', () => {
  expect(findCalls(/\.send\(/)).toEqual(['src/io/discord/summarize/summary-message.ts']);
});

test('posts in forums, which have no nonce, are made only where they are searched for first', () => {
  expect(findCalls(/threads\.create\(/)).toEqual(['src/io/discord/digests/destination.ts']);
});
