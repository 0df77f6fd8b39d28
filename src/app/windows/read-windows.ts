import type { VerifiedClaim } from '../../core/claims/claim.ts';
import { parseDraftClaim } from '../../core/claims/draft.ts';
import type { EngineReason } from '../../core/claims/summary.ts';
import type { PositionRange } from '../../core/conversation/evidence.ts';
import { cutWindows } from '../../core/windows/cut.ts';
import {
  type DraftedClaim,
  fromDrafted,
  toDrafted,
  toDraftedIds,
  toWindow,
  toWindowContent,
  type Window,
} from '../../core/windows/window.ts';
import { toLoggedError } from '../../log.ts';
import { isLasting } from '../judge-claims.ts';
import { eachWithPauses, mapWithPauses } from '../pauses.ts';
import type { EngineRequest } from '../ports.ts';
import type { LongDraftState, MergedPart } from './ports.ts';

/** What the windows say. */
export type WindowResult = {
  readonly parts: readonly MergedPart[];
  /** Estimated tokens of all windows. */
  readonly tokens: number;
  readonly unsummarized: readonly PositionRange[];
  /** Why the last failed window failed. */
  readonly failure: EngineReason | null;
  readonly counts: { readonly windows: number; readonly kept: number };
};

type Keyed = { readonly window: Window; readonly key: string };

/** Drafts all windows in parallel, except those whose drafts are stored. */
export async function readWindows(
  asked: EngineRequest,
  onPreview: (claim: unknown) => void,
  working: LongDraftState,
  signal: AbortSignal,
): Promise<WindowResult> {
  const { writer, hash, limits, log } = working;
  const store = openDrafts(asked, working);
  const version = writer.toVersion(asked);
  const windows = await mapWithPauses(cutWindows(asked.evidence, limits.window), (messages): Keyed => {
    const window = toWindow(asked.evidence, messages);
    return { window, key: hash(`${version}\n${toWindowContent(window)}`) };
  });
  const claimsOf = new Map<string, readonly VerifiedClaim[]>();
  const stored = await store.get(windows.map(({ key }) => key));
  await eachWithPauses(windows.entries(), ([index, { key }]) => {
    const claims = stored[index];
    if (claims) claimsOf.set(key, verifyStored(claims, working, onPreview));
  });
  const kept = claimsOf.size;

  const outOfTime = AbortSignal.timeout(limits.windowsMs);
  const stop = new AbortController();
  const own = AbortSignal.any([signal, outOfTime, stop.signal]);
  let failure: EngineReason | null = null;
  const read = async ({ window, key }: Keyed) => {
    if (own.aborted) return;
    const drafted: DraftedClaim[] = [];
    const verified: VerifiedClaim[] = [];
    const onClaim = (claim: unknown) => {
      const parsed = parseDraftClaim(claim);
      if (!parsed.ok) return;
      drafted.push(toDrafted(parsed.draft, asked.evidence));
      const verdict = working.verifier.verify(claim);
      if (!verdict.ok) return;
      verified.push(verdict.claim);
      onPreview(claim);
    };
    const report = await writer.draft({ ...asked, window }, onClaim, own).catch((error: unknown) => {
      // Only the time limit of all windows ends a window without ending the draft.
      if (signal.aborted || !own.aborted) throw error;
      return null;
    });
    working.onUsage(report?.usage ?? null);
    if (report?.failure === null) {
      claimsOf.set(key, verified);
      await store.put(key, drafted);
      return;
    }
    failure = report?.failure ?? failure ?? 'timed_out';
    log.warn({ reason: failure, messages: window.messages.length }, 'window-failed');
    if (isLasting(failure)) stop.abort();
  };
  for (let round = 0; round <= limits.rounds; round += 1) {
    const left = windows.filter(({ key }) => !claimsOf.has(key));
    if (left.length === 0 || own.aborted) break;
    await Promise.all(left.map(read));
    signal.throwIfAborted();
  }

  return {
    parts: windows.flatMap(({ key }): readonly MergedPart[] => {
      const claims = claimsOf.get(key);
      return claims ? [{ key, claims }] : [];
    }),
    tokens: windows.reduce((sum, { window }) => sum + window.tokens, 0),
    unsummarized: windows.flatMap(({ window, key }) => (claimsOf.has(key) ? [] : toRange(window))),
    failure,
    counts: { windows: windows.length, kept },
  };
}

function toRange({ messages }: Window): readonly PositionRange[] {
  const [first, last] = [messages[0], messages.at(-1)];
  return first && last ? [{ from: first.position, to: last.position }] : [];
}

/** The stored drafts of the server. If the store fails, windows are drafted again; the summary is not affected. */
export function openDrafts({ evidence }: EngineRequest, { drafts, log, now, byId }: LongDraftState) {
  const { guildId } = evidence.source;
  const createdAt = now();
  const onError = (error: unknown) => {
    log.warn(toLoggedError(error), 'window-drafts-unavailable');
    return [];
  };
  return {
    get: async (keys: readonly string[]): Promise<readonly (readonly DraftedClaim[] | undefined)[]> => {
      if (drafts === undefined || guildId === undefined) return [];
      const found = await drafts.get(guildId, keys).catch(onError);
      return found.map(draft => draft?.claims);
    },
    put: async (key: string, claims: readonly DraftedClaim[]) => {
      if (drafts !== undefined && guildId !== undefined)
        await drafts
          .put(guildId, key, { claims, sources: toSources(claims, byId), createdAt })
          .catch(onError);
    },
  };
}

function toSources(claims: readonly DraftedClaim[], byId: LongDraftState['byId']): readonly string[] {
  const ids = toDraftedIds(claims).flatMap(id => {
    const message = byId.get(id);
    return [id, message?.author.id, message?.channel?.id, message?.thread?.id];
  });
  return [...new Set(ids.filter(id => id !== undefined))];
}

/** Proves stored claims again, because their messages may have changed. */
export function verifyStored(
  claims: readonly DraftedClaim[],
  { verifier, byId }: LongDraftState,
  onVerified: (claim: unknown) => void = () => undefined,
): readonly VerifiedClaim[] {
  return claims.flatMap(claim => {
    // A claim is left out if one of its messages is gone.
    if (!toDraftedIds([claim]).every(id => byId.has(id))) return [];
    const written = fromDrafted(claim, byId);
    const verdict = verifier.verify(written);
    if (!verdict.ok) return [];
    onVerified(written);
    return [verdict.claim];
  });
}
