import type { VerifiedClaim } from '../../core/claims/claim.ts';
import { parseDraftClaim } from '../../core/claims/draft.ts';
import type { EngineReason } from '../../core/claims/summary.ts';
import type { PositionRange } from '../../core/conversation/evidence.ts';
import { cutWindows } from '../../core/windows/cut.ts';
import { toWindow, toWindowContent, type Window } from '../../core/windows/window.ts';
import { type DraftedClaim, toDrafted } from '../../core/windows/window-draft.ts';
import { isLasting } from '../judge-claims.ts';
import { eachWithPauses, mapWithPauses } from '../pauses.ts';
import type { EngineRequest } from '../ports.ts';
import type { LongDraftState, MergedPart } from './ports.ts';
import { openDrafts, verifyStored } from './stored-drafts.ts';

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
