import { toDraftEvidence, type VerifiedClaim } from '../../core/claims/claim.ts';
import { claimBudget, selectClaims } from '../../core/claims/select-claims.ts';
import { addUsage, type EngineReason, type Usage } from '../../core/claims/summary.ts';
import { isStandingAt } from '../../core/conversation/evidence.ts';
import { toChunks } from '../../core/order.ts';
import { mostWords, wordsOfCard } from '../../core/prompt/answer.ts';
import { createVerifier } from '../../core/verify/verifier.ts';
import { cutWindows, estimateMessage, estimateTokens } from '../../core/windows/cut.ts';
import { toWindow, toWindows, type Window } from '../../core/windows/window.ts';
import { toCitedPositions } from '../judge-batches.ts';
import { isLasting } from '../judge-claims.ts';
import { mapWithPauses } from '../pauses.ts';
import type { Engine, EngineReport, EngineRequest } from '../ports.ts';
import type { WorkerTasks } from '../worker-tasks.ts';
import { defaultLongLimits, type LongLimits, type LongParts } from './ports.ts';

/** Drafts with `short` what one call can read, otherwise in parallel windows whose claims are merged. Failed windows are retried, then named. */
export function createLongEngine(parts: LongParts, workers?: WorkerTasks): Engine {
  const { short, limits = defaultLongLimits } = parts;
  return {
    ...short,
    workers,
    windows: limits.window,
    draft: async (asked, onClaim, signal) => {
      if (!isLong(asked, limits)) return short.draft(asked, onClaim, signal);
      signal.throwIfAborted();
      // If a listener throws, all calls are aborted.
      const over = new AbortController();
      const ended = AbortSignal.any([signal, over.signal]);
      try {
        return await draftLong(asked, onClaim, { ...parts, limits }, ended);
      } finally {
        over.abort();
      }
    },
  };
}

/** The windows that evidence would be cut into; empty if one call can read it. */
export function planWindows(asked: EngineRequest): readonly Window[] {
  return isLong(asked, defaultLongLimits) ? toWindows(asked.evidence, defaultLongLimits.window) : [];
}

/** Whether it is read in windows: also a card of more than one window. */
function isLong({ evidence, isCard }: EngineRequest, { longFrom, window }: LongLimits): boolean {
  let tokens = 0;
  return evidence.messages.some(message => {
    tokens += estimateMessage(message);
    return tokens > (isCard ? window : longFrom);
  });
}

/** Of one claim, on average. */
const wordsOfClaim = 20;
/** What a merge of a group keeps of its claims. */
const keptShare = 1 / 4;

async function draftLong(
  asked: EngineRequest,
  onClaim: Parameters<Engine['draft']>[1],
  { short, writer, log, limits }: Required<LongParts>,
  signal: AbortSignal,
): Promise<EngineReport> {
  const begunAt = performance.now();
  const { evidence, detail, spoken, zone, isGone } = asked;
  const verifier = createVerifier(evidence, { languages: spoken, zone });
  let usage: Usage | null = null;
  /** Has claims written; those stay whose proofs hold. */
  const collect = async (
    write: (onWritten: (claim: unknown) => void) => Promise<EngineReport>,
    onProved: (claim: unknown) => void = () => {},
  ) => {
    const claims: VerifiedClaim[] = [];
    const report = await write(claim => {
      const verdict = verifier.verify(claim);
      if (!verdict.ok) return;
      claims.push(verdict.claim);
      onProved(claim);
    });
    usage = addUsage(usage, report.usage);
    return { claims, failure: report.failure };
  };
  const isStanding = (position: number) => isStandingAt(evidence, position, isGone ?? (() => false));
  const withoutGone = (parts: readonly (readonly VerifiedClaim[])[]) =>
    parts.map(part => part.filter(claim => toCitedPositions(claim).every(isStanding)));

  /** Merges the claims of several parts into fewer. If the model fails, code selects some. */
  const mergeGroup = async (claims: readonly VerifiedClaim[]): Promise<readonly VerifiedClaim[]> => {
    const most = Math.max(claimBudget[detail] / 2, Math.ceil(claims.length * keptShare));
    if (claims.length <= most) return claims;
    const request = { ...asked, claims, words: most * wordsOfClaim, isLast: false };
    const merged = await collect(onWritten => writer.merge(request, onWritten, signal));
    signal.throwIfAborted();
    if (merged.failure === null && merged.claims.length > 0) return merged.claims;
    log.warn({ reason: merged.failure, claims: claims.length }, 'merge-failed');
    return selectClaims(claims, most);
  };

  let previews = 0;
  const onPreview = (claim: unknown) => {
    if (previews >= claimBudget[detail]) return;
    previews += 1;
    onClaim(claim, 'preview');
  };
  const windows = await mapWithPauses(cutWindows(evidence, limits.window), messages =>
    toWindow(evidence, messages),
  );
  const claimsOf = new Map<Window, readonly VerifiedClaim[]>();
  const stop = new AbortController();
  const own = AbortSignal.any([signal, AbortSignal.timeout(limits.windowsMs), stop.signal]);
  let failure: EngineReason | null = null;
  const read = async (window: Window) => {
    if (own.aborted) return;
    const request = { ...asked, window };
    const written = await collect(onWritten => writer.draft(request, onWritten, own), onPreview).catch(
      (error: unknown) => {
        // Only the time limit of all windows ends a window without ending the draft.
        if (signal.aborted || !own.aborted) throw error;
        return null;
      },
    );
    if (written?.failure === null) {
      claimsOf.set(window, written.claims);
      return;
    }
    failure = written?.failure ?? failure ?? 'timed_out';
    log.warn({ reason: failure, messages: window.messages.length }, 'window-failed');
    if (isLasting(failure)) stop.abort();
  };
  const toUnread = () => windows.filter(window => !claimsOf.has(window));
  for (let round = 0; round <= limits.rounds && toUnread().length > 0 && !own.aborted; round += 1) {
    await Promise.all(toUnread().map(read));
    signal.throwIfAborted();
  }
  const unsummarized = toUnread().flatMap(({ messages: [first, ...others] }) =>
    first === undefined ? [] : [{ from: first.position, to: (others.at(-1) ?? first).position }],
  );
  log.info({ windows: windows.length, unsummarized: unsummarized.length }, 'windows-read');

  const report = (rest: Pick<EngineReport, 'failure' | 'unsummarized'>, model?: string): EngineReport => ({
    engine: { name: short.name, ...(model !== undefined && { model }) },
    // Calls run in parallel, so their duration is that of the whole.
    usage: usage && { ...(usage as Usage), durationMs: Math.round(performance.now() - begunAt) },
    ...rest,
  });
  if (claimsOf.size === 0 && failure !== null) return report({ failure });
  const named = unsummarized.length > 0 && { unsummarized };

  // Merges claims in groups until one call can read them all, then merges these.
  let level = withoutGone(windows.flatMap(window => [claimsOf.get(window) ?? []]));
  const { least, share, most } = limits.merged;
  const tokens = windows.reduce((sum, window) => sum + window.tokens, 0);
  const mostMerged = Math.min(most, Math.max(least, share * tokens));
  while (level.length > limits.group && toTokens(level) > mostMerged) {
    const groups = [...toChunks(level, limits.group)];
    level = withoutGone(await Promise.all(groups.map(group => mergeGroup(group.flat()))));
    signal.throwIfAborted();
  }
  const claims = level.flat();
  if (claims.length === 0) return report({ failure: null, ...named });
  let given = 0;
  const last = await writer.merge(
    { ...asked, claims, words: asked.isCard ? wordsOfCard : mostWords[detail], isLast: true },
    claim => {
      given += 1;
      onClaim(claim);
    },
    signal,
  );
  usage = addUsage(usage, last.usage);
  // If the merge fails, code selects from the claims of the windows.
  if (last.failure !== null && last.failure !== 'refused' && given === 0)
    for (const { citations, matter: _, ...claim } of selectClaims(claims, claimBudget[detail]))
      onClaim({ ...claim, evidence: toDraftEvidence(citations) });
  signal.throwIfAborted();
  return report({ failure: last.failure, ...named }, last.engine.model);
}

/** The tokens of the elements around a claim in a prompt. */
const tokensAroundClaim = 40;

function toTokens(parts: readonly (readonly VerifiedClaim[])[]): number {
  return parts.flat().reduce((sum, { text, citations }) => {
    const quotes = citations.reduce((all, { quote }) => all + estimateTokens(quote?.text ?? ''), 0);
    return sum + tokensAroundClaim + estimateTokens(text) + quotes;
  }, 0);
}
