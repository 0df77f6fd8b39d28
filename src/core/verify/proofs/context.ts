import {
  type Evidence,
  type EvidenceMessage,
  messageAt,
  toReplyPositions,
} from '../../conversation/evidence.ts';
import { toLanguages } from '../../select/languages.ts';
import { toStopWords } from '../../select/stop-words.ts';
import { createZonedClock, type ZonedClock } from '../../time.ts';
import { type People, toPeople } from './people.ts';

export type ContextOptions = {
  /** The languages of the conversation, where they are known already. */
  readonly languages?: readonly string[];
  /** The IANA zone in which days and times are read. Default UTC. */
  readonly zone?: string;
};

/** What the proofs look at beside the claim; worked out when first asked for. */
export type ProofContext = {
  readonly evidence: Evidence;
  readonly languages: readonly string[];
  readonly clock: ZonedClock;
  /** Positions answered, by the position that answers. */
  readonly replies: ReadonlyMap<number, number>;
  readonly people: People;
  /** Words of the conversation's languages, and English, that name nobody: "they", "the". */
  readonly stopWords: ReadonlySet<string>;
};

/** The context of an evidence; what costs time is worked out when first asked for. */
export function toContext(
  evidence: Evidence,
  { languages = toLanguages(evidence), zone = 'UTC' }: ContextOptions = {},
): ProofContext {
  let people: People | undefined;
  let stopWords: ReadonlySet<string> | undefined;
  let replies: ReadonlyMap<number, number> | undefined;
  return {
    evidence,
    languages,
    clock: createZonedClock(zone),
    get replies() {
      replies ??= toReplyPositions(evidence);
      return replies;
    },
    get people() {
      people ??= toPeople(evidence);
      return people;
    },
    get stopWords() {
      stopWords ??= toStopWords([...languages, 'en']);
      return stopWords;
    },
  };
}

/** The messages that stand beside a position: what it answers, then two before and two after it in the same place. */
export function toNeighbors(
  position: number,
  { evidence, replies }: Pick<ProofContext, 'evidence' | 'replies'>,
): readonly EvidenceMessage[] {
  const message = messageAt(evidence, position);
  if (!message) return [];
  const parent = messageAt(evidence, replies.get(position) ?? 0);
  const beside = [-1, 1, -2, 2]
    .flatMap(step => messageAt(evidence, position + step) ?? [])
    .filter(other => toPlace(other) === toPlace(message));
  return parent ? [parent, ...beside.filter(each => each !== parent)] : beside;
}

function toPlace({ thread, channel }: EvidenceMessage): string | undefined {
  return thread?.id ?? channel?.id;
}
