import { expect, test } from 'vitest';
import { startScript } from '../start-script.ts';

test('the demo shows a summary and its sources as a reader sees them, says what to try next, and ends', async () => {
  const { code, stdout, stderr } = await startScript('demo/demo.ts', { TZ: 'UTC' }, ['--once']).ended;
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('/summarize');
  expect(stdout).toContain('Only you can see this');
  expect(stdout).toContain('no model was called');
  expect(stdout).toMatch(/Version 2\.4 is released on Thursday \d+ \w+ at 10:00/);
  expect(stdout).not.toMatch(/removed|needs? clarification/);
  expect(stdout).toMatch(/\[1\] \w+ · .* · message \d+ of 32/);
  expect(stdout).toContain('What to try next');
  expect(stdout).not.toContain('discord.com/channels');
});
