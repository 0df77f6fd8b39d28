import type { Usage } from '../../core/claims/summary/summary.ts';
import { addUsage } from '../../core/claims/summary/usage.ts';
import type { EvidenceMessage } from '../../core/conversation/evidence.ts';
import { findStrands } from '../../core/conversation/strands.ts';
import { eachInSlices } from '../../core/slices.ts';
import { createVerifier } from '../../core/verify/verifier.ts';
import { claimBudget } from '../../core/windows/select.ts';
import { estimateMessage } from '../../core/windows/size.ts';
import { toWindows, type Window } from '../../core/windows/window.ts';
import type { Engine, EngineReport, EngineRequest } from '../ports.ts';
import { defaultLongLimits, type LongDraftState, type LongLimits, type LongParts } from './long-parts.ts';
import { mergeClaims } from './merge-claims.ts';
import { readWindows } from './read-windows.ts';
import { runInSlices } from './run-in-slices.ts';

/**
 * The engine for conversations of any length. `short` drafts what one call can read. Longer evidence is cut into
 * windows that are drafted in parallel; their claims, with positions and quotes, are merged. A failed window is
 * retried, then named in the report.
 */
export function createLongEngine(parts: LongParts): Engine {
  const { short, limits = defaultLongLimits } = parts;
  return {
    ...short,
    draft: async (asked, onClaim, signal) => {
      const scaled = await toScaledLimits(asked, { ...parts, limits }, signal);
      if (!isLong(asked, scaled)) return short.draft(asked, onClaim, signal);
      signal.throwIfAborted();
      // If a listener throws, all calls are aborted.
      const over = new AbortController();
      const ended = AbortSignal.any([signal, over.signal]);
      try {
        return await draftLong(asked, onClaim, { ...parts, limits: scaled }, ended);
      } finally {
        over.abort();
      }
    },
  };
}

/** The windows that evidence would be cut into; empty if one call can read it. */
export async function planWindows(
  asked: EngineRequest,
  limits: LongLimits = defaultLongLimits,
): Promise<readonly Window[]> {
  return isLong(asked, limits) ? runInSlices(toWindows(asked.evidence, limits.window)) : [];
}

/** Scales are rounded to powers of this, so that a summary that is asked for again has the same windows. */
const scaleStep = 1.5;
/** Beyond any rounded scale. */
const surelyShort = 0.4;

/** Limits as we estimate tokens, from those as the model counts them. */
async function toScaledLimits(
  asked: EngineRequest,
  { writer, limits, log }: LongParts & { readonly limits: LongLimits },
  signal: AbortSignal,
): Promise<LongLimits> {
  const { longFrom, window } = limits;
  if (!isLong(asked, { longFrom: longFrom * surelyShort })) return limits;
  const counting = writer.toTokenScale(asked, toSample(asked), signal);
  // Needed in any case, and found once.
  const finding = isLong(asked, limits) ? runInSlices(findStrands(asked.evidence)) : null;
  const [counted] = await Promise.all([counting, finding]);
  const scale = scaleStep ** Math.round(Math.log(counted) / Math.log(scaleStep));
  log.info({ counted, scale }, 'token-scale');
  const toScaled = (tokens: number) => Math.round(tokens / scale);
  return {
    ...limits,
    longFrom: toScaled(longFrom),
    window: { spacing: toScaled(window.spacing), most: toScaled(window.most) },
  };
}

const sampleSize = 200;

/** Messages from everywhere in the evidence. */
function toSample({ evidence, isGone = () => false }: EngineRequest): readonly EvidenceMessage[] {
  const { messages } = evidence;
  const step = Math.max(1, messages.length / sampleSize);
  return Array.from({ length: Math.min(sampleSize, messages.length) }, (_, index) =>
    messages.slice(Math.floor(index * step), Math.floor(index * step) + 1),
  )
    .flat()
    .filter(({ id }) => !isGone(id));
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
  const byId = new Map<string, EvidenceMessage>();
  await runInSlices(eachInSlices(evidence.messages, message => byId.set(message.id, message)));
  const working: LongDraftState = {
    ...parts,
    verifier: createVerifier(evidence, { languages: spoken, zone }),
    byId,
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
