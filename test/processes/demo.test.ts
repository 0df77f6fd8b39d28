import { expect, onTestFinished, test } from 'vitest';
import { createClaude } from '../../demo/claude/claude.ts';
import { startScript } from '../start-script.ts';

async function runDemo(environment: Readonly<Record<string, string>> = {}) {
  const { code, stdout, stderr } = await startScript('demo/demo.ts', { TZ: 'UTC', ...environment }, [
    '--once',
  ]).ended;
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

test('the demo shows a summary and its sources as a reader sees them, says what to try next, and ends', async () => {
  const stdout = await runDemo();
  expect(stdout).toContain('/summarize');
  expect(stdout).toContain('Only you can see this');
  expect(stdout).toContain('no model was called');
  expect(stdout).toMatch(/Version 2\.4 is released on Thursday \d+ \w+ at 10:00/);
  expect(stdout).not.toMatch(/removed|needs? clarification/);
  expect(stdout).toMatch(/\[1\] \w+ · .* · message \d+ of 32/);
  expect(stdout).toContain('What to try next');
  expect(stdout).not.toContain('discord.com/channels');
});

test('the demo has Claude write where there is a key, and waits until it is done', async () => {
  const claude = await createClaude({ pace: { tokensPerSecond: 1_000 } });
  onTestFinished(() => claude.close());
  const stdout = await runDemo({ ANTHROPIC_API_KEY: claude.apiKey, ANTHROPIC_BASE_URL: claude.url });
  expect(stdout).toContain('so Claude writes');
  expect(stdout).toMatch(/✓ \d+ checked.* · 32 messages/);
  expect(stdout).toContain('[ Sources ]');
  expect(stdout).toMatch(/\[1\] \w+ · .* · message \d+ of 32/);
});
