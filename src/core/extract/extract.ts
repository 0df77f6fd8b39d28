import type { DraftClaim } from '../claims/draft.ts';
import type { ClaimKind } from '../claims/kind.ts';
import type { Detail } from '../claims/summary.ts';
import type { Evidence, EvidenceMessage } from '../conversation/evidence.ts';
import { toParticipants } from '../conversation/evidence.ts';
import type { EvidenceTokens } from '../conversation/tokens.ts';
import { chooseCovering } from '../select/coverage.ts';
import type { CueName } from '../select/cues/cue.ts';
import { similarity } from '../select/ranking.ts';
import { type Action, findActions } from './actions.ts';
import { cutAround, cutQuote } from './cut.ts';
import { findProposals, isProposal, type Unit } from './decisions.ts';
import { answersQuestion, findAnswer, findOpenQuestions, isQuestion } from './questions.ts';
import { type Quotas, toQuotas } from './quotas.ts';
import { type Cut, toQuoteClaim } from './quote-claim.ts';
import { type Scene, toScene } from './scene.ts';
import { createTopicNamer } from './topics.ts';
import { dangling, toSentenceWorth, toWorth } from './worth.ts';

/** Below this many messages there is nothing to choose: the weightiest lines are the summary. */
const fewMessages = 5;

export type ExtractOptions = {
  readonly detail: Detail;
  readonly languages: readonly string[];
  /** What the reader cares about, in the reader's words. */
  readonly focus?: string | undefined;
  readonly tokens?: EvidenceTokens;
};

/**
 * The engine without a model: a draft of verbatim quotes, each led by its speaker, chosen by centrality with
 * coverage over time, and by cues for what was decided, promised and asked.
 */
export function extract(evidence: Evidence, { detail, ...options }: ExtractOptions): readonly DraftClaim[] {
  const scene = toScene(evidence, options);
  if (evidence.messages.length < fewMessages) return extractFew(scene);
  const quotas = toQuotas(detail, evidence.messages.length);
  // A message serves one claim: the kinds draw in this order, the most telling first, and points take what is left.
  const used = new Set<number>();
  const found = scene.cued ? findProposals(scene) : { decisions: [], proposals: [] };
  const decisions = drawDecisions(scene, found.decisions, quotas, used);
  const actions = drawActions(scene, quotas, used);
  const questions = drawQuestions(scene, quotas, used);
  const proposals = drawProposals(scene, found.proposals, quotas, used);
  const points = drawPoints(scene, quotas, used);
  const contributions = drawContributions(scene, quotas, used);
  return nameTopics(scene, [
    ...points,
    ...actions,
    ...decisions,
    ...proposals,
    ...questions,
    ...contributions,
  ]);
}

/** One or two lines, in the order they were said. */
function extractFew(scene: Scene): readonly DraftClaim[] {
  const lines = scene.evidence.messages
    .filter(({ context }) => !context)
    .flatMap(message => toCut(scene, message) ?? []);
  const weightiest = [...lines].sort((a, b) => toLength(b) - toLength(a)).slice(0, 2);
  return lines.filter(line => weightiest.includes(line)).map(line => toQuoteClaim('overview', [line]));
}

function toLength({ span }: Cut): number {
  return span.end - span.start;
}

function toCut(scene: Scene, message: EvidenceMessage): Cut | null {
  const span = cutQuote(message, toSentenceWorth(scene, message.position));
  return span && { message, span };
}

/** The words of a message around those that show a cue; the telling ones where none is asked for or shown. */
function toCutShowing(scene: Scene, message: EvidenceMessage, cue: CueName | null): Cut | null {
  const whole = toCut(scene, message);
  if (cue === null || (whole && scene.shows(toWords(whole), cue))) return whole;
  const span = cutAround(message, words => scene.shows(words, cue));
  return span ? { message, span } : whole;
}

function toWords({ message, span }: Cut): string {
  return message.text.slice(span.start, span.end);
}

type Weighed<T> = { readonly item: T; readonly worth: number };

function takeBest<T>(items: readonly T[], count: number, worth: (item: T) => number): readonly T[] {
  return items
    .map((item): Weighed<T> => ({ item, worth: worth(item) }))
    .sort((a, b) => b.worth - a.worth)
    .slice(0, count)
    .map(({ item }) => item);
}

function drawDecisions(
  scene: Scene,
  decisions: readonly Unit[],
  quotas: Quotas,
  used: Set<number>,
): readonly DraftClaim[] {
  const worth = ({ messages, lead }: Unit) => toWorth(scene, lead) + 0.3 * (messages.length - 1);
  return claimUnits('decision', takeBest(decisions, quotas.decisions, worth), scene, used);
}

function drawProposals(
  scene: Scene,
  proposals: readonly Unit[],
  quotas: Quotas,
  used: Set<number>,
): readonly DraftClaim[] {
  const free = proposals.filter(({ messages }) => messages.every(({ position }) => !used.has(position)));
  return claimUnits(
    'proposal',
    takeBest(free, quotas.proposals, ({ lead }) => toWorth(scene, lead)),
    scene,
    used,
  );
}

function claimUnits(
  kind: ClaimKind,
  units: readonly Unit[],
  scene: Scene,
  used: Set<number>,
): readonly DraftClaim[] {
  return [...units]
    .sort((a, b) => a.lead - b.lead)
    .flatMap(({ messages }) => {
      if (messages.some(({ position }) => used.has(position))) return [];
      const cuts = messages.flatMap(
        message => toCutShowing(scene, message, isProposal(scene, message) ? 'proposes' : 'decides') ?? [],
      );
      if (cuts.length < messages.length) return [];
      for (const { position } of messages) used.add(position);
      return [toQuoteClaim(kind, cuts)];
    });
}

function drawActions(scene: Scene, quotas: Quotas, used: Set<number>): readonly DraftClaim[] {
  if (!scene.cued) return [];
  const free = findActions(scene).filter(({ messages }) =>
    messages.every(({ position }) => !used.has(position)),
  );
  const worth = ({ lead, due, accepted }: Action) =>
    toWorth(scene, lead) + (due ? 0.5 : 0) + (accepted ? 0.3 : 0);
  return [...takeBest(free, quotas.actions, worth)]
    .sort((a, b) => a.lead - b.lead)
    .flatMap(({ messages, lead, owner, accepted, due }) => {
      const cuts = messages.flatMap(
        message =>
          toCutShowing(scene, message, message.position !== lead ? null : accepted ? 'asks' : 'commits') ??
          [],
      );
      if (cuts.length < messages.length) return [];
      for (const { position } of messages) used.add(position);
      return [toQuoteClaim('action', cuts, { owner, due })];
    });
}

function drawQuestions(scene: Scene, quotas: Quotas, used: Set<number>): readonly DraftClaim[] {
  if (!scene.cued) return [];
  const last = scene.evidence.messages.length;
  const free = findOpenQuestions(scene).filter(({ position }) => !used.has(position));
  const chosen = takeBest(
    free,
    quotas.questions,
    ({ position }) => (toWorth(scene, position) + 0.1) * (0.5 + position / last),
  );
  return [...chosen]
    .sort((a, b) => a.position - b.position)
    .flatMap(message => {
      const cut = toCutShowing(scene, message, 'questions');
      if (!cut) return [];
      used.add(message.position);
      return [toQuoteClaim('question', [cut])];
    });
}

/** Cosine from which on the next thing said, though no reply, is shown as the answer. */
const relatedFrom = 0.12;

type Point = {
  readonly index: number;
  readonly score: number;
  readonly messages: readonly EvidenceMessage[];
};

/** What remains is weighed as single statements and as questions with their best answer. */
function toPoints(scene: Scene, used: ReadonlySet<number>): readonly Point[] {
  const paired = new Set<number>();
  const pairs: Point[] = [];
  for (const message of scene.evidence.messages) {
    if (used.has(message.position) || !scene.cued || !isQuestion(scene, message)) continue;
    if (answersQuestion(scene, message)) continue;
    const answer = findAnswer(scene, message);
    if (!answer || answer.context || used.has(answer.position) || paired.has(answer.position)) continue;
    if (scene.tokens.at(answer.position).length < 4 || isQuestion(scene, answer)) continue;
    const inReply = scene.replies.get(answer.position) === message.position;
    if (!inReply && similarity(scene.matrix, message.position - 1, answer.position - 1) < relatedFrom)
      continue;
    paired.add(message.position).add(answer.position);
    // "Is that the new one?" – "New one." says nothing to who was away.
    if (dangling.test(message.text)) continue;
    const score = 0.45 * toWorth(scene, message.position) + 0.65 * toWorth(scene, answer.position);
    pairs.push({ index: message.position - 1, score, messages: [message, answer] });
  }
  const singles = scene.evidence.messages
    .filter(message => !message.context && !used.has(message.position) && !paired.has(message.position))
    .filter(message => !scene.cued || !isQuestion(scene, message))
    .map(message => ({
      index: message.position - 1,
      score: toWorth(scene, message.position),
      messages: [message],
    }));
  return [...pairs, ...singles].filter(({ score }) => score > 0);
}

function drawPoints(scene: Scene, quotas: Quotas, used: Set<number>): readonly DraftClaim[] {
  const alike = (a: Point, b: Point) =>
    Math.max(
      ...a.messages.flatMap(x =>
        b.messages.map(y => similarity(scene.matrix, x.position - 1, y.position - 1)),
      ),
    );
  const chosen = chooseCovering(
    toPoints(scene, used),
    quotas.overview + quotas.keyPoints,
    scene.evidence.messages.length,
    alike,
  );
  const overview = new Set(takeBest(chosen, quotas.overview, ({ score }) => score));
  return chosen.flatMap(point => {
    const cuts = point.messages.flatMap(
      message =>
        (point.messages.length > 1 && message === point.messages[0]
          ? toCutShowing(scene, message, 'questions')
          : toCut(scene, message)) ?? [],
    );
    if (cuts.length < point.messages.length) return [];
    for (const { position } of point.messages) used.add(position);
    return [toQuoteClaim(overview.has(point) ? 'overview' : 'key_point', cuts)];
  });
}

function drawContributions(scene: Scene, quotas: Quotas, used: Set<number>): readonly DraftClaim[] {
  const own = new Map<string, EvidenceMessage>();
  for (const message of scene.evidence.messages) {
    if (message.context || used.has(message.position) || toWorth(scene, message.position) === 0) continue;
    const best = own.get(message.author.id);
    if (!best || toWorth(scene, best.position) < toWorth(scene, message.position))
      own.set(message.author.id, message);
  }
  return toParticipants(scene.evidence)
    .flatMap(({ id }) => own.get(id) ?? [])
    .slice(0, quotas.contributions)
    .flatMap(message => {
      const cut = toCut(scene, message);
      return cut ? [toQuoteClaim('contribution', [cut])] : [];
    });
}

/** A topic that one claim alone speaks of tells a reader nothing. */
function nameTopics(scene: Scene, claims: readonly DraftClaim[]): readonly DraftClaim[] {
  const nameOf = createTopicNamer(scene);
  const named = claims.map(claim => ({ claim, topic: nameOf(claim.evidence[0]?.position ?? 0) }));
  const counts = new Map<string | null, number>();
  for (const { topic } of named) counts.set(topic, (counts.get(topic) ?? 0) + 1);
  return named.map(({ claim, topic }) => ({ ...claim, topic: (counts.get(topic) ?? 0) > 1 ? topic : null }));
}
