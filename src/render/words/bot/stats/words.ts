import type { CheckName } from '../../../../core/claims/claim.ts';
import type { Step } from '../../../../core/quality/run-report.ts';
import type { Messages } from '../../../messages/catalogues.ts';
import type { FormatMessage } from '../../../messages/format.ts';
import { toDuration, toMoney, toSeconds } from '../../figures.ts';

/** What `/stats` says, in one language. Rates are 0..1, times in milliseconds. */
export type StatsWords = {
  readonly description: string;
  readonly notManager: string;
  readonly title: string;
  readonly empty: string;
  /** `since` is a time as Discord shows it. */
  readonly window: (count: number, since: string) => string;
  readonly citations: string;
  readonly citationRate: (rate: number, cited: number, eligible: number) => string;
  readonly noClaims: string;
  /** A warning that the citation rate is below `least`, and where to look. */
  readonly low: (least: number) => string;
  /** What to do if it stays low. */
  readonly otherModel: string;
  readonly wording: string;
  readonly supported: (rate: number, supported: number, judged: number) => string;
  /** For answers of the demo. */
  readonly recorded: (count: number) => string;
  readonly notJudged: string;
  readonly marked: (count: number) => string;
  readonly unjudged: (count: number) => string;
  readonly repaired: (count: number) => string;
  /** Quotes of Highlights, which are not among the claims. */
  readonly quoted: (count: number) => string;
  readonly replaced: (count: number) => string;
  readonly removed: string;
  readonly checkNames: Readonly<Record<CheckName, string>>;
  readonly markers: string;
  readonly gathered: (count: number) => string;
  readonly cited: (cited: number, unique: number) => string;
  readonly readers: string;
  readonly opened: (count: number) => string;
  readonly accepted: (afterMs: number) => string;
  readonly taken: string;
  readonly time: string;
  readonly cost: string;
  readonly steps: Readonly<Record<Step, string>>;
  readonly footer: string;
  /** At least a tenth of a second, so that a column has one unit. */
  readonly seconds: (ms: number) => string;
  readonly money: (usd: number) => string;
};

export function createStatsWords(
  { summary, bot: { stats } }: Messages,
  format: FormatMessage,
  tag: string,
): StatsWords {
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 });
  const withCount = (message: string) => (count: number) => format(message, { count });
  return {
    ...stats,
    window: (count, since) => format(stats.window, { count, since }),
    citationRate: (rate, cited, eligible) =>
      format(stats.citationRate, { share: percent.format(rate), cited, eligible }),
    low: least => format(stats.low, { least: percent.format(least) }),
    supported: (rate, supported, judged) =>
      format(stats.supported, { share: percent.format(rate), supported, judged }),
    recorded: withCount(stats.recorded),
    marked: withCount(stats.marked),
    quoted: withCount(stats.quoted),
    unjudged: withCount(stats.unjudged),
    repaired: withCount(stats.repaired),
    replaced: withCount(stats.replaced),
    checkNames: summary.viewer.checkNames,
    gathered: count => format(stats.gathered, { count: toTenths(count) }),
    cited: (cited, unique) => format(stats.cited, { cited: toTenths(cited), unique: toTenths(unique) }),
    opened: withCount(stats.opened),
    accepted: afterMs => format(stats.accepted, { time: toDuration(tag, afterMs) }),
    seconds: ms => toSeconds(tag, Math.max(0.1, ms / 1_000)),
    money: usd => toMoney(tag, usd),
  };
}

function toTenths(mean: number): number {
  return Math.round(mean * 10) / 10;
}
