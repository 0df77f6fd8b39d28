import type { VerifiedClaim } from '../core/claims/claim.ts';
import { type DraftClaim, type DraftEvidence, parseDraftClaim } from '../core/claims/draft.ts';
import type { Usage } from '../core/claims/summary.ts';
import { type Evidence, messageAt, toReplyPositions } from '../core/conversation/evidence.ts';
import type { TermReader } from '../core/select/languages.ts';
import { toTermIndex } from '../core/select/term-index.ts';
import type { Verifier } from '../core/verify/verifier.ts';
import { type Logger, toLoggedError } from '../log.ts';
import { toEnglishReason } from '../render/view/problem-line.ts';
import { type CheckedClaim, toReasons } from './checked-claim.ts';
import { mapWithPauses } from './pauses.ts';
import type { Engine, EngineRequest } from './ports.ts';
import { noTelemetry, type Telemetry } from './telemetry-ports.ts';

/** As many as one call can write again without becoming a second draft. */
const mostFailing = 12;
/** Messages before and after a cited one that may be the one that was meant. */
const reach = 3;
/** A longer part of a quote adds nothing. */
const longestQuote = 500;
/** Messages that share the most words with a claim, anywhere in the conversation. */
const mostHits = 4;
/** The share of their words that two claims without a common message have in common when they say the same. */
const leastShared = 0.5;

type RepairParts = {
  readonly engine: Engine;
  readonly verifier: Verifier;
  /** Whether a message was deleted since it was read: it is not sent again. */
  readonly isGone?: ((messageId: string) => boolean) | undefined;
  readonly log?: Logger | undefined;
  readonly telemetry?: Telemetry;
};

/** What came back and holds, by the keys of the claims. */
type Repaired = {
  readonly rewritten: ReadonlyMap<number, CheckedClaim>;
  readonly usage: Usage | null;
};

/**
 * Has the engine write once more, in one call, what did not hold or was not supported, and verifies the result. What does
 * not hold then either, and a call that throws, changes nothing.
 */
export async function repair(
  checked: ReadonlyMap<number, CheckedClaim>,
  asked: EngineRequest,
  { engine, verifier, isGone, log, telemetry = noTelemetry }: RepairParts,
  signal: AbortSignal,
): Promise<Repaired> {
  const failing = [...checked]
    .map(([key, each]) => ({ ...each, key, draft: toDraft(each.written), reasons: toReasons(each) }))
    .filter(({ draft, reasons }) => reasons.length > 0 && draft !== null)
    .slice(0, mostFailing);
  const nothing = { rewritten: new Map(), usage: null };
  const { repair: rewrite } = engine;
  if (rewrite === undefined || failing.length === 0) return nothing;

  const replies = toReplyPositions(asked.evidence);
  const standing = (position: number) => messageAt(asked.evidence, position) !== undefined;
  const { read } = toTermIndex(asked.evidence, asked.spoken);
  const toStanding = (each: (typeof failing)[number]) =>
    new Set([...toWindow(each, asked, replies)].filter(standing));
  const windows = await mapWithPauses(failing, toStanding);
  // Nobody knows whose words a claim that failed was taken from: once something was deleted, none is sent again.
  if (isGone !== undefined && asked.evidence.messages.some(({ id }) => isGone(id))) return nothing;
  const answers: unknown[] = [];
  const repairing = {
    ...asked,
    failing: failing.map(({ written, reasons }) => ({
      claim: toShape(written),
      reasons: reasons.map(toEnglishReason),
    })),
    positions: new Set(windows.flatMap(window => [...window])),
  };
  let usage: Usage | null;
  try {
    const report = await telemetry.step(
      'repair',
      () => rewrite(repairing, claim => answers.push(claim), signal),
      each => each.usage,
    );
    usage = report.usage;
  } catch (error) {
    signal.throwIfAborted();
    log?.error({ claims: failing.length, error: toLoggedError(error) }, 'repair-failed');
    return nothing;
  }

  const written = withoutCopies(answers);
  const pairs = pair(
    written.map(each => toSubject({ written: each }, read)),
    failing.map(each => toSubject(each, read)),
  );
  const rewritten = new Map<number, CheckedClaim>();
  for (const [order, { key }] of failing.entries()) {
    const answer = pairs.get(order);
    if (answer === undefined) continue;
    const again = withMatter(written[answer], failing[order]?.draft ?? null);
    const verdict = verifier.verify(again);
    const isAbout = (claim: VerifiedClaim) =>
      claim.citations.some(({ position }) => windows[order]?.has(position));
    if (verdict.ok && isAbout(verdict.claim)) rewritten.set(key, { written: again, verdict });
  }
  return { rewritten, usage };
}

/** A claim that is written again stays in its matter. */
function withMatter(written: unknown, draft: DraftClaim | null): unknown {
  const { matter = null, topic = null } = draft ?? {};
  return typeof written === 'object' && written !== null ? { ...written, matter, topic } : written;
}

/** The first of identical answers. Unreadable ones stay, because each may answer for a claim. */
function withoutCopies(answers: readonly unknown[]): readonly unknown[] {
  const seen = new Set<string>();
  return answers.filter(answer => {
    const shape = toShape(answer);
    const key = JSON.stringify(shape);
    const isNew = shape === null || !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** What a claim is about: the messages that it cites, and its terms. */
type Subject = { readonly cited: ReadonlySet<number>; readonly terms: ReadonlySet<string> };
/** How many cited messages two claims share, and which share of their terms, 0..1. */
type Likeness = { readonly cited: number; readonly terms: number };

function toSubject(claim: Pick<CheckedClaim, 'written' | 'judgement'>, read: TermReader): Subject {
  const draft = toDraft(claim.written);
  return { cited: new Set(toCited(claim)), terms: new Set(draft === null ? [] : read(draft.text)) };
}

function toLikeness(first: Subject, second: Subject): Likeness {
  const shared = first.terms.intersection(second.terms).size;
  return {
    cited: first.cited.intersection(second.cited).size,
    terms: (2 * shared) / Math.max(1, first.terms.size + second.terms.size),
  };
}

function isAlike({ cited, terms }: Likeness): boolean {
  return cited > 0 || terms >= leastShared;
}

/** Negative where the first is more alike. */
function compare(first: Likeness, second: Likeness): number {
  return second.cited - first.cited || second.terms - first.terms;
}

/**
 * Which answer is about which failing claim: for each claim that has one, the index of its answer. An answer that is in the
 * place of another claim would make that one vanish, so the order counts only where there is an answer for each claim.
 */
function pair(answers: readonly Subject[], failing: readonly Subject[]): ReadonlyMap<number, number> {
  const alike = pairByLikeness(answers, failing);
  if (answers.length !== failing.length || alike.size === failing.length) return alike;
  const inOrder = failing.flatMap((claim, index): [number, number][] => {
    const answer = answers[index];
    if (answer === undefined) return [];
    const own = toLikeness(answer, claim);
    // A rewritten claim may cite the messages of another one; with more of its words as well, it is the other one.
    const isAnother = failing
      .map(each => toLikeness(answer, each))
      .some(({ cited, terms }) => cited >= own.cited && terms > own.terms);
    return isAnother ? [] : [[index, index]];
  });
  return new Map(inOrder);
}

/** Each answer with the claim that it is most like; of several answers for one claim the one most like it, else the first. */
function pairByLikeness(
  answers: readonly Subject[],
  failing: readonly Subject[],
): ReadonlyMap<number, number> {
  const wanted = answers.flatMap((answer, index) => {
    const ranked = failing
      .map((claim, order) => ({ index, order, claim, likeness: toLikeness(answer, claim) }))
      .filter(({ likeness }) => isAlike(likeness))
      .sort((a, b) => compare(a.likeness, b.likeness));
    const [best] = ranked;
    if (best === undefined) return [];
    const most = ranked.filter(({ likeness }) => compare(likeness, best.likeness) === 0);
    // As much like two claims that say different things, it could be either.
    return most.every(({ claim }) => isSame(claim, best.claim)) ? most : [];
  });
  const pairs = new Map<number, number>();
  const used = new Set<number>();
  for (const { index, order } of wanted.sort((a, b) => compare(a.likeness, b.likeness))) {
    if (pairs.has(order) || used.has(index)) continue;
    pairs.set(order, index);
    used.add(index);
  }
  return pairs;
}

function isSame(first: Subject, second: Subject): boolean {
  return (
    first.cited.symmetricDifference(second.cited).size === 0 &&
    first.terms.symmetricDifference(second.terms).size === 0
  );
}

function toDraft(written: unknown): DraftClaim | null {
  const parsed = parseDraftClaim(written);
  return parsed.ok ? parsed.draft : null;
}

/** The messages that a claim cites, and the one that the judge named. */
function toCited({ written, judgement }: Pick<CheckedClaim, 'written' | 'judgement'>): readonly number[] {
  const draft = toDraft(written);
  return [
    ...(draft?.evidence ?? []).map(({ position }) => position),
    ...(judgement?.position ? [judgement.position] : []),
  ];
}

/** A claim in the shape that engines write, without other keys: those may be of any depth and length. */
function toShape(written: unknown): unknown {
  const draft = toDraft(written);
  if (draft === null) return null;
  const { evidence, kind, text, speakers, owner, due, confidence } = draft;
  return {
    evidence: evidence.map(toShort),
    kind,
    text,
    speakers,
    owner: owner ?? '',
    due: due ?? '',
    confidence,
  };
}

function toShort({ position, quote }: DraftEvidence): DraftEvidence {
  return { position, quote: quote.slice(0, longestQuote) };
}

/** Positions of the messages that a claim may rest on: those it cites, their neighbors, and those that share its words. */
function toWindow(
  claim: CheckedClaim,
  { evidence, spoken }: EngineRequest,
  replies: ReadonlyMap<number, number>,
): ReadonlySet<number> {
  const draft = toDraft(claim.written);
  if (draft === null) return new Set();
  const found = new Set<number>();
  for (const position of [...toCited(claim), ...findAlike(draft.text, evidence, spoken)]) {
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
