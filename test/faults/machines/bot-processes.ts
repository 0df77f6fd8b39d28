import { type Script, startScript } from '../../start-script.ts';
import { until } from '../until.ts';

/** What a bot keeps its records and jobs in: one process on SQLite, or a gateway and two workers on Redis. */
export type Adapter = 'SQLite' | 'Redis';

export const roles: Readonly<Record<Adapter, readonly string[]>> = {
  SQLite: ['all'],
  Redis: ['gateway', 'worker', 'worker'],
};

/** The processes of the real bot, which can be killed and started again. */
export function createBotProcesses(adapter: Adapter, env: Readonly<Record<string, string>>) {
  const running = new Map<number, Script>();
  const scripts: Script[] = [];
  const startOne = async (role: string, index: number) => {
    if (running.has(index)) return;
    const script = startScript('src/main.ts', { ...env, FOOTNOTE_ROLE: role });
    running.set(index, script);
    scripts.push(script);
    let isOver = false;
    void script.ended.then(() => {
      isOver = true;
    });
    const isReady = () => isOver || script.stderr().includes('Footnote is logged in');
    if (!(await until(isReady, { withinMs: 300_000 }))) throw new Error('the bot did not log in');
  };
  return {
    /** Starts those that do not run, and waits until they are logged in, or have ended before. */
    start: async () => void (await Promise.all(roles[adapter].map(startOne))),
    kill: async (
      signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL',
      indexes: readonly number[] = [...running.keys()],
    ) => {
      const killed = indexes.flatMap(index => running.get(index) ?? []);
      for (const index of indexes) running.delete(index);
      for (const script of killed) script.kill(signal);
      await Promise.all(killed.map(({ ended }) => ended));
    },
    processIds: () => [...running.values()].flatMap(({ child }) => child.pid ?? []),
    /** What all of them have logged. */
    log: () => scripts.map(script => script.stderr()).join(''),
  };
}
