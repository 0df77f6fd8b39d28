import { serveTasks, type Task } from './serve-tasks.ts';

/** A worker loads only what its tasks need: that counts as their memory. */
function lazily(load: () => Promise<Task>): Task {
  return async function* (input) {
    const task = await load();
    return yield* task(input);
  };
}

/** What the bot does beside its own process, by name. */
serveTasks({
  import: lazily(async () => (await import('../io/import/import-in-worker.ts')).importTask),
  prepare: lazily(async () => (await import('../app/prepare-evidence.ts')).prepareTask),
  highlights: lazily(async () => (await import('../app/extractive.ts')).highlightsTask),
  page: lazily(async () => (await import('../io/http/render-page.ts')).pageTask),
});
