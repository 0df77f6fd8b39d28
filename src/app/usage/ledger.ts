import { compare } from '../../core/order.ts';
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
  type UsageRange,
  warnedShare,
  withEntry,
} from '../../core/usage/usage.ts';
import { type CapOptions, createCaps, withPending } from './caps.ts';
import { createMonthUsage } from './month-usage.ts';
import {
  type Meter,
  type Payer,
  type PendingCall,
  type PendingCalls,
  sharedOwners,
  type UsageStore,
} from './ports.ts';

type LedgerOptions = CapOptions & {
  readonly store: UsageStore;
  /** Of all processes that use the store. Without it, and while it fails, those of this process count. */
  readonly pendingCalls?: PendingCalls;
};

/** What was used in a range. */
export type UsageReport = {
  readonly zone: string;
  readonly total: Spending;
  /** By day, oldest first; days without any are left out. */
  readonly days: readonly { readonly day: string; readonly spending: Spending }[];
  /** Of all days together. */
  readonly entries: readonly UsageEntry[];
  /** Days that are left out because they cannot be read. */
  readonly unreadableDays: readonly string[];
  /** The caps of the server and of the bot. */
  readonly caps: readonly CapState[];
};

export type Ledger = Meter & {
  readonly report: (guildId: string, range: UsageRange) => Promise<UsageReport>;
  /** Called once a month for each cap of the operator that is used to `warnedShare`, and daily for caps with unreadable use. */
  readonly onBotWarning: (listener: (cap: CapState) => Promise<void>) => void;
  readonly ofPerson: UsageStore['ofPerson'];
  /** Takes somebody's name off what they used, except today: else they would get around their cap. */
  readonly forgetPerson: (personId: string) => Promise<void>;
};

/**
 * Adds up what calls take, and checks caps before each. A call that is under way counts as what it was expected to take,
 * so that several at once cannot all pass.
 */
export function createLedger(options: LedgerOptions): Ledger {
  const { store, settings, pendingCalls, now, log } = options;
  const usage = createMonthUsage(store, now, log);
  const caps = createCaps(usage, options);
  const pending = new Set<PendingCall>();
  let warn: (cap: CapState) => Promise<void> = async () => {};

  /** Also if less is used, but the next call would go over the cap. */
  const warnOwner = async (refused?: CapState) => {
    for (const read of await caps.ofBot()) {
      const cap = read();
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

  const tryTo = async (failure: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      log.error({ name: error instanceof Error ? error.name : '' }, failure);
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
      usage.clear();
    },
    onBotWarning: listener => {
      warn = listener;
    },
    reserve: async (payer, estimate) => {
      const limits = await caps.ofPayer(payer);
      if (limits === 'unknown') return null;
      const { guildId, personId, feature } = payer;
      const own: PendingCall = {
        guildId,
        personId,
        feature,
        spending: { ...noSpending, input: estimate.tokens, assumedUsd: estimate.usd ?? 0 },
      };
      const findReachedNow = (calls: Iterable<PendingCall>) =>
        findReached(
          limits.map(read => withPending(read(), payer, calls)),
          estimate,
        );
      let reached: ReachedCap | null = null;
      let pendingId: string | null = null;
      if (pendingCalls !== undefined && limits.length > 0)
        await tryTo('usage-share-failed', async () => {
          pendingId = await pendingCalls.add(own, others => {
            reached = findReachedNow(others);
            return reached === null;
          });
        });
      // Nothing may be awaited between the check and the reservation.
      if (pendingId === null) reached ??= findReachedNow(pending);
      if (reached !== null) {
        const cap: ReachedCap = reached;
        payer.onCap?.(cap);
        if (cap.used === null) await tryTo('owner-unwarned', () => warnUnreadable(cap, guildId));
        else if (cap.scope === 'bot') await tryTo('owner-unwarned', () => warnOwner(cap));
        return null;
      }
      pending.add(own);
      return {
        settle: async spent => {
          // Counted before it is released, so that it is missing at no moment.
          if (spent !== null) await settle(payer, spent);
          pending.delete(own);
          const id = pendingId;
          if (id !== null) await tryTo('usage-share-failed', async () => pendingCalls?.end(id, spent));
        },
      };
    },
    report: async (guildId, range) => {
      const own = await settings.of(guildId);
      const zone = own.zone ?? 'UTC';
      const stored = await store.get(guildId, toRangeDays(range, now(), zone));
      const unreadableDays: string[] = [];
      const days: { readonly day: string; readonly spending: Spending }[] = [];
      let entries: readonly UsageEntry[] = [];
      for (const [day, own] of stored) {
        if (own === 'unreadable') {
          unreadableDays.push(day);
          continue;
        }
        days.push({ day, spending: sumSpending(own) });
        entries = own.reduce(withEntry, entries);
      }
      const limits = [...(await caps.ofServer(own, { ownerId: guildId, zone })), ...(await caps.ofBot())];
      return {
        zone,
        total: sumSpending(entries),
        days: days.sort((a, b) => compare(a.day, b.day)),
        entries,
        unreadableDays,
        caps: limits.map(read => read()),
      };
    },
  };
}
