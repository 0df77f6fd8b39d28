import type { GuildSettings, SettingDefaults } from '../../core/settings.ts';
import {
  type CapScope,
  type CapState,
  type CapUnit,
  capPeriods,
  capRanges,
  findReached,
  type ReachedCap,
  toUsed,
  warnedShare,
} from '../../core/usage/caps.ts';
import { toDay, toFirstOpenDay, toRangeDays, toResetAt, type UsageRange } from '../../core/usage/periods.ts';
import {
  noSpending,
  type Spending,
  sumSpending,
  type UsageEntry,
  withEntry,
} from '../../core/usage/spending.ts';
import { createKeyedMutex } from '../../keyed-mutex.ts';
import type { Logger } from '../../log.ts';
import type { Settings } from '../settings.ts';
import {
  type Meter,
  type Payer,
  type PendingCall,
  type PendingCalls,
  sharedOwners,
  type UsageStore,
} from './ports.ts';

/** The operator's caps for the whole bot and a calendar month (UTC); 0 is none. */
export type BotCaps = { readonly usd: number; readonly tokens: number };

export type LedgerOptions = {
  readonly store: UsageStore;
  readonly settings: Pick<Settings, 'of'>;
  readonly botCaps: BotCaps;
  /** Of all processes that use the store. Without it, and while it fails, those of this process count. */
  readonly pendingCalls?: PendingCalls;
  /** The time as an ISO instant. */
  readonly now: () => string;
  readonly log: Logger;
};

/** What was used in a range. */
export type UsageReport = {
  readonly zone: string;
  readonly total: Spending;
  /** By day, oldest first; days without any are left out. */
  readonly days: readonly { readonly day: string; readonly spending: Spending }[];
  /** Of all days together. */
  readonly entries: readonly UsageEntry[];
  /** The caps of the server and of the bot. */
  readonly caps: readonly CapState[];
};

export type Ledger = Meter & {
  readonly report: (guildId: string, range: UsageRange) => Promise<UsageReport>;
  /** Hears of each cap of the operator that is used to `warnedShare`, once a month. */
  readonly onBotWarning: (listener: (cap: CapState) => Promise<void>) => void;
  readonly ofPerson: UsageStore['ofPerson'];
  /** Takes somebody's name off what they used, except today: else they would get around their cap. */
  readonly forgetPerson: (personId: string) => Promise<void>;
};

type Month = { readonly loadedMs: number; readonly days: Map<string, readonly UsageEntry[]> };

/** The state of a cap at this moment: it is read where nothing is awaited until it is used. */
type ReadCap = () => CapState;

/** What other processes add is seen after at most this long. */
const reloadMs = 10_000;

/**
 * Adds up what calls take, and checks caps before each. A call that is under way counts as what it was expected to take,
 * so that several at once cannot all pass. While the store is away, only what this process has seen counts.
 */
export function createLedger(options: LedgerOptions): Ledger {
  const { store, settings, botCaps, pendingCalls, now, log } = options;
  const exclusively = createKeyedMutex();
  const months = new Map<string, Month>();
  const pending = new Set<PendingCall>();
  let unsaved: { readonly ownerId: string; readonly day: string; readonly entry: UsageEntry }[] = [];
  let warn: (cap: CapState) => Promise<void> = async () => {};

  const load = (ownerId: string, zone: string) =>
    exclusively(ownerId, async () => {
      const known = months.get(ownerId);
      const nowMs = performance.now();
      if (known && nowMs - known.loadedMs < reloadMs) return known.days;
      try {
        const days = new Map(await store.get(ownerId, toRangeDays('month', now(), zone)));
        for (const each of unsaved)
          if (each.ownerId === ownerId) days.set(each.day, withEntry(days.get(each.day) ?? [], each.entry));
        months.set(ownerId, { loadedMs: nowMs, days });
        return days;
      } catch (error) {
        log.warn({ name: error instanceof Error ? error.name : '' }, 'usage-read-failed');
        return known?.days ?? new Map<string, readonly UsageEntry[]>();
      }
    });

  const save = async (ownerId: string, day: string, entry: UsageEntry) => {
    try {
      await store.add(ownerId, day, entry);
      return true;
    } catch {
      return false;
    }
  };

  /** What could not be saved is saved with the next call. */
  const add = async (ownerId: string, day: string, entry: UsageEntry) => {
    await exclusively(ownerId, async () => {
      const days = months.get(ownerId)?.days;
      days?.set(day, withEntry(days.get(day) ?? [], entry));
      const late = unsaved.filter(each => each.ownerId === ownerId);
      unsaved = unsaved.filter(each => each.ownerId !== ownerId);
      for (const each of [...late, { ownerId, day, entry }])
        if (!(await save(each.ownerId, each.day, each.entry))) unsaved.push(each);
    });
  };

  const toCap = async (
    scope: CapScope,
    unit: CapUnit,
    limit: number,
    {
      ownerId,
      zone,
      personId,
    }: { readonly ownerId: string; readonly zone: string; readonly personId?: string },
  ): Promise<ReadCap> => {
    const loaded = await load(ownerId, zone);
    return () => {
      const days = months.get(ownerId)?.days ?? loaded;
      const entries = toRangeDays(capRanges[scope], now(), zone).flatMap(day => days.get(day) ?? []);
      const own = personId === undefined ? entries : entries.filter(each => isOf(each, personId));
      const resetsAt = toResetAt(capPeriods[scope], now(), zone);
      return { scope, unit, limit, used: toUsed(unit, sumSpending(own)), resetsAt };
    };
  };
  const toBotCaps = async () => {
    const where = { ownerId: sharedOwners.bot, zone: 'UTC' };
    return Promise.all(
      (['usd', 'tokens'] as const)
        .filter(unit => botCaps[unit] > 0)
        .map(unit => toCap('bot', unit, botCaps[unit], where)),
    );
  };
  type Own = Pick<
    GuildSettings & SettingDefaults,
    'serverUsd' | 'serverTokens' | 'memberUsd' | 'memberTokens'
  >;
  const toServerCaps = async (
    own: Own,
    { personId, ...where }: { readonly ownerId: string; readonly zone: string; readonly personId?: string },
  ) => {
    const limits = [
      ['server', 'usd', own.serverUsd],
      ['server', 'tokens', own.serverTokens],
      ['member', 'usd', own.memberUsd],
      ['member', 'tokens', own.memberTokens],
    ] as const;
    const wanted = limits.filter(
      ([scope, , limit]) => limit > 0 && (scope === 'server' || personId !== undefined),
    );
    return Promise.all(
      wanted.map(([scope, unit, limit]) =>
        toCap(scope, unit, limit, scope === 'member' && personId ? { ...where, personId } : where),
      ),
    );
  };

  /** With what calls under way are expected to take. */
  const withPending = (
    cap: CapState,
    { guildId, personId }: Payer,
    calls: Iterable<PendingCall>,
  ): CapState => {
    const own = [...calls].filter(
      call =>
        cap.scope === 'bot' || (call.guildId === guildId && (cap.scope === 'server' || isOf(call, personId))),
    );
    return { ...cap, used: cap.used + toUsed(cap.unit, sumSpending(own.map(each => each.spending))) };
  };

  const findCaps = async (payer: Payer): Promise<readonly ReadCap[]> => {
    try {
      const { guildId, personId } = payer;
      const caps = await toBotCaps();
      if (guildId === null) return caps;
      const own = await settings.of(guildId);
      const member = payer.feature === 'digest' || personId === null ? {} : { personId };
      return [
        ...(await toServerCaps(own, { ownerId: guildId, zone: own.zone ?? 'UTC', ...member })),
        ...caps,
      ];
    } catch (error) {
      log.warn({ name: error instanceof Error ? error.name : '' }, 'cap-check-failed');
      return [];
    }
  };

  /** Also if less is used, but the next call would go over the cap. */
  const warnOwner = async (refused?: CapState) => {
    for (const read of await toBotCaps()) {
      const cap = read();
      if (cap.used < warnedShare * cap.limit && cap.unit !== refused?.unit) continue;
      if (!(await store.claimOnce(`warned-${toDay(now(), 'UTC').slice(0, 7)}-${cap.unit}`))) continue;
      log.warn({ unit: cap.unit, used: cap.used, limit: cap.limit }, 'bot-cap-nearly-reached');
      await warn(cap);
    }
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
      const zone = guildId === null ? 'UTC' : ((await settings.of(guildId)).zone ?? 'UTC');
      const day = toDay(now(), zone);
      await add(guildId ?? sharedOwners.direct, day, { ...spent, personId, channelId, feature });
      await add(sharedOwners.bot, toDay(now(), 'UTC'), {
        ...spent,
        personId: null,
        channelId: null,
        feature,
      });
      await warnOwner();
    });

  return {
    ofPerson: store.ofPerson,
    async forgetPerson(personId) {
      await store.forgetPerson(personId, toFirstOpenDay(now()));
      months.clear();
    },
    onBotWarning: listener => {
      warn = listener;
    },
    reserve: async (payer, estimate) => {
      const caps = await findCaps(payer);
      const { guildId, personId, feature } = payer;
      const own: PendingCall = {
        guildId,
        personId,
        feature,
        spending: { ...noSpending, input: estimate.tokens, assumedUsd: estimate.usd ?? 0 },
      };
      const findReachedNow = (calls: Iterable<PendingCall>) =>
        findReached(
          caps.map(read => withPending(read(), payer, calls)),
          estimate,
        );
      let reached: ReachedCap | null = null;
      let pendingId: string | null = null;
      if (pendingCalls !== undefined && caps.length > 0)
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
        if (cap.scope === 'bot') await tryTo('owner-unwarned', () => warnOwner(cap));
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
    count: settle,
    report: async (guildId, range) => {
      const own = await settings.of(guildId);
      const zone = own.zone ?? 'UTC';
      const stored = await store.get(guildId, toRangeDays(range, now(), zone));
      const days = [...stored].map(([day, entries]) => ({ day, spending: sumSpending(entries) }));
      const entries = [...stored.values()].flat().reduce(withEntry, [] as readonly UsageEntry[]);
      const caps = [...(await toServerCaps(own, { ownerId: guildId, zone })), ...(await toBotCaps())];
      return {
        zone,
        total: sumSpending(entries),
        days: days.sort((a, b) => (a.day < b.day ? -1 : 1)),
        entries,
        caps: caps.map(read => read()),
      };
    },
  };
}

/** Digests are a server's: they do not count toward the cap of the member who created them. */
function isOf(spent: Pick<UsageEntry, 'personId' | 'feature'>, personId: string | null): boolean {
  return spent.personId === personId && spent.feature !== 'digest';
}
