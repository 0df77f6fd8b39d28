import type { VerifiedClaim } from '../../core/claims/claim.ts';
import type { EngineReason } from '../../core/claims/summary.ts';
import type { PositionRange } from '../../core/conversation/evidence.ts';
import { cutWindows } from '../../core/windows/cut.ts';
import { toWindow, type Window } from '../../core/windows/window.ts';
import { isLasting } from '../judge-claims.ts';
import { mapWithPauses } from '../pauses.ts';
import type { EngineRequest } from '../ports.ts';
import type { LongDraftState, MergedPart } from './ports.ts';

export type WindowResult = {
  readonly parts: readonly MergedPart[];
  readonly tokens: number;
  readonly unsummarized: readonly PositionRange[];
  readonly failure: EngineReason | null;
  readonly count: number;
};

export async function readWindows(
  asked: EngineRequest,
  onPreview: (claim: unknown) => void,
  working: LongDraftState,
  signal: AbortSignal,
): Promise<WindowResult> {
  const { writer, limits, log } = working;
  const { evidence } = asked;
  const windows = await mapWithPauses(cutWindows(evidence, limits.window), messages =>
    toWindow(evidence, messages),
  );
  const claimsOf = new Map<Window, readonly VerifiedClaim[]>();
  const outOfTime = AbortSignal.timeout(limits.windowsMs);
  const stop = new AbortController();
  const own = AbortSignal.any([signal, outOfTime, stop.signal]);
  let failure: EngineReason | null = null;
  const read = async (window: Window) => {
    if (own.aborted) return;
    const verified: VerifiedClaim[] = [];
    const onClaim = (claim: unknown) => {
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
      claimsOf.set(window, verified);
      return;
    }
    failure = report?.failure ?? failure ?? 'timed_out';
    log.warn({ reason: failure, messages: window.messages.length }, 'window-failed');
    if (isLasting(failure)) stop.abort();
  };
  for (let round = 0; round <= limits.rounds; round += 1) {
    const left = windows.filter(window => !claimsOf.has(window));
    if (left.length === 0 || own.aborted) break;
    await Promise.all(left.map(read));
    signal.throwIfAborted();
  }

  return {
    parts: windows.flatMap(window => {
      const claims = claimsOf.get(window);
      return claims ? [claims] : [];
    }),
    tokens: windows.reduce((sum, { tokens }) => sum + tokens, 0),
    unsummarized: windows.flatMap(window => (claimsOf.has(window) ? [] : toRange(window))),
    failure,
    count: windows.length,
  };
}

function toRange({ messages }: Window): readonly PositionRange[] {
  const [first, last] = [messages[0], messages.at(-1)];
  return first && last ? [{ from: first.position, to: last.position }] : [];
}
