import type { VerifiedClaim } from '../core/claims/claim.ts';
import { type DraftEvidence, parseDraftClaim } from '../core/claims/draft.ts';
import { toEnglishReason } from '../core/claims/problem-words.ts';
import type { Usage } from '../core/claims/summary.ts';
import { type Evidence, messageAt, toReplyPositions } from '../core/conversation/evidence.ts';
import { toTermIndex } from '../core/select/term-index.ts';
import type { Verifier } from '../core/verify/verifier.ts';
import { type CheckedClaim, toReasons } from './checked-claim.ts';
import type { Engine, EngineRequest } from './ports.ts';

/** As many as one call can write again without becoming a second draft. */
const mostFailing = 12;
/** Messages before and after a cited one that may be the one that was meant. */
const reach = 3;
/** More of a quote tells nobody what was meant. */
const longestQuote = 500;
/** Messages that share most with a claim's words, wherever they stand. */
const mostHits = 4;

export type RepairParts = {
  readonly engine: Engine;
  readonly verifier: Verifier;
  /** Whether a message was deleted since it was read: it is not sent again. */
  readonly isGone?: (messageId: string) => boolean;
};

/** What came back and holds, by the keys of the claims. */
export type Repaired = {
  readonly rewritten: ReadonlyMap<number, CheckedClaim>;
  readonly usage: Usage | null;
};

/**
 * Has the engine write once more, in one call, what did not hold or was not supported, and verifies the result. What does
 * not hold then either, and a call that fails, changes nothing.
 */
export async function repair(
  checked: ReadonlyMap<number, CheckedClaim>,
  asked: EngineRequest,
  { engine, verifier, isGone }: RepairParts,
  signal: AbortSignal,
): Promise<Repaired> {
  const failing = [...checked]
    .map(([key, each]) => ({ ...each, key, reasons: toReasons(each) }))
    .filter(({ written, reasons }) => reasons.length > 0 && parseDraftClaim(written).ok)
    .slice(0, mostFailing);
  // Nobody knows whose words a claim that failed was taken from: once something was deleted, none is sent again.
  const isSound = isGone === undefined || !asked.evidence.messages.some(({ id }) => isGone(id));
  if (engine.repair === undefined || failing.length === 0 || !isSound)
    return { rewritten: new Map(), usage: null };

  const replies = toReplyPositions(asked.evidence);
  const standing = (position: number) => messageAt(asked.evidence, position) !== undefined;
  const windows = failing.map(each => new Set([...toWindow(each, asked, replies)].filter(standing)));
  const answers: unknown[] = [];
  const report = await engine.repair(
    {
      ...asked,
      failing: failing.map(({ written, reasons }) => ({
        claim: toShape(written),
        reasons: reasons.map(toEnglishReason),
      })),
      positions: new Set(windows.flatMap(window => [...window])),
    },
    claim => answers.push(claim),
    signal,
  );

  const rewritten = new Map<number, CheckedClaim>();
  for (const [order, { key }] of failing.entries()) {
    const written = answers[order];
    const verdict = written === undefined ? null : verifier.verify(written);
    // An answer out of order would put another claim in this one's place.
    const isAbout = (claim: VerifiedClaim) =>
      claim.citations.some(({ position }) => windows[order]?.has(position));
    if (verdict?.ok && isAbout(verdict.claim)) rewritten.set(key, { written, verdict });
  }
  return { rewritten, usage: report.usage };
}

/** A claim in the shape that engines write; whatever else stood in it may be of any depth and length. */
function toShape(written: unknown): unknown {
  const parsed = parseDraftClaim(written);
  if (!parsed.ok) return null;
  const { evidence, kind, topic, text, speakers, owner, due, before, confidence } = parsed.draft;
  return {
    evidence: evidence.map(toShort),
    kind,
    topic: topic ?? '',
    text,
    speakers,
    owner: owner ?? '',
    due: due ?? '',
    before: { text: before?.text ?? '', evidence: (before?.evidence ?? []).map(toShort) },
    confidence,
  };
}

function toShort({ position, quote }: DraftEvidence): DraftEvidence {
  return { position, quote: quote.slice(0, longestQuote) };
}

/** Positions of the messages that a claim may rest on: those it cites, what stands around them, what shares its words. */
function toWindow(
  { written, judgement }: CheckedClaim,
  { evidence, spoken }: EngineRequest,
  replies: ReadonlyMap<number, number>,
): ReadonlySet<number> {
  const parsed = parseDraftClaim(written);
  if (!parsed.ok) return new Set();
  const { draft } = parsed;
  const cited = [
    ...[...draft.evidence, ...(draft.before?.evidence ?? [])].map(({ position }) => position),
    ...(judgement?.position ? [judgement.position] : []),
  ];
  const found = new Set<number>();
  for (const position of [...cited, ...findAlike(draft.text, evidence, spoken)]) {
    for (const near of toNear(position, replies)) found.add(near);
  }
  return found;
}

function toNear(position: number, replies: ReadonlyMap<number, number>): readonly number[] {
  const answered = replies.get(position);
  const around = Array.from({ length: 2 * reach + 1 }, (_, step) => position - reach + step);
  return [...around, ...(answered === undefined ? [] : [answered])];
}

function findAlike(text: string, evidence: Evidence, spoken: readonly string[]): readonly number[] {
  const index = toTermIndex(evidence, spoken);
  return [...index.score(index.read(text))]
    .sort(([, a], [, b]) => b - a)
    .slice(0, mostHits)
    .map(([position]) => position);
}
