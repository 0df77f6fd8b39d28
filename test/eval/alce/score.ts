import type { ClaimKind } from '../../../src/core/claims/kind.ts';
import type { Summary } from '../../../src/core/claims/summary.ts';
import { toSpeakerName } from '../../../src/core/conversation/names.ts';
import { createTermReader } from '../../../src/core/select/stems.ts';
import type { HumanTalk } from './talks.ts';

/** A claim as somebody reads it: its words and the messages it says it rests on. */
export type ReadClaim = {
  readonly text: string;
  readonly kind: ClaimKind;
  readonly owner: string | null;
  readonly cites: readonly { readonly position: number; readonly quote: string | null }[];
};

/** What a summary tells as fact, and how many claims it marks as not sure. */
export type ReadSummary = { readonly facts: readonly ReadClaim[]; readonly marked: number };

export function toReadSummary({ claims, footnotes }: Summary): ReadSummary {
  const positions = new Map(footnotes.map(({ number, position }) => [number, position]));
  const facts = claims.filter(({ status }) => status === 'verified');
  return {
    facts: facts.map(({ text, kind, owner, references, more }) => ({
      text,
      kind,
      owner,
      cites: [
        ...references.map(({ footnote, quote }) => ({ position: positions.get(footnote) ?? 0, quote })),
        ...more,
      ].map(({ position, quote }) => ({ position, quote: quote?.text ?? null })),
    })),
    marked: claims.length - facts.length,
  };
}

/** Shares over what is read: how many claims hold, how many citations are needed, how much of the human content is there. */
export type AlceFigures = {
  claims: number;
  supported: number;
  cites: number;
  relevant: number;
  sentences: number;
  touched: number;
  reached: number;
  /** Sum over sentences of the share of their telling words that is told, 0..1 each. */
  words: number;
};

export function createFigures(): AlceFigures {
  return { claims: 0, supported: 0, cites: 0, relevant: 0, sentences: 0, touched: 0, reached: 0, words: 0 };
}

/** A sentence is reached by claims that cite what it rests on and tell this share of its telling words. */
const reachedFrom = 0.3;

/**
 * Adds what is read of one conversation. Nothing here asks our own verification: a claim holds where it says word for
 * word what a person wrote and cites what this person rests it on, or where it is all quotation and the words stand there.
 */
export function addFigures(figures: AlceFigures, talk: HumanTalk, facts: readonly ReadClaim[]): void {
  const supported = facts.flatMap(claim => {
    const relevant = findSupport(talk, claim);
    figures.claims += 1;
    figures.cites += claim.cites.length;
    if (relevant === null) return [];
    figures.supported += 1;
    figures.relevant += claim.cites.filter(({ position }) => relevant.has(position)).length;
    return [{ claim, relevant }];
  });
  const reader = createReader(talk);
  const read = supported.map(({ claim, relevant }) => ({ relevant, terms: reader.read(claim.text) }));
  for (const { text, span } of talk.sentences) {
    const near = read.filter(({ relevant }) => !relevant.isDisjointFrom(span));
    const told = reader.share(reader.read(text), new Set(near.flatMap(({ terms }) => [...terms])));
    figures.sentences += 1;
    if (near.length > 0) figures.touched += 1;
    if (near.length > 0 && told >= reachedFrom) figures.reached += 1;
    figures.words += told;
  }
}

/** The cited messages that hold a claim up, together; null where they do not. */
export function findSupport(talk: HumanTalk, claim: ReadClaim): ReadonlySet<number> | null {
  const real = claim.cites.filter(cite => stands(talk, cite));
  const quoted = findQuoted(talk, { ...claim, cites: real });
  if (quoted !== null) return quoted;
  const span = findSpan(talk, claim);
  if (span === null) return null;
  const relevant = new Set(real.map(({ position }) => position)).intersection(span);
  // In the written set all messages of a claim are needed; a meeting's span is long, and any turn of it may do.
  const needed = talk.set === 'own' ? span.size : 1;
  return relevant.size >= needed ? relevant : null;
}

/** What a person rests this claim on, where a person wrote it; the latest request is shown among the questions. */
function findSpan(talk: HumanTalk, { text, kind, owner }: ReadClaim): ReadonlySet<number> | null {
  const known = talk.claims.some(
    ({ draft }) =>
      draft.text === text &&
      (draft.kind === kind || (draft.kind === 'request' && kind === 'question')) &&
      (kind !== 'action' || draft.owner === owner),
  );
  const spans = talk.sentences.filter(sentence => sentence.text === text).map(({ span }) => span);
  return known && spans.length > 0 ? new Set(spans.flatMap(span => [...span])) : null;
}

function stands({ scene }: HumanTalk, { position, quote }: ReadClaim['cites'][number]): boolean {
  const said = scene.evidence.messages[position - 1]?.text;
  return said !== undefined && (quote === null || toPlain(said).includes(toPlain(quote)));
}

function toPlain(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}

/** Where a claim says nothing but who wrote what, and that is so: the messages it quotes. */
function findQuoted({ scene }: HumanTalk, { text, cites }: ReadClaim): ReadonlySet<number> | null {
  let rest = toPlain(text);
  const quoted = new Set<number>();
  for (const { position, quote } of cites) {
    const message = scene.evidence.messages[position - 1];
    if (!message || quote === null) continue;
    const words = toPlain(quote);
    const said = `${toPlain(toSpeakerName(message.author.name))}: “`;
    const whole = ['', '… '].flatMap(before =>
      ['', '…', ' …'].map(after => `${said}${before}${words}${after}”`),
    );
    const found = whole.find(each => rest.includes(each));
    if (found === undefined) continue;
    rest = rest.replace(found, () => '');
    quoted.add(position);
  }
  return quoted.size > 0 && rest.replaceAll('→', '').trim() === '' ? quoted : null;
}

type TermShares = {
  readonly read: (text: string) => ReadonlySet<string>;
  /** How much of the first the second holds, 0..1, rare words counting more. */
  readonly share: (wanted: ReadonlySet<string>, told: ReadonlySet<string>) => number;
};

const readers = new WeakMap<HumanTalk, TermShares>();

/** Reads the telling words of texts about a conversation, the names of those who wrote in it aside. */
function createReader(talk: HumanTalk): TermShares {
  const known = readers.get(talk);
  if (known) return known;
  const { evidence, languages, people } = talk.scene;
  const terms = createTermReader(languages);
  const names = new Set(people.flatMap(terms));
  const counts = new Map<string, number>();
  for (const { text } of evidence.messages) {
    for (const term of new Set(terms(text))) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const weigh = (set: ReadonlySet<string>) =>
    [...set].reduce((sum, term) => sum + Math.log(1 + evidence.messages.length / (counts.get(term) ?? 1)), 0);
  const made: TermShares = {
    read: text => new Set(terms(text).filter(term => !names.has(term))),
    share: (wanted, told) => weigh(wanted.intersection(told)) / (weigh(wanted) || 1),
  };
  readers.set(talk, made);
  return made;
}
