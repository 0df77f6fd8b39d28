import {
  type CapScope,
  type CapState,
  type CapUnit,
  capRanges,
  sumSpending,
  toRangeDays,
  toResetAt,
  toUsed,
  type UnpricedCaps,
  type UsageEntry,
} from '../../core/claims/usage.ts';
import { type GuildSettings, type SettingDefaults, unpricedTokens } from '../../core/settings.ts';
import { type Payer, type PendingCall, sharedOwners, type UsageDay } from './ports.ts';

/** The operator's caps for the whole bot and a calendar month (UTC); 0 is none. */
export type BotCaps = { readonly usd: number; readonly tokens: number };

/** As the operator sets them; without `tokens`, it depends on the prices. */
type SetBotCaps = { readonly usd: number; readonly tokens?: number | undefined };

/** The caps of the whole bot; only while a price is unknown is there one in tokens, for the one in dollars. */
export function toBotCaps({ usd, tokens }: SetBotCaps, isPriced: boolean): BotCaps {
  return { usd, tokens: isPriced ? 0 : (tokens ?? (usd === 0 ? 0 : unpricedTokens)) };
}

export function toUnpricedCaps({ serverUsd, memberUsd }: SettingDefaults, botCaps: SetBotCaps): UnpricedCaps {
  const bot = toBotCaps(botCaps, false);
  return {
    monthlyTokens: bot.tokens,
    isRefused: serverUsd > 0 || memberUsd > 0 || (bot.usd > 0 && bot.tokens === 0),
  };
}

/** What may be spent, in a sentence for the operator, and another if the bot has no cap. */
export function describeCaps(bot: BotCaps, { serverUsd, memberUsd }: SettingDefaults): string {
  const toAmount = (usd: number) => (usd === 0 ? 'without limit' : `$${usd}`);
  const tokens = bot.tokens === 0 ? '' : ` and use ${bot.tokens.toLocaleString('en')} tokens`;
  const others = `a server ${toAmount(serverUsd)} a month, a member ${toAmount(memberUsd)} a day`;
  const text = `The whole bot may spend ${toAmount(bot.usd)}${tokens} a month; unless /settings differs, ${others}.`;
  return bot.usd > 0 || bot.tokens > 0 ? text : `${text} FOOTNOTE_MONTHLY_USD limits the whole bot.`;
}

/** A cap that is set, and whose usage counts toward it. */
export type Limit = {
  readonly scope: CapScope;
  readonly unit: CapUnit;
  readonly limit: number;
  readonly ownerId: string;
  readonly zone: string;
  readonly personId: string | null;
};

export function toBotLimits(caps: BotCaps): readonly Limit[] {
  const owner = { ownerId: sharedOwners.bot, zone: 'UTC', personId: null };
  const all = (['usd', 'tokens'] as const).map(unit => ({ unit, limit: caps[unit] }));
  return all.filter(({ limit }) => limit > 0).map(cap => ({ scope: 'bot', ...cap, ...owner }));
}

/** With a person, also the limit of each member. */
export function toServerLimits(
  {
    serverUsd,
    memberUsd,
    zone = 'UTC',
  }: Pick<GuildSettings & SettingDefaults, 'serverUsd' | 'memberUsd' | 'zone'>,
  guildId: string,
  personId: string | null,
): readonly Limit[] {
  const common = { unit: 'usd', ownerId: guildId, zone } as const;
  const server: Limit = { scope: 'server', limit: serverUsd, personId: null, ...common };
  const member: Limit = { scope: 'member', limit: personId === null ? 0 : memberUsd, personId, ...common };
  return [server, member].filter(({ limit }) => limit > 0);
}

export function toCapState(
  { scope, unit, limit, zone, personId }: Limit,
  days: ReadonlyMap<string, UsageDay>,
  now: string,
): CapState {
  const cap = { scope, unit, limit, resetsAt: toResetAt(capRanges[scope], now, zone) };
  const counted: UsageEntry[] = [];
  for (const day of toRangeDays(capRanges[scope], now, zone)) {
    const entries = days.get(day) ?? [];
    if (entries === 'unreadable') return { ...cap, used: null };
    counted.push(...entries.filter(each => personId === null || isOf(each, personId)));
  }
  return { ...cap, used: toUsed(unit, sumSpending(counted)) };
}

/** Includes the estimates of calls in progress. */
export function withPending(
  cap: CapState,
  { guildId, personId }: Payer,
  calls: Iterable<PendingCall>,
): CapState {
  if (cap.used === null) return cap;
  const own = [...calls].filter(
    call =>
      cap.scope === 'bot' || (call.guildId === guildId && (cap.scope === 'server' || isOf(call, personId))),
  );
  return { ...cap, used: cap.used + toUsed(cap.unit, sumSpending(own.map(each => each.spending))) };
}

/** Digests are a server's: they do not count toward the cap of the member who created them. */
function isOf(spent: Pick<UsageEntry, 'personId' | 'feature'>, personId: string | null): boolean {
  return spent.personId === personId && spent.feature !== 'digest';
}
