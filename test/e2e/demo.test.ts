import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('the demo shows a summary and its sources as a reader sees them, says what to try next, and ends', async () => {
  const child = spawn(process.execPath, ['src/demo.ts', '--once'], {
    env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'footnote-compile-cache'), TZ: 'UTC' },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', piece => {
    stdout += piece;
  });
  child.stderr.setEncoding('utf8').on('data', piece => {
    stderr += piece;
  });
  const code = await new Promise(resolve => child.once('close', resolve));
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('/summarize');
  expect(stdout).toContain('Only you can see this');
  expect(stdout).toContain('We decided to release on Thursday 12 March at 10:00');
  expect(stdout).toMatch(/\[1\] \w+ · .* · message \d+ of 32/);
  expect(stdout).toContain('What to try next');
  expect(stdout).not.toContain('discord.com/channels');
});
