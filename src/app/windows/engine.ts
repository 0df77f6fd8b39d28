import type { VerifiedClaim } from '../../core/claims/claim.ts';
import { parseDraftClaim } from '../../core/claims/draft.ts';
import type { EngineReason, Usage } from '../../core/claims/summary/summary.ts';
import { addUsage } from '../../core/claims/summary/usage.ts';
import { type EvidenceMessage, messageAt, type PositionRange } from '../../core/conversation/evidence.ts';
import { toStrands } from '../../core/conversation/strands.ts';
import { createVerifier, type Verifier } from '../../core/verify/verifier.ts';
import type { WindowSize } from '../../core/windows/cut.ts';
import { type GroupSize, toGroups } from '../../core/windows/groups.ts';
import { claimBudget, selectClaims } from '../../core/windows/select.ts';
import { estimateMessage, estimateTokens } from '../../core/windows/size.ts';
import { toWindowContent, toWindows, type Window } from '../../core/windows/window.ts';
import { type DraftedClaim, fromDrafted, toDrafted, toDraftedIds } from '../../core/windows/window-draft.ts';
import type { Logger } from '../../log.ts';
import { toCitedPositions } from '../judge-batches.ts';
import { isLasting } from '../judge-claims.ts';
import type { Engine, EngineReport, EngineRequest } from '../ports.ts';
import type { WindowDraftStore, WindowWriter } from './ports.ts';
import { runInSlices } from './run-in-slices.ts';

export type LongLimits = {
  /** Evidence of more tokens is read in windows; as `estimateMessage` counts them. */
  readonly longFrom: number;
  readonly window: WindowSize;
  /**
   * What one merge reads: this share of the tokens of the evidence, within these bounds. Claims of more are merged in
   * groups first.
   */
  readonly merged: { readonly least: number; readonly share: number; readonly most: number };
  readonly group: GroupSize;
  /** How often a window is tried again after all others. */
  readonly rounds: number;
  /** For all windows together, in milliseconds; those that are not read by then are left out and named. */
  readonly windowsMs: number;
};

export const usualLongLimits: LongLimits = {
  longFrom: 90_000,
  // Also at a token a character, the longest window is below the price step of the small model (100,000 tokens).
  window: { spacing: 4_000, most: 16_000 },
  merged: { least: 12_000, share: 0.025, most: 60_000 },
  group: { least: 4, most: 9 },
  rounds: 2,
  windowsMs: 600_000,
};

export type LongParts = {
  /** Writes what one call can read. */
  readonly short: Engine;
  readonly writer: WindowWriter;
  readonly drafts?: WindowDraftStore;
  /** Hexadecimal, the same for the same text. */
  readonly hash: (text: string) => string;
  /** The time as an instant. */
  readonly now: () => string;
  readonly log: Logger;
  readonly limits?: LongLimits;
};

/**
 * The engine for conversations of any length. What one call can read is written by `short`. Longer evidence is cut into
 * windows that are read side by side; their claims, with positions and quotes, are merged. A window that fails is
 * tried again, then named in the report.
 */
export function createLongEngine(parts: LongParts): Engine {
  const { short, limits = usualLongLimits } = parts;
  return {
    ...short,
    draft: async (asked, onClaim, signal) => {
      if (!isLong(asked, limits)) return short.draft(asked, onClaim, signal);
      signal.throwIfAborted();
      // Where a listener throws, all calls end with it.
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

/** The windows in which evidence would be read; empty where one call reads it. */
export async function planWindows(
  asked: EngineRequest,
  limits: LongLimits = usualLongLimits,
): Promise<readonly Window[]> {
  return isLong(asked, limits) ? runInSlices(toWindows(asked.evidence, limits.window)) : [];
}

function isLong({ evidence }: EngineRequest, { longFrom }: LongLimits): boolean {
  let tokens = 0;
  return evidence.messages.some(message => {
    tokens += estimateMessage(message);
    return tokens > longFrom;
  });
}

type Working = LongParts & {
  readonly limits: LongLimits;
  readonly verifier: Verifier;
  readonly byId: ReadonlyMap<string, EvidenceMessage>;
  /** Takes what a call took. */
  readonly onUsage: (usage: Usage | null) => void;
};

/** Claims about a window or several, whose proofs hold; `key` names what they were made of. */
type Part = { readonly key: string; readonly claims: readonly VerifiedClaim[] };

async function draftLong(
  asked: EngineRequest,
  onClaim: Parameters<Engine['draft']>[1],
  parts: LongParts & { readonly limits: LongLimits },
  signal: AbortSignal,
): Promise<EngineReport> {
  const begunAt = performance.now();
  const { evidence, detail, spoken, zone } = asked;
  let usage: Usage | null = null;
  const working: Working = {
    ...parts,
    verifier: createVerifier(evidence, { languages: spoken, zone }),
    byId: new Map(evidence.messages.map(message => [message.id, message])),
    onUsage: added => {
      usage = addUsage(usage, added);
    },
  };
  const report = (rest: Pick<EngineReport, 'failure' | 'unsummarized'>, model?: string): EngineReport => ({
    engine: { name: parts.short.name, ...(model !== undefined && { model }) },
    // Calls run side by side: their time is that of the whole.
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

  const last = await mergeAll(asked, read.parts, claim => onClaim(claim), working, signal);
  signal.throwIfAborted();
  return report({ failure: last.failure, ...(unsummarized.length > 0 && { unsummarized }) }, last.model);
}

type Read = {
  readonly parts: readonly Part[];
  readonly unsummarized: readonly PositionRange[];
  /** Why the last window that failed did. */
  readonly failure: EngineReason | null;
  readonly counts: { readonly windows: number; readonly kept: number };
};

/** Reads all windows, those that are kept from the store, the others side by side. */
async function readWindows(
  asked: EngineRequest,
  onPreview: (claim: unknown) => void,
  working: Working,
  signal: AbortSignal,
): Promise<Read> {
  const { writer, hash, limits, log } = working;
  const version = writer.toVersion(asked);
  const windows = await runInSlices(toKeyedWindows(asked, version, working));
  const store = toStore(asked, working);
  const kept = await store.get(windows.map(({ key }) => key));
  signal.throwIfAborted();

  const claimsOf = new Map<string, readonly VerifiedClaim[]>();
  const open: KeyedWindow[] = [];
  const verifyKept = function* (): Generator<undefined, void> {
    for (const [index, each] of windows.entries()) {
      const claims = kept[index];
      if (claims) claimsOf.set(each.key, verifyAll(claims, working, onPreview));
      else open.push(each);
      yield;
    }
  };
  await runInSlices(verifyKept());

  const outOfTime = AbortSignal.timeout(limits.windowsMs);
  const stop = new AbortController();
  const own = AbortSignal.any([signal, outOfTime, stop.signal]);
  let failure: EngineReason | null = null;
  const partial = new Map<string, readonly VerifiedClaim[]>();
  const read = async ({ window, key }: KeyedWindow) => {
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
        // Only the time for all windows ends one without ending the draft.
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
    // A model that declined is not kept to what it wrote before.
    if (verified.length > 0 && why !== 'refused') partial.set(key, verified);
    log.warn({ reason: why, messages: window.messages.length }, 'window-failed');
    if (isLasting(why)) stop.abort();
  };
  for (let round = 0; round <= limits.rounds; round += 1) {
    const left = open.filter(({ key }) => !claimsOf.has(key));
    if (left.length === 0 || own.aborted) break;
    await Promise.all(left.map(read));
    signal.throwIfAborted();
  }

  return {
    // What a window said before its call failed is worth as much as what others say.
    parts: windows.flatMap(({ key }) => {
      const whole = claimsOf.get(key);
      if (whole !== undefined) return [{ key, claims: whole }];
      const claims = partial.get(key);
      // What is made of it must not be taken for what is made of the whole window.
      return claims === undefined ? [] : [{ key: hash(JSON.stringify([key, claims])), claims }];
    }),
    unsummarized: windows.flatMap(({ window, key }) => (claimsOf.has(key) ? [] : toRange(window))),
    failure,
    counts: { windows: windows.length, kept: windows.length - open.length },
  };
}

type KeyedWindow = { readonly window: Window; readonly key: string };

function* toKeyedWindows(
  { evidence }: EngineRequest,
  version: string,
  { hash, limits }: Working,
): Generator<undefined, readonly KeyedWindow[]> {
  const keyed: KeyedWindow[] = [];
  for (const window of yield* toWindows(evidence, limits.window)) {
    keyed.push({ window, key: hash(`${version}\n${toWindowContent(window)}`) });
    yield;
  }
  return keyed;
}

function toRange({ messages }: Window): readonly PositionRange[] {
  const [first, last] = [messages[0], messages.at(-1)];
  return first && last ? [{ from: first.position, to: last.position }] : [];
}

/** The drafts that are kept of the server; a store that fails costs tokens, not the summary. */
function toStore({ evidence }: EngineRequest, { drafts, log, now, byId }: Working) {
  const { guildId } = evidence.source;
  const createdAt = now();
  const onError = (error: unknown) => {
    log.warn({ message: error instanceof Error ? error.message : '' }, 'window-drafts-unavailable');
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

function toSources(claims: readonly DraftedClaim[], byId: Working['byId']): readonly string[] {
  const ids = toDraftedIds(claims).flatMap(id => {
    const message = byId.get(id);
    return [id, message?.author.id, message?.channel?.id, message?.thread?.id];
  });
  return [...new Set(ids.filter(id => id !== undefined))];
}

/** Proves claims that are kept; the messages may have become others. */
function verifyAll(
  claims: readonly DraftedClaim[],
  { verifier, byId }: Working,
  onVerified: (claim: unknown) => void = () => undefined,
): readonly VerifiedClaim[] {
  return claims.flatMap(claim => {
    // Of what is no longer there nothing is said.
    if (!toDraftedIds([claim]).every(id => byId.has(id))) return [];
    const written = fromDrafted(claim, byId);
    const verdict = verifier.verify(written);
    if (!verdict.ok) return [];
    onVerified(written);
    return [verdict.claim];
  });
}

type Merged = { readonly failure: EngineReason | null; readonly model?: string };

/** Merges claims in groups until one call can read them all, and then for good. */
async function mergeAll(
  asked: EngineRequest,
  read: readonly Part[],
  onClaim: (claim: unknown) => void,
  working: Working,
  signal: AbortSignal,
): Promise<Merged> {
  const { limits, writer } = working;
  const most = claimBudget[asked.detail];
  let level = read.map(part => withoutGone(part, asked));
  const { least, share } = limits.merged;
  const whole = asked.evidence.messages.reduce((sum, message) => sum + estimateMessage(message), 0);
  const mostMerged = Math.min(limits.merged.most, Math.max(least, share * whole));
  while (level.length > limits.group.least && toTokens(level) > mostMerged) {
    const groups = toGroups(level, limits.group);
    level = await Promise.all(groups.map(group => mergeGroup(asked, group, working, signal)));
    signal.throwIfAborted();
    level = level.map(part => withoutGone(part, asked));
  }
  const claims = level.flatMap(part => part.claims);
  if (claims.length === 0) return { failure: null };
  let given = 0;
  const report = await writer.merge(
    { ...asked, claims, most, isLast: true },
    claim => {
      given += 1;
      if (given <= most) onClaim(claim);
    },
    signal,
  );
  working.onUsage(report.usage);
  // What the windows say is worth showing also where nobody joins it.
  if (report.failure !== null && report.failure !== 'refused' && given === 0)
    for (const claim of select(claims, most, asked)) onClaim(toWritten(claim));
  const { model } = report.engine;
  return { failure: report.failure, ...(model !== undefined && { model }) };
}

/** The claims of several parts as fewer; by code where the model fails. */
async function mergeGroup(
  asked: EngineRequest,
  group: readonly Part[],
  working: Working,
  signal: AbortSignal,
): Promise<Part> {
  const { writer, hash, limits, log } = working;
  const key = hash(['merge', writer.toVersion(asked), ...group.map(part => part.key)].join('\n'));
  const claims = group.flatMap(part => part.claims);
  const most = Math.max(claimBudget[asked.detail] / 2, Math.ceil(claims.length / limits.group.least));
  if (claims.length <= most) return { key, claims };
  const store = toStore(asked, working);
  const [kept] = await store.get([key]);
  if (kept !== undefined) return { key, claims: verifyAll(kept, working) };

  const drafted: DraftedClaim[] = [];
  const merged: VerifiedClaim[] = [];
  const report = await writer.merge(
    { ...asked, claims, most, isLast: false },
    claim => {
      const parsed = parseDraftClaim(claim);
      const verdict = working.verifier.verify(claim);
      if (!parsed.ok || !verdict.ok) return;
      drafted.push(toDrafted(parsed.draft, asked.evidence));
      merged.push(verdict.claim);
    },
    signal,
  );
  signal.throwIfAborted();
  working.onUsage(report.usage);
  if (report.failure === null && merged.length > 0) {
    await store.put(key, drafted);
    return { key, claims: merged };
  }
  log.warn({ reason: report.failure, claims: claims.length }, 'merge-failed');
  return { key, claims: select(claims, most, asked) };
}

function withoutGone(part: Part, { evidence, isGone }: EngineRequest): Part {
  if (isGone === undefined) return part;
  const isLeft = (position: number) => {
    const message = messageAt(evidence, position);
    return message !== undefined && !isGone(message.id);
  };
  return { ...part, claims: part.claims.filter(claim => toCitedPositions(claim).every(isLeft)) };
}

/** What the quotes and words of claims take in a prompt. */
const tokensAroundClaim = 40;

function toTokens(parts: readonly Part[]): number {
  return parts
    .flatMap(part => part.claims)
    .reduce((sum, { text, citations }) => {
      const quotes = citations.reduce((all, { quote }) => all + estimateTokens(quote?.text ?? ''), 0);
      return sum + tokensAroundClaim + estimateTokens(text) + quotes;
    }, 0);
}

function select(
  claims: readonly VerifiedClaim[],
  most: number,
  { evidence }: EngineRequest,
): readonly VerifiedClaim[] {
  const strands = toStrands(evidence);
  const selectable = claims.map(claim => ({ ...claim, claim, positions: toCitedPositions(claim) }));
  const options = { strandOf: strands.of, end: evidence.messages.length };
  return selectClaims(selectable, most, options).map(({ claim }) => claim);
}

/** A verified claim as an engine writes it. */
function toWritten({ citations, before, ...claim }: VerifiedClaim): unknown {
  const toEvidence = (list: VerifiedClaim['citations']) =>
    list.map(({ position, quote }) => ({ position, quote: quote?.text ?? '' }));
  return {
    ...claim,
    evidence: toEvidence(citations),
    before: before && { text: before.text, evidence: toEvidence(before.citations) },
  };
}
