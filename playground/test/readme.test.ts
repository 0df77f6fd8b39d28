import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

const readme = readFileSync('README.md', 'utf8');

test('the examples of the README run, one after another', async () => {
  const program = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code).join('\n');
  const child = spawn(process.execPath, ['--input-type=module-typescript'], { stdio: 'pipe' });
  child.stdin.end(`${program}\nprocess.exit();`);
  const [output, problems] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(problems).toBe('');
  expect(output).toMatch(/^Pong\nhttp:\/\/127\.0\.0\.1:\d+\/\nhttp:\/\/127\.0\.0\.1:\d+ playground-key\n$/);
});

test('a copy of the folder, in another project, shows its page', () => {
  const copy = mkdtempSync(join(tmpdir(), 'playground-'));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  cpSync('src', join(copy, 'src'), { recursive: true });
  symlinkSync(resolve('../node_modules'), join(copy, 'node_modules'));
  const program = `import { bundlePage } from './src/page/bundle.ts'; console.log((await bundlePage()).script.length);`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: copy,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(Number(stdout)).toBeGreaterThan(10_000);
});

test('the README has at most 400 words', () => {
  expect(readme.split(/\s+/).length).toBeLessThanOrEqual(400);
});
