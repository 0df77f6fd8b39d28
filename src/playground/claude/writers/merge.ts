import { toFields, unescapeText } from './conversation.ts';
import {
  type WrittenClaim,
  type WrittenEvidence,
  type WrittenKind,
  writeClaim,
  writtenKinds,
} from './writer.ts';

const element = /<claim((?:\s+[a-z]+="[^"]*")*)>([\s\S]*?)<\/claim>/g;
const quote = /<q((?:\s+[a-z]+="[^"]*")*)>([^<]*)<\/q>/g;

/** The claims of a prompt that asks to merge them; empty where it asks for something else. */
export function parseMerge(prompt: string): readonly WrittenClaim[] {
  if (prompt.includes('<conversation')) return [];
  const [, inner = ''] = /<claims>([\s\S]*?)<\/claims>/.exec(prompt) ?? [];
  return [...inner.matchAll(element)].map(([, written = '', content = '']) => {
    const fields = toFields(written);
    const [own = '', former = ''] = content.split('<before>');
    return writeClaim({
      kind: toKind(fields.get('kind')),
      topic: fields.get('topic') ?? '',
      text: toText(own),
      speakers: (fields.get('by') ?? '').split(', ').filter(name => name !== ''),
      owner: fields.get('owner') ?? '',
      due: fields.get('due') ?? '',
      evidence: toEvidence(own),
      before: { text: toText(former), evidence: toEvidence(former) },
    });
  });
}

function toKind(kind: string | undefined): WrittenKind {
  return writtenKinds.find(each => each === kind) ?? 'key_point';
}

function toText(content: string): string {
  return unescapeText(content.replace(/<q[\s\S]*/, '').replace(/<\/before>/, '')).trim();
}

function toEvidence(content: string): readonly WrittenEvidence[] {
  return [...content.matchAll(quote)].map(([, written = '', words]) => ({
    position: Number(toFields(written).get('n')),
    quote: unescapeText(words),
  }));
}

/**
 * Merges as a careful model would: says each thing once, makes a change of two decisions on one topic, and takes turns
 * between the kinds, so that none crowds out the others.
 */
export function mergeClaims(
  claims: readonly WrittenClaim[],
  most: number,
  priority: readonly WrittenKind[],
): readonly WrittenClaim[] {
  const distinct = [...new Map(claims.map(claim => [claim.text, claim])).values()];
  const overview = distinct.findLast(({ kind }) => kind === 'overview');
  const others = overrideDecisions(distinct.filter(({ kind }) => kind !== 'overview'));
  const byKind = priority
    .map(kind => others.filter(each => each.kind === kind))
    .filter(own => own.length > 0);
  const chosen: WrittenClaim[] = overview ? [overview] : [];
  for (let turn = 0; chosen.length < Math.min(most, others.length + (overview ? 1 : 0)); turn += 1)
    chosen.push(...byKind.flatMap(own => own[turn] ?? []).slice(0, most - chosen.length));
  return chosen;
}

/** Of two decisions on one topic the later one is a change of the earlier one. */
function overrideDecisions(claims: readonly WrittenClaim[]): readonly WrittenClaim[] {
  const latest = new Map<string, WrittenClaim>();
  const gone = new Set<WrittenClaim>();
  for (const claim of claims.filter(({ kind }) => kind === 'decision')) {
    const before = latest.get(claim.topic);
    if (before) {
      gone.add(before);
      gone.add(claim);
    }
    const changed = before
      ? { ...claim, kind: 'change' as const, before: { text: before.text, evidence: before.evidence } }
      : claim;
    latest.set(claim.topic, changed);
  }
  const changes = [...latest.values()].filter(({ kind }) => kind === 'change');
  return [...claims.filter(claim => !gone.has(claim)), ...changes];
}
