import { expect, test } from 'vitest';
import { createClaimJudge } from '../../demo/claude/judge.ts';
import { ownTexts } from '../../src/app/grade/own-texts.ts';
import { summarized } from '../e2e/scene.ts';
import { runFootnote } from '../shell/run-footnote.ts';
import { createBotScene } from './bot-scene.ts';

test('summaries say that their judge misses many errors, or rejects true statements, while it is the graded one', async () => {
  const { startReady, deploy, addFair, addClaude, environment } = await createBotScene();
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
  const summarize = async (more: Readonly<Record<string, string>> = {}) => {
    const bot = await startReady({ ...model, ...more });
    const shown = await fair.why(await summarized(await fair.summarize()));
    bot.kill('SIGTERM');
    await bot.ended;
    return shown;
  };

  claude.judge = judgeAs(() => true);
  expect((await grade())[1]).toMatch(/^! Judge {8}The grade could not be stored.* Start the bot once/);
  const checked = /checked by code and by claude-haiku-5-5/;
  expect(await summarize()).toMatch(checked);
  // The bot runs meanwhile.
  const bot = await startReady(model);
  expect((await grade())[1]).toMatch(/^✓ Judge {8}The grade is stored\. From its next start, .* misses many/);
  bot.kill('SIGTERM');
  await bot.ended;
  expect(await summarize()).toMatch(new RegExp(`${checked.source} \\(misses many errors\\)`));
  expect(await summarize({ FOOTNOTE_MODEL_SMALL: 'claude-sonnet-5' })).not.toContain('misses many errors');

  claude.judge = judgeAs(() => false);
  expect((await grade())[1]).toMatch(/rejects many true statements\.$/);
  claude.judge = judgeAs(isRight => isRight);
  expect((await grade())[1]).toMatch(/without a warning\.$/);
  const good = await summarize();
  expect(good).toMatch(checked);
  expect(good).not.toMatch(/\((?:misses|rejects) many/);
}, 120_000);
