import { DatabaseSync } from 'node:sqlite';
import type { Scene } from './scene.ts';

/** Restarts the bot with a queue that has lost all of its jobs. */
export async function loseJobs(
  scene: Pick<Scene, 'restart' | 'folder'>,
  queue: 'entry-jobs' | 'delivery-jobs' | 'topic-jobs',
): Promise<void> {
  await scene.restart(() => {
    const file = new DatabaseSync(`${scene.folder}/store.sqlite`);
    const { changes } = file.prepare('DELETE FROM keyv WHERE namespace = ?').run(queue);
    file.close();
    if (changes === 0) throw new Error(`there were no ${queue} to lose`);
  });
}
