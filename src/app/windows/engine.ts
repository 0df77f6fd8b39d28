import { toDraftEvidence, type VerifiedClaim } from '../../core/claims/claim.ts';
import { claimBudget, selectClaims } from '../../core/claims/select-claims.ts';
import { addUsage, type EngineReason, type Usage } from '../../core/claims/summary.ts';
import { isStandingAt, type PositionRange } from '../../core/conversation/evidence.ts';
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
import {
  defaultLongLimits,
  type LongDraftState,
  type LongLimits,
  type LongParts,
  type MergedPart,
} from './ports.ts';

export type WindowResult = {
  readonly parts: readonly MergedPart[];
  readonly tokens: number;
  readonly unsummarized: readonly PositionRange[];
  readonly failure: EngineReason | null;
  readonly count: number;
};

async function readWindows(
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
    unsummarized: windows.flatMap(window => {
      const [first, last] = [window.messages[0], window.messages.at(-1)];
      return first && last && !claimsOf.has(window) ? [{ from: first.position, to: last.position }] : [];
    }),
    failure,
    count: windows.length,
  };
}

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

async function draftLong(
  asked: EngineRequest,
  onClaim: Parameters<Engine['draft']>[1],
  given: LongParts & { readonly limits: LongLimits },
  signal: AbortSignal,
): Promise<EngineReport> {
  const begunAt = performance.now();
  const { evidence, detail, spoken, zone } = asked;
  let usage: Usage | null = null;
  const working: LongDraftState = {
    ...given,
    verifier: createVerifier(evidence, { languages: spoken, zone }),
    onUsage: added => {
      usage = addUsage(usage, added);
    },
  };
  const report = (rest: Pick<EngineReport, 'failure' | 'unsummarized'>, model?: string): EngineReport => ({
    engine: { name: given.short.name, ...(model !== undefined && { model }) },
    // Calls run in parallel, so their duration is that of the whole.
    usage: usage && { ...(usage as Usage), durationMs: Math.round(performance.now() - begunAt) },
    ...rest,
  });

  let previews = 0;
  const onPreview = (claim: unknown) => {
    if (previews >= claimBudget[detail]) return;
    previews += 1;
    onClaim(claim, 'preview');
  };
  const read = await readWindows(asked, onPreview, working, signal);
  signal.throwIfAborted();
  const { unsummarized } = read;
  given.log.info({ windows: read.count, unsummarized: unsummarized.length }, 'windows-read');
  if (read.parts.length === 0 && read.failure !== null) return report({ failure: read.failure });

  const last = await mergeClaims(asked, read, claim => onClaim(claim), working, signal);
  signal.throwIfAborted();
  return report({ failure: last.failure, ...(unsummarized.length > 0 && { unsummarized }) }, last.model);
}

type Merged = { readonly failure: EngineReason | null; readonly model?: string };

/** Merges claims in groups until one call can read them all, then merges these. */
async function mergeClaims(
  asked: EngineRequest,
  read: Pick<WindowResult, 'parts' | 'tokens'>,
  onClaim: (claim: unknown) => void,
  working: LongDraftState,
  signal: AbortSignal,
): Promise<Merged> {
  const { limits, writer } = working;
  let level = read.parts.map(part => withoutGone(part, asked));
  const { least, share } = limits.merged;
  const mostMerged = Math.min(limits.merged.most, Math.max(least, share * read.tokens));
  while (level.length > limits.group && toTokens(level) > mostMerged) {
    const groups = [...toChunks(level, limits.group)];
    level = await Promise.all(groups.map(group => mergeGroup(asked, group.flat(), working, signal)));
    signal.throwIfAborted();
    level = level.map(part => withoutGone(part, asked));
  }
  const claims = level.flat();
  if (claims.length === 0) return { failure: null };
  let given = 0;
  const report = await writer.merge(
    { ...asked, claims, words: asked.isCard ? wordsOfCard : mostWords[asked.detail], isLast: true },
    claim => {
      given += 1;
      onClaim(claim);
    },
    signal,
  );
  working.onUsage(report.usage);
  // If the merge fails, code selects from the claims of the windows.
  if (report.failure !== null && report.failure !== 'refused' && given === 0)
    for (const { citations, matter: _, ...claim } of selectClaims(claims, claimBudget[asked.detail]))
      onClaim({ ...claim, evidence: toDraftEvidence(citations) });
  const { model } = report.engine;
  return { failure: report.failure, ...(model !== undefined && { model }) };
}

/** Of one claim, on average. */
const wordsOfClaim = 20;
/** What a merge of a group keeps of its claims. */
const keptShare = 1 / 4;

/** Merges the claims of several parts into fewer. If the model fails, code selects some. */
async function mergeGroup(
  asked: EngineRequest,
  claims: MergedPart,
  { writer, verifier, log, onUsage }: LongDraftState,
  signal: AbortSignal,
): Promise<MergedPart> {
  const most = Math.max(claimBudget[asked.detail] / 2, Math.ceil(claims.length * keptShare));
  if (claims.length <= most) return claims;
  const merged: VerifiedClaim[] = [];
  const report = await writer.merge(
    { ...asked, claims, words: most * wordsOfClaim, isLast: false },
    claim => {
      const verdict = verifier.verify(claim);
      if (verdict.ok) merged.push(verdict.claim);
    },
    signal,
  );
  signal.throwIfAborted();
  onUsage(report.usage);
  if (report.failure === null && merged.length > 0) return merged;
  log.warn({ reason: report.failure, claims: claims.length }, 'merge-failed');
  return selectClaims(claims, most);
}

function withoutGone(part: MergedPart, { evidence, isGone }: EngineRequest): MergedPart {
  if (isGone === undefined) return part;
  const isStanding = (position: number) => isStandingAt(evidence, position, isGone);
  return part.filter(claim => toCitedPositions(claim).every(isStanding));
}

/** The tokens of the elements around a claim in a prompt. */
const tokensAroundClaim = 40;

function toTokens(parts: readonly MergedPart[]): number {
  return parts.flat().reduce((sum, { text, citations }) => {
    const quotes = citations.reduce((all, { quote }) => all + estimateTokens(quote?.text ?? ''), 0);
    return sum + tokensAroundClaim + estimateTokens(text) + quotes;
  }, 0);
}
