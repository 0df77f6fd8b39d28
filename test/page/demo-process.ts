import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Starts the demo as npm does, in the browser's time zone, and waits for the address of its page. */
export function startDemo(end: (stop: () => Promise<void>) => void = onTestFinished): Promise<string> {
  const demo = spawn(process.execPath, ['demo/demo.ts'], {
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(tmpdir(), 'footnote-compile-cache'),
      TZ: 'Europe/Berlin',
      ANTHROPIC_API_KEY: '',
    },
  });
  end(async () => {
    demo.kill('SIGINT');
    await once(demo, 'close');
  });
  let stdout = '';
  return new Promise((resolve, reject) => {
    demo.stdout.setEncoding('utf8').on('data', piece => {
      stdout += piece;
      const url = /in a browser: +(http:\/\/[\d.:]+\/)\n/.exec(stdout)?.[1];
      if (url !== undefined) resolve(url);
    });
    demo.once('close', code => reject(new Error(`the demo ended with ${code}: ${stdout}`)));
  });
}
