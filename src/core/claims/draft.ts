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

type ParsedDraft =
  | {
      readonly ok: true;
      readonly draft: DraftClaim;
      /** Citations were left out, as unreadable or as too many. */
      readonly isMended: boolean;
    }
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
  const toField = (field: string | null | undefined) =>
    ((field ?? '').length <= longestField && toProse(field ?? '')) || null;
  const text = toProse(loose.text);
  // No message can support dots and emoji.
  if (!/[\p{L}\p{N}]/u.test(text)) return refuse('empty_text');

  const matter = parseDraftMatter(loose.matter);
  const cited = loose.evidence ?? [];
  const evidence = toEvidenceList(cited);
  return {
    ok: true,
    draft: {
      ...toMatterNumber(matter?.number ?? loose.matter),
      evidence,
      kind: allKinds.find(kind => kind === loose.kind) ?? 'key_point',
      topic: toField(loose.topic) ?? matter?.topic ?? null,
      text,
      speakers: toSpeakers(loose.speakers ?? []),
      owner: toField(loose.owner),
      due: toField(loose.due),
      confidence: toConfidence(loose.confidence),
    },
    isMended: evidence.length < cited.length,
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

/** Above 1, it was meant as certain; unreadable, nobody knows. */
function toConfidence(value: unknown): number {
  if (value === undefined || value === null) return 1;
  return typeof value === 'number' && value >= 0 ? Math.min(1, value) : 0;
}

/** Names made only of markers are dropped, and so are names of everyone: a whole channel did not say one thing. */
function toSpeakers(list: readonly unknown[]): readonly string[] {
  const names = list
    .slice(0, mostSpeakers)
    .flatMap(each => (typeof each === 'string' && each.length <= longestField ? [toProse(each)] : []));
  return [...new Set(names)].filter(name => name !== '');
}

function toEvidenceList(list: readonly unknown[]): readonly DraftEvidence[] {
  return list.slice(0, mostCitations).flatMap(each => {
    const { data } = looseEvidence.safeParse(each);
    return data === undefined ? [] : [{ position: data.position, quote: data.quote.trim() }];
  });
}

/** Text as one well-formed line, empty if it shows nothing, without bracketed numbers, which look like our markers. */
export function toProse(text: string): string {
  const line = removeBracketedNumbers(withoutHiddenWords(text.toWellFormed())).replace(/\s+/g, ' ').trim();
  return isVisible(line) ? line : '';
}
