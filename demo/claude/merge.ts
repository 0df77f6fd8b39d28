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

/** The claims of a prompt that asks to merge them; empty for other prompts. */
export function parseMerge(prompt: string): readonly WrittenClaim[] {
  if (prompt.includes('<conversation')) return [];
  const [, inner = ''] = /<claims>([\s\S]*?)<\/claims>/.exec(prompt) ?? [];
  return [...inner.matchAll(element)].map(([, written = '', content = '']) => {
    const fields = toFields(written);
    return writeClaim({
      kind: toKind(fields.get('kind')),
      topic: fields.get('topic') ?? '',
      text: toText(content),
      speakers: (fields.get('by') ?? '').split(', ').filter(name => name !== ''),
      owner: fields.get('owner') ?? '',
      due: fields.get('due') ?? '',
      evidence: toEvidence(content),
    });
  });
}

function toKind(kind: string | undefined): WrittenKind {
  return writtenKinds.find(each => each === kind) ?? 'key_point';
}

function toText(content: string): string {
  return unescapeText(content.replace(/<q[\s\S]*/, '')).trim();
}

function toEvidence(content: string): readonly WrittenEvidence[] {
  return [...content.matchAll(quote)].map(([, written = '', words]) => ({
    position: Number(toFields(written).get('n')),
    quote: unescapeText(words),
  }));
}

/**
 * Merges like a careful model: drops repetitions, of two decisions on one subject keeps the later, gives decisions up to
 * half of the room, and alternates between the other kinds, so that none crowds out the others.
 */
export function mergeClaims(
  claims: readonly WrittenClaim[],
  most: number,
  priority: readonly WrittenKind[],
): readonly WrittenClaim[] {
  const distinct = [...new Map(claims.map(claim => [claim.text, claim])).values()];
  const others = overrideDecisions(distinct);
  const isSettled = ({ kind }: WrittenClaim) => kind === 'decision';
  const settled = others.filter(isSettled).slice(0, Math.ceil(most / 2));
  const chosen: WrittenClaim[] = [...settled];
  const rest = others.filter(each => !isSettled(each));
  const byKind = priority.map(kind => rest.filter(each => each.kind === kind));
  for (let turn = 0; turn < rest.length && chosen.length < most; turn += 1)
    chosen.push(...byKind.flatMap(own => own[turn] ?? []).slice(0, most - chosen.length));
  return chosen.slice(0, most);
}

/** If two decisions share most of their words, the later one counts. */
function overrideDecisions(claims: readonly WrittenClaim[]): readonly WrittenClaim[] {
  const standing: WrittenClaim[] = [];
  for (const claim of claims) {
    const at = claim.kind === 'decision' ? standing.findIndex(each => isSameMatter(each, claim)) : -1;
    if (at >= 0) standing.splice(at, 1);
    standing.push(claim);
  }
  return standing;
}

function isSameMatter(earlier: WrittenClaim, later: WrittenClaim): boolean {
  if (earlier.kind !== 'decision') return false;
  const [a, b] = [toMatter(earlier), toMatter(later)];
  const shared = [...a].filter(word => b.has(word)).length;
  return shared > 0 && shared >= Math.min(a.size, b.size) / 2;
}

function toMatter({ text }: WrittenClaim): ReadonlySet<string> {
  const words = text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  return new Set(words.filter(word => word !== 'decided' && word !== 'agreed'));
}
