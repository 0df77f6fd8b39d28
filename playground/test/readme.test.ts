import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

const readme = readFileSync('README.md', 'utf8');

test('the examples of the README run, one after another', async () => {
  const program = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code).join('\n');
  const child = spawn(process.execPath, ['--input-type=module-typescript'], { stdio: 'pipe' });
  child.stdin.end(`${program}\nprocess.exit();`);
  const [output, problems] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(problems).toBe('');
  expect(output).toMatch(/^Pong\nhttp:\/\/127\.0\.0\.1:\d+\/\nhttp:\/\/127\.0\.0\.1:\d+ playground-key\n$/);
});

test('the README has at most 400 words', () => {
  expect(readme.split(/\s+/).length).toBeLessThanOrEqual(400);
});
