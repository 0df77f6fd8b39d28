import type { CheckName, Citation, DecisionStatus, FindingEffect } from '../claims/claim.ts';
import type { DraftClaim } from '../claims/draft.ts';
import type { Problem } from '../claims/problem.ts';
import type { Evidence, EvidenceMessage } from '../conversation/evidence.ts';
import type { CueReader } from '../select/cues/index.ts';
import type { TermIndex } from '../select/term-index.ts';
import type { ZonedClock } from '../time.ts';
import type { ResponseReader } from './agreement.ts';
import type { Credit } from './attribution.ts';
import type { MessageNumbers } from './known-numbers.ts';
import type { Normalised } from './normalise.ts';
import type { PolarSentence } from './polarity.ts';

/** The names that one message mentions; a name is asked for in lower case, without signs and spaces. */
export type Mentions = { readonly has: (bareName: string) => boolean };

/** What the checks may look at beside the claim. */
export type CheckContext = {
  readonly evidence: Evidence;
  readonly cues: CueReader;
  readonly clock: ZonedClock;
  /** Positions answered, by the position that answers. */
  readonly replies: ReadonlyMap<number, number>;
  readonly responses: ResponseReader;
  /** The ids behind a name as a claim writes it: none where nobody of that name wrote, several where two share it. */
  readonly toAuthorIds: (name: string) => ReadonlySet<string>;
  /** The ids behind one word of a name, such as a surname; for words that a claim writes as a name. */
  readonly toNamesakes: (word: string) => ReadonlySet<string>;
  readonly normalised: (message: EvidenceMessage) => Normalised;
  /** The languages of the conversation, as far as they are known. */
  readonly languages: readonly string[];
  readonly terms: TermIndex;
  /** Terms that tell nothing of a matter: names of those who wrote, and words that only say that somebody spoke. */
  readonly background: ReadonlySet<string>;
  /** What messages mention by name, as far as it was asked, by position. */
  readonly mentions: Map<number, Mentions>;
  /** Numbers of messages as far as they were read, by position. */
  readonly numbers: Map<number, MessageNumbers>;
  /** Sentences of messages as far as they were read, by position. */
  readonly sentences: Map<number, readonly PolarSentence[]>;
  /** Whom the text credits that was read last, by text. */
  readonly credits: Map<string, readonly Credit[]>;
};

/** A draft on its way through the checks; each may narrow its citations or give it another kind. */
export type Candidate = Omit<DraftClaim, 'evidence' | 'before'> & {
  readonly citations: readonly Citation[];
  readonly decision: DecisionStatus | null;
  /** Written in another language than the messages: what compares words abstains. */
  readonly translated: boolean;
};

export type CheckResult = {
  readonly outcome: 'pass' | 'fail' | 'abstain';
  /** What failed, or what else a reader may want to know. */
  readonly problem?: Problem;
  /** Where a failure does something else than the table says. */
  readonly effect?: FindingEffect;
  /** Citations taken off, each with its reason; the claim goes on without them. */
  readonly removed?: readonly Problem[];
  readonly revised?: Candidate;
};

/** One question that code asks of a claim. Pure: the same claim and evidence give the same answer. */
export type Check = {
  readonly name: CheckName;
  /** What a failure does to the claim. */
  readonly onFailure: FindingEffect;
  readonly run: (claim: Candidate, context: CheckContext) => CheckResult;
};
