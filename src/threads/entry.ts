import { highlightsTask } from '../app/extractive.ts';
import { checkBodyTask } from '../io/http/check-body.ts';
import { pageTask } from '../io/http/render-page.ts';
import { importTask } from '../io/import/import-in-worker.ts';
import { serveTasks } from './serve-tasks.ts';

/** What the bot does beside its own thread, by name. */
serveTasks({ import: importTask, 'check-body': checkBodyTask, highlights: highlightsTask, page: pageTask });
