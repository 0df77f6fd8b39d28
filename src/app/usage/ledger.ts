import {
  type CapState,
  findReached,
  noSpending,
  type ReachedCap,
  type Spending,
  sumSpending,
  toDay,
  toFirstOpenDay,
  toRangeDays,
  type UsageEntry,
  warnedShare,
  withEntry,
} from '../../core/claims/usage.ts';
import { compare } from '../../core/order.ts';
import { createKeyedMutex } from '../../keyed-mutex.ts';
import { type Logger, toLoggedError } from '../../log.ts';
import { isSettingsUnreadable, type Settings } from '../settings.ts';
import { type BotCaps, type Limit, toBotLimits, toCapState, toServerLimits, withPending } from './caps.ts';
import {
  type Meter,
  type Payer,
  type PendingCall,
  type PendingCalls,
  sharedOwners,
  type UsageDay,
  type UsageStore,
} from './ports.ts';

type LedgerOptions = {
  readonly settings: Pick<Settings, 'of' | 'zoneOf'>;
  readonly botCaps: BotCaps;
  readonly store: UsageStore;
  /** Of all processes that use the store. Without it, and while it fails, those of this process count. */
  readonly pendingCalls?: PendingCalls | undefined;
  readonly now: () => string;
  readonly log: Logger;
};

export type UsageReport = {
  readonly zone: string;
  readonly total: Spending;
  /** By day, oldest first; days without any are left out. */
  readonly days: readonly { readonly day: string; readonly spending: Spending }[];
  readonly entries: readonly UsageEntry[];
  readonly unreadableDays: readonly string[];
  readonly caps: readonly CapState[];
};

export type Ledger = Meter & {
  /** Of this month. */
  readonly report: (guildId: string) => Promise<UsageReport>;
  /** Called once a month for each cap of the operator that is used to `warnedShare`, and daily for caps with unreadable use. */
  readonly onBotWarning: (listener: (cap: CapState) => Promise<void>) => void;
  readonly ofPerson: UsageStore['ofPerson'];
  /** Takes somebody's name off what they used, except today: else they would get around their cap. */
  readonly forgetPerson: (personId: string) => Promise<void>;
};

/** Adds up what calls take, and checks caps before each. Calls under way count as expected, so that several cannot all pass. */
export function createLedger(options: LedgerOptions): Ledger {
  const { store, settings, pendingCalls, now, log } = options;
  const usage = createMonthUsage(store, now, log);
  const botLimits = toBotLimits(options.botCaps);
  const pending = new Set<PendingCall>();
  let warn: (cap: CapState) => Promise<void> = async () => {};

  const load = async (limits: readonly Limit[]) => {
    for (const { ownerId, zone } of limits) await usage.load(ownerId, zone);
    return limits;
  };
  const toState = (limit: Limit) => toCapState(limit, usage.days(limit.ownerId), now());

  /** All that limit a call; null if the settings of the server are unreadable. */
  const findLimits = async ({ guildId, personId, feature }: Payer): Promise<readonly Limit[] | null> => {
    if (guildId === null) return load(botLimits);
    try {
      const own = await settings.of(guildId);
      const member = feature === 'digest' ? null : personId;
      return await load([...toServerLimits(own, guildId, member), ...botLimits]);
    } catch (error) {
      if (isSettingsUnreadable(error)) return null;
      log.warn(toLoggedError(error), 'cap-check-failed');
      return load(botLimits);
    }
  };

  /** Also if less is used, but the next call would go over the cap. */
  const warnOwner = async (refused?: CapState) => {
    for (const cap of (await load(botLimits)).map(toState)) {
      if (cap.used === null) continue;
      if (cap.used < warnedShare * cap.limit && cap.unit !== refused?.unit) continue;
      if (!(await store.claimOnce(`warned-${toDay(now(), 'UTC').slice(0, 7)}-${cap.unit}`))) continue;
      log.warn({ unit: cap.unit, used: cap.used, limit: cap.limit }, 'bot-cap-nearly-reached');
      await warn(cap);
    }
  };

  const warnUnreadable = async (cap: CapState, guildId: string | null) => {
    const guild = cap.scope === 'bot' ? null : guildId;
    if (!(await store.claimOnce(`unreadable-${toDay(now(), 'UTC')}-${guild ?? 'bot'}`))) return;
    log.error({ scope: cap.scope, guild }, 'usage-unreadable');
    await warn(cap);
  };

  /** Null if it fails, which is logged. */
  const tryTo = async <Result>(failure: string, work: () => Promise<Result>): Promise<Result | null> => {
    try {
      return await work();
    } catch (error) {
      log.error(toLoggedError(error), failure);
      return null;
    }
  };

  const settle = ({ guildId, personId, channelId, feature }: Payer, spent: Spending) =>
    tryTo('usage-save-failed', async () => {
      const zone = await settings.zoneOf(guildId);
      const ownerId = guildId ?? sharedOwners.direct;
      await usage.add(ownerId, toDay(now(), zone), { ...spent, personId, channelId, feature });
      const ofNobody = { ...spent, personId: null, channelId: null, feature };
      await usage.add(sharedOwners.bot, toDay(now(), 'UTC'), ofNobody);
      await warnOwner();
    });

  return {
    ofPerson: store.ofPerson,
    async forgetPerson(personId) {
      await store.forgetPerson(personId, toFirstOpenDay(now()));
      usage.expire();
    },
    onBotWarning: listener => {
      warn = listener;
    },
    reserve: async (payer, estimate) => {
      const limits = await findLimits(payer);
      if (limits === null) return null;
      const { guildId, personId, feature } = payer;
      const spending = { ...noSpending, input: estimate.tokens, assumedUsd: estimate.usd ?? 0 };
      const own: PendingCall = { guildId, personId, feature, spending };
      const found: { reached: ReachedCap | null } = { reached: null };
      const fits = (calls: Iterable<PendingCall>) => {
        const states = limits.map(limit => withPending(toState(limit), payer, calls));
        found.reached = findReached(states, estimate);
        return found.reached === null;
      };
      // Nothing may be awaited between the check and the reservation.
      let sharedId: string | null = null;
      if (fits(pending)) {
        pending.add(own);
        if (pendingCalls !== undefined && limits.length > 0)
          sharedId = await tryTo('usage-share-failed', () => pendingCalls.add(own, fits));
      }
      const cap = found.reached;
      if (cap !== null) {
        pending.delete(own);
        payer.onCap?.(cap);
        if (cap.used === null) await tryTo('owner-unwarned', () => warnUnreadable(cap, guildId));
        else if (cap.scope === 'bot') await tryTo('owner-unwarned', () => warnOwner(cap));
        return null;
      }
      return {
        settle: async spent => {
          // Counted before it is released, so that it is missing at no moment.
          if (spent !== null) await settle(payer, spent);
          pending.delete(own);
          const id = sharedId;
          if (id !== null) await tryTo('usage-share-failed', async () => pendingCalls?.end(id, spent));
        },
      };
    },
    report: async guildId => {
      const own = await settings.of(guildId);
      const zone = own.zone ?? 'UTC';
      const stored = [...(await store.get(guildId, toRangeDays('month', now(), zone)))];
      const days = stored.flatMap(([day, all]) =>
        all === 'unreadable' ? [] : [{ day, all, spending: sumSpending(all) }],
      );
      const entries = days.flatMap(({ all }) => all).reduce(withEntry, [] as readonly UsageEntry[]);
      const limits = await load([...toServerLimits(own, guildId, null), ...botLimits]);
      return {
        zone,
        total: sumSpending(entries),
        days: days.map(({ day, spending }) => ({ day, spending })).sort((a, b) => compare(a.day, b.day)),
        entries,
        unreadableDays: stored.flatMap(([day, all]) => (all === 'unreadable' ? day : [])),
        caps: limits.map(toState),
      };
    },
  };
}

/** What other processes add is seen after at most this long. */
const reloadMs = 10_000;

/** What was used this month: as stored, plus what this process added since. While the store is away, only what it has seen counts. */
function createMonthUsage(store: UsageStore, now: () => string, log: Logger) {
  const exclusively = createKeyedMutex();
  const months = new Map<string, { loadedMs: number; readonly days: Map<string, UsageDay> }>();
  let unsaved: readonly (readonly [ownerId: string, day: string, entry: UsageEntry])[] = [];

  const addTo = (days: Map<string, UsageDay>, day: string, entry: UsageEntry) => {
    const before = days.get(day) ?? [];
    if (before !== 'unreadable') days.set(day, withEntry(before, entry));
  };

  return {
    /** Reads the days of an owner, unless it did so lately. */
    load: (ownerId: string, zone: string): Promise<void> =>
      exclusively(ownerId, async () => {
        const loadedMs = performance.now();
        if (loadedMs - (months.get(ownerId)?.loadedMs ?? Number.NEGATIVE_INFINITY) < reloadMs) return;
        try {
          const days = new Map(await store.get(ownerId, toRangeDays('month', now(), zone)));
          for (const [owner, day, entry] of unsaved) if (owner === ownerId) addTo(days, day, entry);
          months.set(ownerId, { loadedMs, days });
        } catch (error) {
          log.warn(toLoggedError(error), 'usage-read-failed');
        }
      }),
    /** As they were loaded. */
    days: (ownerId: string): ReadonlyMap<string, UsageDay> => months.get(ownerId)?.days ?? new Map(),
    /** What could not be saved is saved with the next call. */
    add: (ownerId: string, day: string, entry: UsageEntry): Promise<void> =>
      exclusively(ownerId, async () => {
        const days = months.get(ownerId)?.days;
        if (days) addTo(days, day, entry);
        const late = unsaved.filter(([owner]) => owner === ownerId);
        unsaved = unsaved.filter(([owner]) => owner !== ownerId);
        for (const each of [...late, [ownerId, day, entry] as const])
          await store.add(...each).catch(() => {
            unsaved = [...unsaved, each];
          });
      }),
    /** Has everything read again when it is needed. */
    expire: () => {
      for (const month of months.values()) month.loadedMs = Number.NEGATIVE_INFINITY;
    },
  };
}
