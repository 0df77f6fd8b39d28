import type { Command } from '../src/io/discord/bot.ts';
import { askCommand } from './ask.ts';
import { catchupCommand } from './catchup.ts';
import { decisionsCommand } from './decisions.ts';
import { digestCommand } from './digest.ts';
import { helpCommand } from './help.ts';
import { checkSourcesCommand, disputeCommand, summarizeThreadCommand } from './message-menu.ts';
import { privacyCommand } from './privacy.ts';
import { settingsCommand } from './settings.ts';
import { summarizeCommand } from './summarize.ts';
import { usageCommand } from './usage.ts';

export const commands: readonly Command[] = [
  summarizeCommand,
  askCommand,
  summarizeThreadCommand,
  checkSourcesCommand,
  disputeCommand,
  digestCommand,
  settingsCommand,
  usageCommand,
  privacyCommand,
  catchupCommand,
  decisionsCommand,
  helpCommand,
];
