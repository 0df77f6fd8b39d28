import type { VerifiedClaim } from '../../core/claims/claim.ts';
import { parseDraftClaim } from '../../core/claims/draft.ts';
import type { EngineReason } from '../../core/claims/summary.ts';
import type { EvidenceMessage, PositionRange } from '../../core/conversation/evidence.ts';
import { toChunks } from '../../core/order.ts';
import { cutWindows } from '../../core/windows/cut.ts';
import { toBeginnings, toWindow, toWindowContent, type Window } from '../../core/windows/window.ts';
import { type DraftedClaim, toDrafted } from '../../core/windows/window-draft.ts';
import { isLasting } from '../judge-claims.ts';
import { eachWithPauses, mapWithPauses } from '../pauses.ts';
import type { EngineRequest } from '../ports.ts';
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

type FoundWindow = {
  readonly window: Window;
  readonly key: string;
  /** Its draft, if it was read before. */
  readonly stored?: readonly DraftedClaim[];
};

type Messages = readonly EvidenceMessage[];

/** As many are looked for in the store at a time. */
const windowsInStep = 16;

/**
 * The windows of the evidence with their stored drafts, some at a time, so that the first can be read before the last
 * is made. Of a window that has grown since it was read, the new messages are a window of their own.
 */
async function* findWindows(
  asked: EngineRequest,
  working: LongDraftState,
): AsyncGenerator<readonly FoundWindow[]> {
  const { writer, hash, limits } = working;
  const version = writer.toVersion(asked);
  const store = openDrafts(asked, working);

  const find = async (list: readonly Messages[]): Promise<readonly FoundWindow[]> => {
    const toKeyed = (messages: Messages) => {
      const window = toWindow(asked.evidence, messages);
      return { window, key: hash(`${version}\n${toWindowContent(window)}`) };
    };
    const keyed = await mapWithPauses(list, toKeyed);
    const drafts = await store.get(keyed.map(({ key }) => key));
    return keyed.map((each, index) => ({ ...each, ...(drafts[index] && { stored: drafts[index] }) }));
  };
  const findBeginning = async (messages: Messages): Promise<FoundWindow | undefined> => {
    const beginnings = toBeginnings(messages, limits.window.spacing);
    for (const some of toChunks(beginnings, windowsInStep)) {
      const found = (await find(some)).find(isStored);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const splitGrown = async (whole: FoundWindow): Promise<readonly FoundWindow[]> => {
    const { messages } = whole.window;
    const beginning = isStored(whole) ? undefined : await findBeginning(messages);
    if (beginning === undefined) return [whole];
    const rest = await find([messages.slice(beginning.window.messages.length)]);
    return [beginning, ...(await Promise.all(rest.map(splitGrown))).flat()];
  };

  // Beginnings are looked for only where the window before was read: in a first summary, nothing was.
  let wasRead = false;
  for (const some of toChunks(cutWindows(asked.evidence, limits.window), windowsInStep)) {
    const step: FoundWindow[] = [];
    for (const each of await find(some)) {
      const parts: readonly FoundWindow[] = wasRead ? await splitGrown(each) : [each];
      wasRead = parts.some(isStored);
      step.push(...parts);
    }
    yield step;
  }
}

function isStored({ stored }: FoundWindow): boolean {
  return stored !== undefined;
}
