import { type GuildSettings, type SettingDefaults, unpricedTokens } from '../../core/settings.ts';
import {
  type CapScope,
  type CapState,
  type CapUnit,
  capPeriods,
  capRanges,
  sumSpending,
  toRangeDays,
  toResetAt,
  toUsed,
  type UnpricedCaps,
  type UsageEntry,
} from '../../core/usage/usage.ts';
import type { Logger } from '../../log.ts';
import { isSettingsUnreadable, type Settings } from '../settings.ts';
import type { MonthUsage } from './month-usage.ts';
import { type Payer, type PendingCall, sharedOwners } from './ports.ts';

/** The operator's caps for the whole bot and a calendar month (UTC); 0 is none. */
export type BotCaps = { readonly usd: number; readonly tokens: number };

/** As the operator sets them; without `tokens`, it depends on the prices. */
type SetBotCaps = { readonly usd: number; readonly tokens?: number };

/** The caps of the whole bot; only while a price is unknown is there one in tokens, for the one in dollars. */
export function toBotCaps({ usd, tokens }: SetBotCaps, isPriced: boolean): BotCaps {
  return { usd, tokens: isPriced ? 0 : (tokens ?? (usd === 0 ? 0 : unpricedTokens)) };
}

/** What limits calls whose price is unknown. */
export function toUnpricedCaps({ serverUsd, memberUsd }: SettingDefaults, botCaps: SetBotCaps): UnpricedCaps {
  const bot = toBotCaps(botCaps, false);
  return {
    monthlyTokens: bot.tokens,
    isRefused: serverUsd > 0 || memberUsd > 0 || (bot.usd > 0 && bot.tokens === 0),
  };
}

export type CapOptions = {
  readonly settings: Pick<Settings, 'of' | 'zoneOf'>;
  readonly botCaps: BotCaps;
  /** The time as an ISO instant. */
  readonly now: () => string;
  readonly log: Logger;
};

/** The state of a cap at this moment: it is read where nothing is awaited until it is used. */
type ReadCap = () => CapState;

/** The caps that are set. */
type Caps = {
  readonly ofBot: () => Promise<readonly ReadCap[]>;
  /** With a person, also those of each member. */
  readonly ofServer: (limits: Limits, whose: Whose) => Promise<readonly ReadCap[]>;
  /** All that limit a call; `unknown` if the settings of the server are unreadable. Never rejects. */
  readonly ofPayer: (payer: Payer) => Promise<readonly ReadCap[] | 'unknown'>;
};

type Limits = Pick<GuildSettings & SettingDefaults, 'serverUsd' | 'memberUsd'>;
type Whose = { readonly ownerId: string; readonly zone: string; readonly personId?: string };

export function createCaps(usage: MonthUsage, { settings, botCaps, now, log }: CapOptions): Caps {
  const toCap = async (
    scope: CapScope,
    unit: CapUnit,
    limit: number,
    { ownerId, zone, personId }: Whose,
  ): Promise<ReadCap> => {
    const days = await usage.load(ownerId, zone);
    return () => {
      const known = days();
      const resetsAt = toResetAt(capPeriods[scope], now(), zone);
      const cap = { scope, unit, limit, resetsAt };
      const own: UsageEntry[] = [];
      for (const day of toRangeDays(capRanges[scope], now(), zone)) {
        const entries = known.get(day) ?? [];
        if (entries === 'unreadable') return { ...cap, used: null };
        own.push(...entries.filter(each => personId === undefined || isOf(each, personId)));
      }
      return { ...cap, used: toUsed(unit, sumSpending(own)) };
    };
  };

  const ofBot: Caps['ofBot'] = () =>
    Promise.all(
      (['usd', 'tokens'] as const)
        .filter(unit => botCaps[unit] > 0)
        .map(unit => toCap('bot', unit, botCaps[unit], { ownerId: sharedOwners.bot, zone: 'UTC' })),
    );

  const ofServer: Caps['ofServer'] = (own, { personId, ...where }) => {
    const limits = [
      { scope: 'server', limit: own.serverUsd, whose: where },
      ...(personId === undefined
        ? []
        : [{ scope: 'member', limit: own.memberUsd, whose: { ...where, personId } } as const]),
    ] as const;
    return Promise.all(
      limits
        .filter(({ limit }) => limit > 0)
        .map(({ scope, limit, whose }) => toCap(scope, 'usd', limit, whose)),
    );
  };

  return {
    ofBot,
    ofServer,
    async ofPayer({ guildId, personId, feature }) {
      const caps = await ofBot();
      if (guildId === null) return caps;
      try {
        const own = await settings.of(guildId);
        const member = feature === 'digest' || personId === null ? {} : { personId };
        return [...(await ofServer(own, { ownerId: guildId, zone: own.zone ?? 'UTC', ...member })), ...caps];
      } catch (error) {
        if (isSettingsUnreadable(error)) return 'unknown';
        log.warn({ name: error instanceof Error ? error.name : '' }, 'cap-check-failed');
        return caps;
      }
    },
  };
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
