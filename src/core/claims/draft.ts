import { z } from 'zod';
import { withoutHiddenWords } from '../conversation/spoilers.ts';
import { isVisible, removeBracketedNumbers } from '../conversation/text.ts';
import { allKinds, type ClaimKind } from './kind.ts';
import type { Problem } from './problem.ts';

/** A message that an engine cites, by its position, and the quote that supports the claim. */
export type DraftEvidence = { readonly position: number; readonly quote: string };

/** A subject of a draft: a title that says the news, and a neutral topic in its place. Without a title, the topic is a label. */
export type DraftMatter = {
  /** 1-based, in the order of importance. */
  readonly number: number;
  readonly title: string | null;
  readonly topic: string | null;
  /** The 1-based number of the earlier matter that this one continues; null if it is new. */
  readonly continues: number | null;
};

/** A statement as an engine wrote it: its shape is valid, nothing else is checked yet. */
export type DraftClaim = {
  /** The number of its matter; missing if the engine wrote none. */
  readonly matter?: number;
  readonly evidence: readonly DraftEvidence[];
  readonly kind: ClaimKind;
  readonly topic: string | null;
  readonly text: string;
  readonly speakers: readonly string[];
  readonly owner: string | null;
  readonly due: string | null;
  /** 0..1; 1 if the engine gave none. */
  readonly confidence: number;
};

type Fault = Extract<Problem, { readonly code: 'malformed' }>['fault'];
/** A fault in a draft's shape that was fixed without discarding the claim. */
type DraftRepair = Extract<Problem, { readonly code: 'mended' }>['what'];

type ParsedDraft =
  | { readonly ok: true; readonly draft: DraftClaim; readonly repairs: readonly DraftRepair[] }
  | { readonly ok: false; readonly text: string; readonly problem: Problem };

const looseEvidence = z.object({ position: z.number(), quote: z.string().catch('') });
const words = z.string().nullish();

// Limits against endless output, which a hostile message may cause.
const longestText = 4_000;
const longestField = 200;
const mostSpeakers = 12;
const mostCitations = 40;

const looseClaim = z.object({
  text: z.string(),
  kind: z.unknown().optional(),
  evidence: z.array(z.unknown()).nullish().catch(null),
  topic: words.catch(null),
  speakers: z.array(z.unknown()).nullish().catch(null),
  owner: words.catch(null),
  due: words.catch(null),
  matter: z.unknown().optional(),
  confidence: z.unknown().optional(),
});

/** Reads one claim of a draft, and accepts null fields, an unknown kind, no confidence, and bracketed numbers in prose. */
export function parseDraftClaim(value: unknown): ParsedDraft {
  const parsed = looseClaim.safeParse(value);
  const refuse = (fault: Fault): ParsedDraft => ({
    ok: false,
    text: toRawText(value),
    problem: { code: 'malformed', fault },
  });
  if (!parsed.success)
    return refuse(parsed.error.issues.some(({ path }) => path[0] === 'text') ? 'no_text' : 'unreadable');
  const loose = parsed.data;
  if (loose.text.trim() === '') return refuse('empty_text');
  if (loose.text.length > longestText) return refuse('long_text');
  const repairs: DraftRepair[] = [];
  const strip = (text: string) => toProse(text, () => repairs.push('bracketed_number'));
  const toField = (field: string | null | undefined) => {
    if ((field ?? '').length <= longestField) return strip(field ?? '') || null;
    repairs.push('field_too_long');
    return null;
  };
  const text = strip(loose.text);
  if (text === '') return refuse('only_markers');
  // No message can support dots and emoji.
  if (!/[\p{L}\p{N}]/u.test(text)) return refuse('empty_text');

  const matter = parseDraftMatter(loose.matter);
  return {
    ok: true,
    draft: {
      ...toMatterNumber(matter?.number ?? loose.matter),
      evidence: toEvidenceList(loose.evidence ?? [], repairs),
      kind: toKind(loose.kind, repairs),
      topic: toField(loose.topic) ?? matter?.topic ?? null,
      text,
      speakers: toSpeakers(loose.speakers ?? [], strip),
      owner: toField(loose.owner),
      due: toField(loose.due),
      confidence: toConfidence(loose.confidence, repairs),
    },
    repairs,
  };
}

function toMatterNumber(value: unknown): Pick<DraftClaim, 'matter'> {
  const number = z.int().positive().safeParse(value);
  return number.success ? { matter: number.data } : {};
}

const longestTitle = 120;
/** No proof reads a topic but for its values, so that it has no room for a claim. */
const longestTopic = 40;

const looseMatter = z.object({
  number: z.int().positive(),
  title: words.catch(null),
  topic: words.catch(null),
  continues: z.int().positive().nullish().catch(null),
});

/** Reads the matter that a reader of answers adds to each of its claims; null if there is none. */
export function parseDraftMatter(value: unknown): DraftMatter | null {
  const { data } = looseMatter.safeParse(value);
  if (data === undefined) return null;
  const topic = toProse(data.topic ?? '');
  return {
    number: data.number,
    title: toProse((data.title ?? '').slice(0, longestTitle)) || null,
    topic: topic.length > longestTopic ? null : topic || null,
    continues: data.continues ?? null,
  };
}

function toRawText(value: unknown): string {
  const text = typeof value === 'object' && value !== null && 'text' in value ? value.text : value;
  return typeof text === 'string' ? text.slice(0, 200) : '';
}

function toKind(value: unknown, repairs: DraftRepair[]): ClaimKind {
  const known = allKinds.find(kind => kind === value);
  if (known) return known;
  repairs.push('unknown_kind');
  return 'key_point';
}

function toConfidence(value: unknown, repairs: DraftRepair[]): number {
  if (value === undefined || value === null) return 1;
  if (typeof value === 'number' && value >= 0 && value <= 1) return value;
  repairs.push('unreadable_confidence');
  return typeof value === 'number' && value > 1 ? 1 : 0;
}

/** Names made only of markers are dropped, and so are names of everyone: a whole channel did not say one thing. */
function toSpeakers(list: readonly unknown[], strip: (text: string) => string): readonly string[] {
  const names = list
    .slice(0, mostSpeakers)
    .flatMap(each => (typeof each === 'string' && each.length <= longestField ? [strip(each)] : []));
  return [...new Set(names)].filter(name => name !== '');
}

function toEvidenceList(list: readonly unknown[], repairs: DraftRepair[]): readonly DraftEvidence[] {
  if (list.length > mostCitations) repairs.push('too_many_citations');
  return list.slice(0, mostCitations).flatMap(each => {
    const { data } = looseEvidence.safeParse(each);
    if (data === undefined) repairs.push('unreadable_position');
    return data === undefined ? [] : [{ position: data.position, quote: data.quote.trim() }];
  });
}

/** Text as one well-formed line, empty if it shows nothing, without bracketed numbers, which look like our markers. */
export function toProse(text: string, onMarker: () => void = () => undefined): string {
  const line = removeBracketedNumbers(withoutHiddenWords(text.toWellFormed()), onMarker)
    .replace(/\s+/g, ' ')
    .trim();
  return isVisible(line) ? line : '';
}
