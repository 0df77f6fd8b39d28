import { addUsage, type Usage } from '../../core/claims/summary.ts';
import { createVerifier } from '../../core/verify/verifier.ts';
import { estimateMessage } from '../../core/windows/cut.ts';
import { claimBudget } from '../../core/windows/merge.ts';
import { toWindows, type Window } from '../../core/windows/window.ts';
import type { Engine, EngineReport, EngineRequest } from '../ports.ts';
import type { WorkerTasks } from '../worker-tasks.ts';
import { mergeClaims } from './merge-claims.ts';
import { defaultLongLimits, type LongDraftState, type LongLimits, type LongParts } from './ports.ts';
import { readWindows } from './read-windows.ts';

/**
 * The engine for conversations of any length. `short` drafts what one call can read. Longer evidence is cut into
 * windows that are drafted in parallel; their claims, with positions and quotes, are merged. A failed window is
 * retried, then named in the report.
 */
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
export function planWindows(asked: EngineRequest, limits: LongLimits = defaultLongLimits): readonly Window[] {
  return isLong(asked, limits) ? toWindows(asked.evidence, limits.window) : [];
}

function isLong({ evidence }: EngineRequest, { longFrom }: Pick<LongLimits, 'longFrom'>): boolean {
  let tokens = 0;
  return evidence.messages.some(message => {
    tokens += estimateMessage(message);
    return tokens > longFrom;
  });
}

async function draftLong(
  asked: EngineRequest,
  onClaim: Parameters<Engine['draft']>[1],
  parts: LongParts & { readonly limits: LongLimits },
  signal: AbortSignal,
): Promise<EngineReport> {
  const begunAt = performance.now();
  const { evidence, detail, spoken, zone } = asked;
  let usage: Usage | null = null;
  const working: LongDraftState = {
    ...parts,
    verifier: createVerifier(evidence, { languages: spoken, zone }),
    byId: new Map(evidence.messages.map(message => [message.id, message])),
    onUsage: added => {
      usage = addUsage(usage, added);
    },
  };
  const report = (rest: Pick<EngineReport, 'failure' | 'unsummarized'>, model?: string): EngineReport => ({
    engine: { name: parts.short.name, ...(model !== undefined && { model }) },
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
  parts.log.info({ ...read.counts, unsummarized: unsummarized.length }, 'windows-read');
  if (read.parts.length === 0 && read.failure !== null) return report({ failure: read.failure });

  const last = await mergeClaims(asked, read, claim => onClaim(claim), working, signal);
  signal.throwIfAborted();
  return report({ failure: last.failure, ...(unsummarized.length > 0 && { unsummarized }) }, last.model);
}
