import { assemble, toUnnumbered } from '../../core/claims/assemble.ts';
import { toPlainClaim } from '../../core/claims/claim.ts';
import type { ListedMessage, Summary, UnnumberedClaim } from '../../core/claims/summary.ts';
import {
  type Decision,
  isDisputedEntry,
  isErased,
  type LogEntry,
  toShownStatement,
} from '../../core/decisions/entry.ts';
import type { Digest } from '../../core/digests/digest.ts';
import { type Texts, toFrameTexts } from '../../render/texts.ts';
import type { StoredSummary } from '../store-ports.ts';
import type { DigestRunParts } from './ports.ts';

/** A decision, and what contradicts it or replaced it since. */
type Contradiction = { readonly decision: Decision; readonly by: LogEntry };

const mostTold = 5;

/** Contradictions that this digest has not told yet and all its readers may see. `isRead`: whether it reads a place. */
export async function findContradictions(
  { guildId, id: digestId }: Pick<Digest, 'guildId' | 'id'>,
  isRead: (placeId: string) => boolean,
  { entries, refreshEntries }: Pick<DigestRunParts, 'entries' | 'refreshEntries'>,
): Promise<readonly Contradiction[]> {
  const find = async () => findUntold(await entries.list(guildId), digestId, isRead);
  // This process may have missed that their messages were deleted.
  await refreshEntries((await find()).flatMap(({ decision, by }) => [decision, by]));
  return (await find()).slice(0, mostTold);
}

function findUntold(
  log: readonly LogEntry[],
  digestId: string,
  isRead: (placeId: string) => boolean,
): readonly Contradiction[] {
  const all = log.filter(entry => entry.places.every(isRead) && !isErased(entry));
  return all.flatMap(decision => {
    if (decision.kind !== 'decision') return [];
    const toldOf = new Set<string>();
    return decision.contradictedBy.flatMap(({ entryId, toldIn }) => {
      const by = all.find(each => each.id === entryId);
      const ids = by?.sources.map(({ messageId }) => messageId) ?? [];
      // Summaries may tell of the same messages in other words.
      const isTold = toldIn.includes(digestId) || ids.some(each => toldOf.has(each));
      for (const each of ids) toldOf.add(each);
      return by && !isTold ? [{ decision, by }] : [];
    });
  });
}

/** The summary with a claim for each of these, after all others, which cites the messages behind both. */
export function withContradictions(summary: Summary, found: readonly Contradiction[]): Summary {
  if (found.length === 0) return summary;
  const t = toFrameTexts(summary.language);
  const known = summary.claims.map(claim => toUnnumbered(claim, summary.footnotes));
  const last = Math.max(0, ...known.map(({ id }) => Number(id.slice(1))));
  const claims = found.map(({ decision, by }, index): UnnumberedClaim => {
    const kind = decision.supersededBy.includes(by.id) ? 'replaced' : 'contradicted';
    const words = { kind, decision: toText(decision, t), statement: toText(by, t) };
    return {
      ...toPlainClaim(t('summary.contradiction', words)),
      id: `c${last + index + 1}`,
      kind: 'key_point',
      confidence: 1,
      // Both sides were judged when they were compared.
      status: 'verified',
      cited: [...toCited(decision), ...toCited(by)],
    };
  });
  return assemble({ ...summary, claims: [...known, ...claims] });
}

/** Notes that the digest has said what a posted summary of it says; may be called again for the same one. */
export async function noteTold(
  { guildId, id: digestId }: Pick<Digest, 'guildId' | 'id'>,
  { contradictions = [] }: StoredSummary,
  { entries }: Pick<DigestRunParts, 'entries'>,
): Promise<void> {
  const add = (toldIn: readonly string[]) =>
    toldIn.includes(digestId) ? [...toldIn] : [...toldIn, digestId].slice(-100);
  for (const { decisionId, entryId } of contradictions)
    await entries.change(guildId, decisionId, each =>
      each.kind !== 'decision'
        ? each
        : {
            ...each,
            contradictedBy: each.contradictedBy.map(link =>
              link.entryId === entryId ? { ...link, toldIn: add(link.toldIn) } : link,
            ),
          },
    );
}

/** The channels and threads of the messages behind them, by message. */
export function toContradictionPlaces(found: readonly Contradiction[]): Readonly<Record<string, string>> {
  const sources = found.flatMap(({ decision, by }) => [...decision.sources, ...by.sources]);
  return Object.fromEntries(sources.map(({ messageId, placeId }) => [messageId, placeId]));
}

function toText(entry: LogEntry, t: Texts): string {
  const text = toShownStatement(entry)?.text ?? '';
  return isDisputedEntry(entry) ? `${text} (${t('bot.decisions.disputed')})` : text;
}

function toCited(entry: LogEntry): readonly ListedMessage[] {
  const cited = toShownStatement(entry)?.cited ?? [];
  return entry.sources.flatMap((source, index): readonly ListedMessage[] => {
    const found = cited.find(({ messageId }) => messageId === source.messageId);
    if (found === undefined) return [];
    const { placeId: _, editedSince, ...message } = source;
    return [
      {
        ...message,
        position: index + 1,
        earlier: true,
        forwarded: false,
        edited: editedSince ?? false,
        ...(editedSince && { editedSince }),
        quote: found.quote,
      },
    ];
  });
}
