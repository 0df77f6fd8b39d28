import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** Why no Redis can be started here; null where one can. */
export const noRedis: string | null =
  spawnSync('redis-server', ['--version']).status === 0
    ? null
    : 'redis-server is not installed: apt-get install redis-server';

if (noRedis) process.stderr.write(`The store in Redis is not tested: ${noRedis}\n`);

/** A Redis of our own on a free loopback port, which stores nothing on disk unless it gets a folder. */
export async function startRedis({ password, folder }: { password?: string; folder?: string } = {}) {
  const port = await findFreePort();
  let server: ChildProcess | undefined;

  const start = async () => {
    const secret = password === undefined ? [] : ['--requirepass', password];
    const where = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', ''];
    const kept =
      folder === undefined
        ? ['--appendonly', 'no']
        : ['--appendonly', 'yes', '--appendfsync', 'always', '--dir', folder];
    server = spawn('redis-server', [...where, ...kept, ...secret], { stdio: 'ignore' });
    await until(port);
  };
  const stop = async () => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
  };
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    start,
    stop,
    pause: () => server?.kill('SIGSTOP'),
    resume: () => server?.kill('SIGCONT'),
  };
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

async function until(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const socket = connect(port, '127.0.0.1');
    const open = await new Promise<boolean>(resolve => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (open) return;
    await new Promise(resolve => setTimeout(resolve, 25));
  }
  throw new Error(`no Redis on port ${port}`);
}
