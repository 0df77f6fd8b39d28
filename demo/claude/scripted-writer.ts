import { type Asked, parseConversation, parseTask } from './conversation.ts';
import { type PromptSentence, toSentences } from './cues.ts';
import { mergeClaims, parseMerge } from './merge.ts';
import { claimReaders, createReplyGraph, toOverview } from './readers.ts';
import { isRepair, type Writer, type WrittenClaim, type WrittenKind } from './writer.ts';

/** The kinds by priority; the last ones are left out if the number of claims is limited. */
const priority: readonly WrittenKind[] = [
  'decision',
  'action',
  'question',
  'request',
  'proposal',
  'constraint',
  'key_point',
  'fact',
];

/** The most claims of one kind, however long the conversation is. */
const MOST_OF_A_KIND = 12;

/**
 * Plays a careful model: reads the conversation and claims only what it contains, each claim with positions and
 * verbatim quotes, of the kinds and up to the number in the task. It understands English; in other languages it finds
 * figures and otherwise quotes the speakers.
 */
export function createScriptedWriter(): Writer {
  return ({ text }) => writeDraft(text);
}

function writeDraft(prompt: string): readonly WrittenClaim[] {
  // It writes nothing that it would not write again.
  if (isRepair(prompt)) return [];
  const asked = parseTask(prompt);
  const merged = parseMerge(prompt);
  if (merged.length > 0) return mergeClaims(merged, asked.most, priority);
  const messages = parseConversation(prompt);
  const talk = createReplyGraph(messages);
  const sentences = talk.messages.flatMap(toSentences);
  const claims: WrittenClaim[] = [];
  const taken = new Set<PromptSentence>();
  const add = (claim: WrittenClaim | null): boolean => {
    if (!claim || !isAsked(claim.kind, asked)) return claim !== null;
    if (claims.filter(({ kind }) => kind === claim.kind).length < MOST_OF_A_KIND) claims.push(claim);
    return true;
  };
  add(toOverview(sentences));
  for (const read of claimReaders) {
    for (const sentence of sentences)
      if (!taken.has(sentence) && add(read(sentence, talk))) taken.add(sentence);
  }
  return claims
    .sort((a, b) => priority.indexOf(a.kind) - priority.indexOf(b.kind))
    .slice(0, Math.min(asked.most, claims.length));
}

function isAsked(kind: WrittenKind, { kinds }: Asked): boolean {
  return kinds === null || kinds.has(kind);
}
