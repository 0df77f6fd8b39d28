import type { Usage } from '../core/claims/summary.ts';
import type { Evidence, TimeRange } from '../core/conversation/evidence.ts';
import type { Conversation } from '../core/conversation/message.ts';
import { detectLanguage } from '../core/select/languages.ts';
import { findCandidates, narrowEvidence } from '../core/windows/candidates.ts';
import { pause } from './pauses.ts';
import type { Engine, EngineRequest, Judge, Rewording } from './ports.ts';
import { prepareEvidence } from './prepare-evidence.ts';

/** How many of the newest messages of a channel are searched for an answer, unless somebody asks for others. */
export const messagesSearched = 2_000;

export type CitedAnswer = {
  readonly question?: string;
  readonly claims: readonly { readonly text: string; readonly messageIds: readonly string[] }[];
};

export type SummarizeRequest = Pick<
  EngineRequest,
  'detail' | 'zone' | 'glossary' | 'isCard' | 'payer' | 'isBackground'
> & {
  readonly window: TimeRange;
  /** The BCP 47 tag of headings and of what the engine writes; without it, the conversation's own. */
  readonly language?: string | undefined;
  readonly focus?: string | undefined;
  readonly question?: string | undefined;
  readonly earlier?: CitedAnswer | undefined;
  /** Other wordings of the question, where it was searched for. */
  readonly reworded?: Rewording | undefined;
  readonly minConfidence?: number;
  readonly memory?: EngineRequest['memory'] | undefined;
};

/** What an engine is asked: evidence of the window, and the language to write in; and what that took. */
export async function toEngineRequest(
  conversation: Conversation,
  request: SummarizeRequest,
  { engine, judge }: { readonly engine?: Engine; readonly judge?: Judge | undefined } = {},
  signal?: AbortSignal,
): Promise<EngineRequest & { readonly spent?: Usage | null }> {
  const needs = {
    terms: Boolean(judge ?? engine?.repair ?? request.question),
    windows: engine?.windows,
  };
  const { evidence, spoken } = await prepareEvidence(
    conversation,
    request.window,
    engine?.workers,
    signal,
    needs,
  );
  const language = request.language ?? spoken[0] ?? 'en';
  const { detail, zone, focus, question, memory, glossary, payer, isBackground, isCard } = request;
  const asked = { detail, language, spoken, zone, glossary, payer, isBackground, isCard };
  if (question === undefined)
    return { ...asked, evidence, ...(focus && { focus }), ...(memory && { memory }) };
  const { earlier, kept } = toEarlier(request.earlier, evidence);
  // What is asked further is often said in few words: those of the question before say what it is about.
  const find = ({ wordings = [] }: Partial<Rewording>) => {
    const words = [question, earlier?.question, ...wordings].filter(Boolean).join(' ');
    return findCandidates(evidence, spoken, words, kept);
  };
  await pause();
  let reworded = request.reworded;
  let found = find(reworded ?? {});
  if (reworded === undefined && found.size < evidence.messages.length && isForeign(question, spoken)) {
    const before = earlier?.question;
    reworded = await engine?.reword?.({ question, before, languages: spoken, payer }, signal ?? never);
    found = find(reworded ?? {});
  }
  return {
    ...asked,
    evidence: narrowEvidence(evidence, found),
    question,
    ...(earlier && { earlier }),
    spent: reworded?.usage ?? null,
  };
}

const never = new AbortController().signal;

/** Whether a question is in none of the languages of the conversation, so that it shares no words with it. */
function isForeign(question: string, spoken: readonly string[]): boolean {
  const language = detectLanguage(question);
  return language !== null && spoken.length > 0 && !spoken.includes(language);
}

/** The claims of an earlier answer whose messages were all read again: none is deleted, opted out or in a lost channel. */
export function toKeptClaims(answer: CitedAnswer | undefined, messages: readonly { readonly id: string }[]) {
  const read = new Set(messages.map(({ id }) => id));
  return (answer?.claims ?? []).filter(({ messageIds }) => messageIds.every(id => read.has(id)));
}

/** What an earlier answer still says, and the positions of the messages behind it. */
function toEarlier(answer: CitedAnswer | undefined, { messages }: Evidence) {
  const positions = new Map(messages.map(({ id, position }) => [id, position]));
  const claims = toKeptClaims(answer, messages);
  const kept = claims.flatMap(({ messageIds }) => messageIds.flatMap(id => positions.get(id) ?? []));
  if (answer === undefined || claims.length === 0) return { kept };
  const { question } = answer;
  const lines = claims.map(({ text }) => text);
  return { kept, earlier: { ...(question !== undefined && { question }), lines } };
}
