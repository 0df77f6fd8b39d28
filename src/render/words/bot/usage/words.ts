import type { CapScope, ReachedCap } from '../../../../core/usage/caps.ts';
import type { UsageRange } from '../../../../core/usage/periods.ts';
import type { Feature } from '../../../../core/usage/spending.ts';
import type { Messages } from '../../../messages/catalogues.ts';
import type { FormatMessage } from '../../../messages/format.ts';
import { toMoney } from '../../figures.ts';

/** What the bot says about usage and caps, in one language; `resets` is a time as Discord shows it. */
export type UsageWords = {
  readonly command: {
    readonly description: string;
    readonly range: string;
    readonly ranges: Readonly<Record<UsageRange, string>>;
  };
  readonly titles: Readonly<Record<UsageRange, string>>;
  readonly notManager: string;
  readonly empty: string;
  readonly total: (cost: string, tokens: number, calls: number) => string;
  readonly cached: (share: number, tokens: string) => string;
  readonly unpriced: (calls: number) => string;
  readonly plusUnknown: (cost: string) => string;
  /** A cost of which a part is estimated. */
  readonly about: (cost: string) => string;
  readonly estimated: string;
  readonly days: string;
  readonly members: string;
  readonly channels: string;
  readonly features: string;
  readonly featureNames: Readonly<Record<Feature, string>>;
  /** In place of a member who had their name deleted. */
  readonly nobody: string;
  /** In place of a member, for what no member asked for. */
  readonly memberless: string;
  readonly more: (count: number) => string;
  readonly caps: string;
  /** Some days are missing. */
  readonly unreadableDays: (count: number) => string;
  readonly capNames: Readonly<Record<CapScope, string>>;
  readonly cap: (cap: Told) => string;
  readonly footer: (zone: string) => string;
  /** Why Claude was not called. */
  readonly reached: (cap: ReachedCap, resets: string) => string;
  readonly money: (usd: number) => string;
  /** "12.3K" */
  readonly count: (tokens: number) => string;
};

type Told = Pick<ReachedCap, 'scope' | 'unit' | 'limit' | 'used'> & { readonly resets: string };

export function createUsageWords(
  texts: Messages['bot']['usage'],
  format: FormatMessage,
  tag: string,
): UsageWords {
  const compact = new Intl.NumberFormat(tag, { notation: 'compact', maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(tag, { style: 'percent' });
  const money = (usd: number) => toMoney(tag, usd);
  const amount = (unit: Told['unit'], value: number) =>
    unit === 'usd' ? money(value) : format(texts.amountTokens, { count: Math.round(value) });
  return {
    ...texts,
    total: (cost, tokens, calls) => format(texts.total, { cost, tokens, calls }),
    cached: (share, tokens) => format(texts.cached, { share: percent.format(share), tokens }),
    unpriced: calls => format(texts.unpriced, { calls }),
    plusUnknown: cost => format(texts.plusUnknown, { cost }),
    about: cost => format(texts.about, { cost }),
    more: count => format(texts.more, { count }),
    unreadableDays: days => format(texts.unreadableDays, { days }),
    cap: ({ scope, unit, limit, used, resets }) =>
      used === null
        ? `${texts.capNames[scope]}: ${format(texts.unreadable, { resets })}`
        : format(texts.cap, {
            name: texts.capNames[scope],
            used: amount(unit, used),
            limit: amount(unit, limit),
            share: percent.format(used / limit),
            resets,
          }),
    footer: zone => format(texts.footer, { zone }),
    reached: ({ scope, unit, limit, used, expected, isUnpriced }, resets) =>
      used === null
        ? format(texts.unreadable, { resets })
        : format(isUnpriced ? texts.unpricedReached : scope === 'bot' ? texts.botReached : texts.reached, {
            scope,
            used: amount(unit, used),
            limit: amount(unit, limit),
            expected: amount(unit, expected),
            resets,
          }),
    money,
    count: tokens => compact.format(tokens),
  };
}
