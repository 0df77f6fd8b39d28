import type { Command } from '../src/io/discord/interaction/route-command.ts';
import { actionsCommand } from './actions.ts';
import { catchupCommand } from './catchup.ts';
import { checkSourcesCommand } from './check-sources.ts';
import { decisionsCommand } from './decisions.ts';
import { digestCommand } from './digest.ts';
import { helpCommand } from './help.ts';
import { privacyCommand } from './privacy.ts';
import { settingsCommand } from './settings.ts';
import { summarizeCommand } from './summarize.ts';
import { summarizeThreadCommand } from './summarize-thread.ts';
import { timezoneCommand } from './timezone.ts';
import { topicsCommand } from './topics.ts';
import { usageCommand } from './usage.ts';

/** All commands; others are neither deployed nor answered. */
export const commands: readonly Command[] = [
  summarizeCommand,
  summarizeThreadCommand,
  checkSourcesCommand,
  timezoneCommand,
  digestCommand,
  settingsCommand,
  usageCommand,
  privacyCommand,
  catchupCommand,
  topicsCommand,
  decisionsCommand,
  actionsCommand,
  helpCommand,
];
