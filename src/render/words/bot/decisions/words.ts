import type { ActionStatus, DecisionEntryStatus, LogEntry } from '../../../../core/decisions/entry.ts';
import type { DecisionMode } from '../../../../core/settings.ts';
import type { Messages } from '../../../messages/catalogues.ts';
import { type FormatMessage, formatList } from '../../../messages/format.ts';

/** When somebody wants to see a task again. */
const laterTimes = ['due', 'day', 'three', 'week', 'never'] as const;
type LaterTime = (typeof laterTimes)[number];

/** The bot's words for `/decisions`, `/actions` and the log channel, in one language; times are in Discord's format. */
export type DecisionWords = {
  readonly command: {
    readonly description: string;
    readonly search: string;
    readonly person: string;
    readonly topic: string;
    readonly status: string;
  };
  readonly actions: {
    readonly description: string;
    readonly whose: string;
    readonly whoses: { readonly mine: string; readonly all: string };
    readonly search: string;
    readonly topic: string;
    readonly status: string;
  };
  readonly titles: Readonly<Record<LogEntry['kind'], string>>;
  readonly statuses: Readonly<Record<DecisionEntryStatus | ActionStatus, string>>;
  readonly empty: Readonly<Record<LogEntry['kind'], string>>;
  /** The person has no tasks, but there are others that they can see. */
  readonly othersHave: (count: number) => string;
  readonly noMatch: string;
  readonly shown: (from: number, to: number, count: number) => string;
  readonly matching: (filters: string) => string;

  /** In place of the words of an entry whose messages are gone. */
  readonly erased: string;
  readonly edited: string;
  readonly supersedes: (entry: string) => string;
  readonly supersededBy: (entry: string) => string;
  readonly impacts: string;
  readonly implied: string;
  /** Names, separated. */
  readonly list: (names: readonly string[]) => string;
  readonly sources: string;
  readonly owner: (owner: string) => string;
  readonly nobody: string;
  readonly due: (due: string) => string;
  readonly snoozedUntil: (until: string) => string;
  readonly doneAt: (at: string) => string;
  readonly proposed: (markers: string) => string;
  readonly reminderAt: (at: string) => string;

  /** `channel` is a mention. */
  readonly waiting: (channel: string) => string;
  readonly withheld: (channel: string) => string;
  readonly unsure: (channel: string) => string;
  readonly confirmed: (channel: string) => string;
  readonly posted: string;
  readonly notConfirmer: (role: string) => string;
  readonly notManager: string;
  readonly notOwner: string;
  readonly gone: string;
  readonly reminder: (task: string) => string;

  readonly choose: string;
  readonly export: string;
  readonly exported: (count: number) => string;
  readonly buttons: { readonly confirm: string; readonly done: string; readonly reopen: string };
  readonly chooseOwner: string;
  readonly chooseSnooze: string;
  readonly chooseReminder: string;
  readonly times: Readonly<Record<LaterTime, string>>;

  /** The setting, and what stands for a channel and a role that are not chosen. */
  readonly modes: Readonly<Record<DecisionMode, string>>;
  readonly noChannel: string;
  readonly managers: string;
};

export function createDecisionWords({ bot, summary }: Messages, format: FormatMessage): DecisionWords {
  const texts = bot.decisions;
  const { superseded, tasks, ...others } = texts;
  const withEntry = (message: string) => (entry: string) => format(message, { entry });
  const withChannel = (message: string) => (channel: string) => format(message, { channel });
  const withAt = (message: string) => (at: string) => format(message, { at });
  return {
    ...others,
    statuses: { ...summary.decisions, superseded, ...tasks },
    othersHave: count => format(texts.othersHave, { count }),
    shown: (from, to, count) => format(texts.shown, { from, to, count }),
    matching: filters => format(texts.matching, { filters }),
    supersedes: withEntry(texts.supersedes),
    supersededBy: withEntry(texts.supersededBy),
    owner: owner => format(texts.owner, { owner }),
    due: due => format(texts.due, { due }),
    snoozedUntil: until => format(texts.snoozedUntil, { until }),
    list: names => formatList(format, summary.list, names),
    doneAt: withAt(texts.doneAt),
    proposed: markers => format(texts.proposed, { markers }),
    reminderAt: withAt(texts.reminderAt),
    waiting: withChannel(texts.waiting),
    withheld: withChannel(texts.withheld),
    unsure: withChannel(texts.unsure),
    confirmed: withChannel(texts.confirmed),
    notConfirmer: role => format(texts.notConfirmer, { role }),
    reminder: task => format(texts.reminder, { task }),
    exported: count => format(texts.exported, { count }),
  };
}
