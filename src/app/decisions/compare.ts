import { type Evidence, toEvidence } from '../../core/conversation/evidence.ts';
import type { Findings } from '../../core/decisions/apply-findings.ts';
import { type Impact, type LogEntry, toShownStatement } from '../../core/decisions/entry.ts';
import { findCandidates, mayBeSame } from '../../core/decisions/search.ts';
import type { Comparison } from '../../core/prompt/compare.ts';
import { createVerifier } from '../../core/verify/verifier.ts';
import type { Logger } from '../../log.ts';
import { type JudgeableClaim, judgeClaims } from '../judge-claims.ts';
import type { Judge } from '../ports.ts';
import type { Payer } from '../usage/ports.ts';

type Parts = { readonly judge: Judge; readonly zone: string; readonly payer: Payer; readonly log: Logger };

const nothing: Findings = { replaced: [], contradicted: [], sameAs: null };

/** Has a model compare an entry with the earlier ones it may concern; without any, nobody is asked. */
export async function compareEntry(
  entry: LogEntry,
  log: readonly LogEntry[],
  parts: Parts,
  signal: AbortSignal,
): Promise<Findings> {
  const { compare } = parts.judge;
  const candidates = findCandidates(entry, log);
  const statement = toShownStatement(entry);
  if (compare === undefined || statement === null || candidates.length === 0) return nothing;
  const evidence = toSources([entry, ...candidates]);
  const toCompared = (each: LogEntry) => ({
    text: toShownStatement(each)?.text ?? '',
    positions: toPositions(each, evidence),
  });
  const { language } = statement;
  const { zone, payer } = parts;
  const { comparisons, failure } = await compare(
    { evidence, decision: toCompared(entry), earlier: candidates.map(toCompared), language, zone, payer },
    signal,
  );
  signal.throwIfAborted();
  if (failure !== null) throw new Error(`decisions were not compared: ${failure}`);
  const found = comparisons.flatMap(comparison => {
    const earlier = candidates[comparison.earlier - 1];
    return earlier ? [{ earlier, comparison }] : [];
  });
  const same = found.find(
    ({ earlier, comparison }) => comparison.relation === 'same' && mayBeSame(earlier, entry),
  );
  if (same) return { ...nothing, sameAs: same.earlier.id };
  if (entry.kind === 'action') return nothing;
  const replaced: { entryId: string; impacts: readonly Impact[] }[] = [];
  const contradicted: string[] = [];
  for (const { earlier, comparison } of found) {
    const { relation } = comparison;
    if (relation !== 'replaces' && relation !== 'contradicts') continue;
    if (!restsOn(comparison.before_messages, earlier, evidence)) continue;
    if (!restsOn(comparison.after_messages, entry, evidence)) continue;
    const impacts = await check(comparison, { evidence, language, ...parts }, signal);
    if (impacts === null) continue;
    // Only a decision replaces another.
    if (relation === 'replaces' && entry.kind === 'decision') replaced.push({ entryId: earlier.id, impacts });
    else contradicted.push(earlier.id);
  }
  return { replaced, contradicted, sameAs: null };
}

/** The messages behind all of these, as a conversation of their own. */
function toSources(entries: readonly LogEntry[]): Evidence {
  const [{ guildId } = { guildId: '' }] = entries;
  const messages = entries
    .flatMap(({ sources }) => sources)
    .map(({ messageId, placeId, authorId, sender, time, text }) => ({
      id: messageId,
      kind: 'said' as const,
      author: { id: authorId ?? sender, name: sender, bot: false },
      time,
      text,
      forwarded: false,
      channel: { id: placeId, title: '' },
      attachments: [],
      reactions: [],
    }));
  const source = { type: 'discord', title: '', guildId, channelIds: [] } as const;
  return toEvidence({ source, messages, unreadable: 0 });
}

function toPositions({ sources }: LogEntry, { messages }: Evidence): readonly number[] {
  const ids = new Set(sources.map(({ messageId }) => messageId));
  return messages.filter(({ id }) => ids.has(id)).map(({ position }) => position);
}

function restsOn(positions: readonly number[], entry: LogEntry, evidence: Evidence): boolean {
  const own = toPositions(entry, evidence);
  return positions.some(position => own.includes(position));
}

/** The impacts that hold of a change that holds; null if the change itself does not. */
async function check(
  { before, before_messages, after, after_messages, by, impacts }: Comparison,
  { evidence, language, zone, payer, judge, log }: Parts & { evidence: Evidence; language: string },
  signal: AbortSignal,
): Promise<readonly Impact[] | null> {
  const verifier = createVerifier(evidence, { languages: [language], zone });
  const verify = (text: string, positions: readonly number[], speakers: readonly string[] = []) =>
    verifier.verify({
      kind: 'key_point',
      text,
      evidence: positions.map(position => ({ position, quote: '' })),
      speakers,
    });
  const [former, now] = [verify(before, before_messages), verify(after, after_messages, by)];
  if (!former.ok || !now.ok) return null;
  const change = { ...now.claim, kind: 'change', status: 'sources_found', before: former.claim } as const;
  const others = impacts.slice(0, 3).map(({ text, messages }) => verify(text, messages));
  const { verdicts } = await judgeClaims<JudgeableClaim>(
    [change, ...others.flatMap(verdict => (verdict.ok ? [verdict.claim] : []))],
    { evidence, spoken: [language], language, zone, payer, isBackground: true },
    { judge, log },
    signal,
  );
  if (verdicts.get(change)?.verdict !== 'supported') return null;
  return others.flatMap((verdict, index): readonly Impact[] => {
    if (!verdict.ok) return [];
    const { text, citations, status } = verdict.claim;
    const judged = status === 'verified' ? 'supported' : verdicts.get(verdict.claim)?.verdict;
    const isImplied = impacts[index]?.implied === true || judged === 'partly';
    if (judged !== 'supported' && judged !== 'partly') return [];
    const messageIds = citations.flatMap(({ position }) => evidence.messages[position - 1]?.id ?? []);
    return [{ text, isImplied, messageIds }];
  });
}
