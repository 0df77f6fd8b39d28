import { z } from 'zod';
import { type ClaimKind, claimKinds } from './kind.ts';

/** What an engine says a claim rests on: a message by its position, and the words of it that count. */
export type DraftEvidence = { readonly position: number; readonly quote: string };

/** One statement as an engine wrote it: its shape is right, nothing else about it is known yet. */
export type DraftClaim = {
  readonly evidence: readonly DraftEvidence[];
  readonly kind: ClaimKind;
  readonly topic: string | null;
  readonly text: string;
  readonly speakers: readonly string[];
  readonly owner: string | null;
  readonly due: string | null;
  /** For kind `change`: what held before, with evidence of its own. */
  readonly before: { readonly text: string; readonly evidence: readonly DraftEvidence[] } | null;
  /** 0..1; what the engine did not say is 1. */
  readonly confidence: number;
};

/** What had to be put right before a draft could be looked at, in words; each costs less than its claim. */
export type DraftRepair = string;

export type ParsedDraft =
  | { readonly ok: true; readonly draft: DraftClaim; readonly repairs: readonly DraftRepair[] }
  | { readonly ok: false; readonly text: string; readonly reason: string };

const looseEvidence = z.object({ position: z.unknown().optional(), quote: z.unknown() }).partial();
const words = z.string().nullish();

const looseClaim = z.object({
  text: z.string().refine(text => text.trim() !== '', 'is empty'),
  kind: z.unknown().optional(),
  evidence: z.unknown().optional(),
  references: z.unknown().optional(),
  topic: words.catch(null),
  speakers: z
    .union([z.array(z.unknown()), z.string()])
    .nullish()
    .catch(null),
  owner: words.catch(null),
  due: words.catch(null),
  before: z
    .object({ text: words, evidence: z.unknown().optional(), references: z.unknown().optional() })
    .nullish()
    .catch(null),
  confidence: z.unknown().optional(),
});

/**
 * Reads one claim of a draft, forgiving what costs nothing: `references` as a number, `"[4]"` or a list,
 * null fields, an unknown kind, a missing confidence, bracketed numbers that the writer put into its prose.
 */
export function parseDraftClaim(value: unknown): ParsedDraft {
  const parsed = looseClaim.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.join('.') || 'claim';
    return {
      ok: false,
      text: toRawText(value),
      reason: `malformed: ${where} ${issue?.message ?? 'is not readable'}`,
    };
  }
  const loose = parsed.data;
  const repairs: DraftRepair[] = [];
  const strip = (text: string) => stripBracketedNumbers(text, repairs);
  const text = strip(loose.text);
  if (text === '')
    return { ok: false, text: loose.text, reason: 'malformed: text holds nothing but markers' };

  const before = loose.before;
  return {
    ok: true,
    draft: {
      evidence: toEvidenceList(loose.evidence ?? loose.references, repairs),
      kind: toKind(loose.kind, repairs),
      topic: emptyToNull(strip(loose.topic ?? '')),
      text,
      speakers: toSpeakers(loose.speakers).map(strip),
      owner: emptyToNull(strip(loose.owner ?? '')),
      due: emptyToNull(strip(loose.due ?? '')),
      before: before?.text?.trim()
        ? {
            text: strip(before.text),
            evidence: toEvidenceList(before.evidence ?? before.references, repairs),
          }
        : null,
      confidence: toConfidence(loose.confidence, repairs),
    },
    repairs,
  };
}

function toRawText(value: unknown): string {
  const text = typeof value === 'object' && value !== null && 'text' in value ? value.text : value;
  return typeof text === 'string' ? text.slice(0, 200) : '';
}

function toKind(value: unknown, repairs: DraftRepair[]): ClaimKind {
  const known = claimKinds.find(kind => kind === value);
  if (known) return known;
  repairs.push('unknown kind');
  return 'key_point';
}

function toConfidence(value: unknown, repairs: DraftRepair[]): number {
  if (value === undefined || value === null) return 1;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number === 'number' && number >= 0 && number <= 1) return number;
  repairs.push('unreadable confidence');
  return typeof number === 'number' && number > 1 ? 1 : 0;
}

function toSpeakers(value: readonly unknown[] | string | null | undefined): readonly string[] {
  const list = typeof value === 'string' ? [value] : (value ?? []);
  return [...new Set(list.flatMap(each => (typeof each === 'string' && each.trim() ? [each.trim()] : [])))];
}

function emptyToNull(text: string | null | undefined): string | null {
  return text?.trim() || null;
}

const positionWords = /^\s*(?:\[?\s*#?(\d{1,9})\s*\]?)\s*$/;

/** Evidence in any shape seen of writers: `[{position, quote}]`, `[4, "[7]"]`, `4`, `"[4]"`, `"4, 7"`. */
function toEvidenceList(value: unknown, repairs: DraftRepair[]): readonly DraftEvidence[] {
  if (value === undefined || value === null) return [];
  const list = Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? value.split(/[,;]|(?<=\])\s*(?=\[)/)
      : [value];
  return list.flatMap(each => {
    const shaped = looseEvidence.safeParse(each);
    const position = toPosition(shaped.success ? shaped.data.position : each);
    if (position === null) {
      repairs.push('unreadable position');
      return [];
    }
    const quote = shaped.success && typeof shaped.data.quote === 'string' ? shaped.data.quote.trim() : '';
    return [{ position, quote }];
  });
}

function toPosition(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  const digits = typeof value === 'string' ? positionWords.exec(value)?.[1] : undefined;
  return digits === undefined ? null : Number(digits);
}

const bracketedNumbers = /\s?\[{1,3}\s*#?\d{1,9}(?:\s*[,;–-]\s*#?\d{1,9})*\s*\]{1,3}(?:\([^)]*\))?/gu;

/** Whether a text holds what would look like a marker. */
export function hasBracketedNumber(text: string): boolean {
  return text.search(bracketedNumbers) >= 0;
}

/** Markers are ours alone to set: a bracketed number in prose would look like one. */
function stripBracketedNumbers(text: string, repairs: DraftRepair[]): string {
  let stripped = text;
  // What is left when one is taken out can be one again: "[1[2]]".
  while (hasBracketedNumber(stripped)) {
    stripped = stripped.replace(bracketedNumbers, () => {
      repairs.push('bracketed number in prose');
      return '';
    });
  }
  return stripped.replace(/\s+/g, ' ').trim();
}
