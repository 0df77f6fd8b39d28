import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { createClaimJudge } from '../../demo/claude/judge.ts';
import { ownTexts } from '../../src/app/grade/own-texts.ts';
import { summarized } from '../e2e/scene.ts';
import { runFootnote } from '../shell/run-footnote.ts';
import { createBotScene } from './bot-scene.ts';
import { findFreePort } from './redis/redis-server.ts';

test('summaries say that their judge misses many errors, or rejects true statements, while it is the graded one', async () => {
  const { startReady, deploy, addFair, addClaude, environment, folder } = await createBotScene();
  const { claude, model } = await addClaude();
  const fair = addFair();
  await deploy();
  const isTrue = new Map(ownTexts.flatMap(({ claims }) => claims.map(each => [each.text, each.isTrue])));
  const judgeAs = (toSupported: (isRight: boolean) => boolean) =>
    createClaimJudge(({ text }) => ({
      verdict: toSupported(isTrue.get(text) ?? true) ? 'supported' : 'not_supported',
      positions: [1],
    }));
  const grade = async () => {
    const { stdout } = await runFootnote(['doctor', '--grade'], { ...environment, ...model });
    return stdout.split('\n').filter(each => / Judge /.test(each));
  };
  const summarize = async (more: Readonly<Record<string, string>> = {}, meanwhile = async () => {}) => {
    const bot = await startReady({ ...model, ...more });
    const shown = await fair.why(await summarized(await fair.summarize()));
    await meanwhile();
    bot.kill('SIGTERM');
    await bot.ended;
    return shown;
  };

  claude.judge = judgeAs(() => true);
  expect((await grade())[1]).toMatch(/^! Judge {8}The grade could not be stored.* Start the bot once/);
  const checked = /checked by claude-haiku-5-5/;
  const gradeAlive = async () =>
    expect((await grade())[1]).toMatch(
      /^✓ Judge {8}The grade is stored\. The bot, from its next start, .* misses many/,
    );
  expect(await summarize({}, gradeAlive)).toMatch(checked);
  expect(await summarize()).toMatch(new RegExp(`${checked.source} \\(misses many errors\\)`));
  expect(await summarize({ FOOTNOTE_MODEL_SMALL: 'claude-sonnet-5' })).not.toContain('misses many errors');
  const onCommandLine = (...args: readonly string[]) =>
    runFootnote(args, { ...environment, ...model }, undefined, folder);
  const file = resolve('test/fixtures/release-room.jsonl');
  const written = await onCommandLine('summarize', file, '--engine', 'claude');
  expect(written.stdout).toContain('claude-haiku-5-5 (misses many errors)');
  const port = await findFreePort();
  const serving = await startReady({ ...model, HTTP_PORT: String(port) });
  await expect.poll(serving.stderr).toContain(`The HTTP API is at http://127.0.0.1:${port}`);
  const ids = ['--guild', fair.guild.id, '--user', fair.ann.id];
  const { stdout: bearer } = await onCommandLine('token', 'create', ...ids);
  const answer = await fetch(
    `http://127.0.0.1:${port}/discord/channels/${fair.channel.id}/summarize?wait=30`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer.trim()}`, 'content-type': 'application/json' },
      body: '{}',
    },
  );
  expect(await answer.json()).toMatchObject({
    engine: { judge: 'claude-haiku-5-5', judge_fault: 'misses' },
  });
  serving.kill('SIGTERM');
  await serving.ended;

  claude.judge = judgeAs(() => false);
  expect((await grade())[1]).toMatch(/rejects many true statements\.$/);
  claude.judge = judgeAs(isRight => isRight);
  expect((await grade())[1]).toMatch(/without a warning\.$/);
  const good = await summarize();
  expect(good).toMatch(checked);
  expect(good).not.toMatch(/\((?:misses|rejects) many/);
}, 240_000);
