import type { VerifiedClaim } from '../../core/claims/claim.ts';
import { parseDraftClaim } from '../../core/claims/draft.ts';
import type { EngineReason } from '../../core/claims/summary.ts';
import type { PositionRange } from '../../core/conversation/evidence.ts';
import type { Window } from '../../core/windows/window.ts';
import { type DraftedClaim, toDrafted } from '../../core/windows/window-draft.ts';
import { isLasting } from '../judge-claims.ts';
import { eachWithPauses } from '../pauses.ts';
import type { EngineRequest } from '../ports.ts';
import { type FoundWindow, findWindows } from './find-windows.ts';
import type { LongDraftState, MergedPart } from './long-parts.ts';
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

/** Drafts all windows in parallel, except those whose drafts are stored. */
export async function readWindows(
  asked: EngineRequest,
  onPreview: (claim: unknown) => void,
  working: LongDraftState,
  signal: AbortSignal,
): Promise<WindowResult> {
  const { writer, hash, limits, log } = working;
  const store = openDrafts(asked, working);
  const claimsOf = new Map<string, readonly VerifiedClaim[]>();
  const windows: FoundWindow[] = [];
  const open: FoundWindow[] = [];

  const outOfTime = AbortSignal.timeout(limits.windowsMs);
  const stop = new AbortController();
  const own = AbortSignal.any([signal, outOfTime, stop.signal]);
  let failure: EngineReason | null = null;
  const partial = new Map<string, readonly VerifiedClaim[]>();
  const read = async ({ window, key }: FoundWindow) => {
    if (own.aborted) return;
    const drafted: DraftedClaim[] = [];
    const verified: VerifiedClaim[] = [];
    const report = await writer
      .draft(
        { ...asked, window },
        claim => {
          const parsed = parseDraftClaim(claim);
          if (!parsed.ok) return;
          drafted.push(toDrafted(parsed.draft, asked.evidence));
          const verdict = working.verifier.verify(claim);
          if (!verdict.ok) return;
          verified.push(verdict.claim);
          onPreview(claim);
        },
        own,
      )
      .catch((error: unknown) => {
        // Only the time limit of all windows ends a window without ending the draft.
        if (signal.aborted || !own.aborted) throw error;
        return null;
      });
    working.onUsage(report?.usage ?? null);
    if (report !== null && report.failure === null) {
      claimsOf.set(key, verified);
      partial.delete(key);
      await store.put(key, drafted);
      return;
    }
    const why: EngineReason = (report === null ? failure : report.failure) ?? 'timed_out';
    failure = why;
    // A model that declined is not held to what it wrote before.
    if (verified.length > 0 && why !== 'refused') partial.set(key, verified);
    log.warn({ reason: why, messages: window.messages.length }, 'window-failed');
    if (isLasting(why)) stop.abort();
  };
  // The first windows are sent while the others are made.
  const sent: Promise<void>[] = [];
  for await (const step of findWindows(asked, working)) {
    signal.throwIfAborted();
    windows.push(...step);
    const verify = ({ key, stored }: FoundWindow) => {
      if (stored) claimsOf.set(key, verifyStored(stored, working, onPreview));
    };
    await eachWithPauses(step, verify);
    for (const each of step.filter(({ key }) => !claimsOf.has(key))) {
      open.push(each);
      const reading = read(each);
      // It is awaited below.
      reading.catch(() => undefined);
      sent.push(reading);
    }
  }
  await Promise.all(sent);
  signal.throwIfAborted();
  for (let round = 1; round <= limits.rounds; round += 1) {
    const left = open.filter(({ key }) => !claimsOf.has(key));
    if (left.length === 0 || own.aborted) break;
    await Promise.all(left.map(read));
    signal.throwIfAborted();
  }

  return {
    // Claims that came before a call failed are used like any others.
    parts: windows.flatMap(({ key }) => {
      const whole = claimsOf.get(key);
      if (whole !== undefined) return [{ key, claims: whole }];
      const claims = partial.get(key);
      // A merge of these must not be stored as a merge of the whole window.
      return claims === undefined ? [] : [{ key: hash(JSON.stringify([key, claims])), claims }];
    }),
    tokens: windows.reduce((sum, { window }) => sum + window.tokens, 0),
    unsummarized: windows.flatMap(({ window, key }) => (claimsOf.has(key) ? [] : toRange(window))),
    failure,
    counts: { windows: windows.length, kept: windows.length - open.length },
  };
}

function toRange({ messages }: Window): readonly PositionRange[] {
  const [first, last] = [messages[0], messages.at(-1)];
  return first && last ? [{ from: first.position, to: last.position }] : [];
}
