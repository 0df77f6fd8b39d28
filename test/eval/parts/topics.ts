import type { DraftClaim } from '../../../src/core/claims/draft.ts';
import type { Evidence } from '../../../src/core/conversation/evidence.ts';
import { toHighlights } from '../../../src/core/highlights/highlights.ts';
import { toMemoryText } from '../../../src/core/prompt/memory.ts';
import { type Likeness, measured } from '../../../src/core/topics/assign.ts';
import { toMemory } from '../../../src/core/topics/memory.ts';
import { assignClaims, type Contribution } from '../../../src/core/topics/record.ts';
import type { TopicClaim } from '../../../src/core/topics/topic-claim.ts';
import { estimateMessage, estimateTokens } from '../../../src/core/windows/size.ts';
import { builtInPrices } from '../../../src/io/claude/models/prices.ts';
import { type LabeledDraft, readDrafts } from '../drafts/records.ts';
import { type PlainLine, toPlainEvidence } from '../material.ts';
import { readRecords } from '../qmsum.ts';
import { print, printTable, type Row, toPercent } from '../table.ts';
import { createFileAssigner } from '../topics/file-assigner.ts';

/** Summaries of one conversation, and the human label of each message. */
type Series = {
  readonly set: string;
  readonly contributions: readonly Contribution<TopicClaim>[];
  readonly labels: ReadonlyMap<string, string>;
  /** Of each summary, the tokens of the messages that it read. */
  readonly read: readonly number[];
};

export type TopicOptions = {
  /** A folder to which the prompts of a model's assignments are written, and from which its answers are read. */
  readonly prompts?: string;
};

type Assignment = (series: Series) => ReadonlyMap<string, string>;

const windows = 4;

/**
 * Prints how well claims are assigned to topics, by pairs of claims: each claim has the human label that most of its cited
 * messages have. The claims are those of Highlights of four windows of each conversation, and those that models wrote of
 * one half each.
 */
export function printTopics(data: string, { prompts }: TopicOptions = {}): void {
  const all = [...readSeries(data), ...readDraftSeries(data)].filter(
    ({ contributions }) => contributions.flatMap(({ claims }) => claims).length > 3,
  );
  if (all.length === 0) {
    print('There is no conversation with human labels.');
    return;
  }
  if (prompts !== undefined) {
    printJudged(sample(all), prompts);
    return;
  }
  const sets = [...Map.groupBy(all, ({ set }) => set)];
  const head = ['', ...sets.map(([set, own]) => `${set} (${own.length})`)];
  const toRow = (name: string, assign: Assignment): Row => [
    name,
    ...sets.map(([, own]) => toCell(own, assign)),
  ];
  const by = (change: Partial<Likeness>) => (series: Series) =>
    toTopicIds(assignClaims(series.contributions, { ...measured, ...change }));
  printTable('Pairs of claims: precision / recall / F1, and adjusted Rand index', head, [
    toRow('as in the product', by({})),
    toRow('without recency', by({ recency: 0, least: 0.1, near: 0.8, far: Infinity })),
    toRow('the label that the engine wrote', toLabels),
    toRow('one topic per summary', toSummaries),
    toRow('one topic', ({ contributions }) => toTopicIds(contributions.map(each => assignAll(each)))),
  ]);
  printTable('The same by what counts', head, [
    toRow('labels like other words', by({ label: 1 })),
    toRow('no people', by({ person: 0 })),
    toRow('people like words', by({ person: 1 })),
    toRow('people three times', by({ person: 3 })),
    toRow('one shared word', by({ words: [1, 1] })),
    toRow('two shared words', by({ words: [2, 2] })),
    ...[3, 10].map(far => toRow(`one shared word up to ${far} groups back`, by({ far }))),
    toRow('one shared word however far back', by({ far: Infinity })),
    ...[0, 0.5, 2].map(recency => toRow(`recency ${recency}`, by({ recency }))),
    ...[1, 0.8, 0.7, 0.5].map(near => toRow(`latest from ${near}`, by({ near }))),
    ...[0.08, 0.1, 0.11, 0.13, 0.15, 0.2].map(least => toRow(`from ${least}`, by({ least }))),
  ]);
  printTable(
    'Tokens a prompt saves by memory in place of the messages of earlier summaries',
    ['', 'prompts with memory', 'memory', 'messages of earlier summaries', 'saved'],
    sets.map(([set, own]) => toMemoryRow(set, own)),
  );
  const bytes = all.flatMap(({ contributions }) =>
    assignClaims(contributions).map(each => Buffer.byteLength(JSON.stringify(each))),
  );
  const total = bytes.reduce((sum, each) => sum + each, 0);
  print(`Stored per 1,000 summaries: ${(((total / bytes.length) * 1_000) / 2 ** 20).toFixed(1)} MiB\n`);
}

/** Of each set, at most eight series, evenly spread. */
function sample(all: readonly Series[]): readonly Series[] {
  return [...Map.groupBy(all, ({ set }) => set).values()].flatMap(own => {
    const step = Math.ceil(own.length / mostSampled);
    return own.filter((_, index) => index % step === 0);
  });
}

const mostSampled = 8;
const smallModel = 'claude-haiku-5-5';

/** Prints the same measures for assignments by a model, once all of its prompts are answered. */
function printJudged(all: readonly Series[], folder: string): void {
  const { assign, unanswered, tokens } = createFileAssigner(folder);
  const judged = new Map(
    all.map((series, index) => [series, assign(`${series.set}-${index}`, series.contributions)]),
  );
  if (unanswered.length > 0) {
    print(`Answer these in ${folder}, each NAME.txt by a NAME.json, then run this again:`);
    for (const name of unanswered) print(name);
    print();
    return;
  }
  const sets = [...Map.groupBy(all, ({ set }) => set)];
  const toRow = (name: string, assign: Assignment): Row => [
    name,
    ...sets.map(([, own]) => toCell(own, assign)),
  ];
  const head = ['', ...sets.map(([set, own]) => `${set} (${own.length})`)];
  printTable('Pairs of claims: precision / recall / F1, and adjusted Rand index', head, [
    toRow('assigned by a model', series => toTopicIds(judged.get(series) ?? [])),
    toRow('by words', ({ contributions }) => toTopicIds(assignClaims(contributions))),
    toRow('the label that the engine wrote', toLabels),
    toRow('one topic per summary', toSummaries),
  ]);
  const { calls, input, output } = tokens;
  const price = builtInPrices[smallModel];
  const usd = price ? (input * price.input + output * price.output) / 1e6 / calls : Number.NaN;
  print(
    `${calls} calls, on average ${Math.round(input / calls)} + ${Math.round(output / calls)} tokens, $${usd.toFixed(4)} with ${smallModel}`,
  );
}

function toMemoryRow(set: string, all: readonly Series[]): Row {
  let [prompts, memory, messages] = [0, 0, 0];
  for (const { contributions, read } of all)
    for (const [index] of contributions.entries()) {
      const before = assignClaims(contributions.slice(0, index));
      const found = toMemory([{ placeId: '1', contributions: before }]);
      if (found === null) continue;
      prompts += 1;
      memory += estimateTokens(toMemoryText(found));
      messages += read.slice(0, index).reduce((sum, each) => sum + each, 0);
    }
  return [
    set,
    String(prompts),
    (memory / prompts).toFixed(0),
    (messages / prompts).toFixed(0),
    ((messages - memory) / prompts).toFixed(0),
  ];
}

function toTopicIds(contributions: readonly Contribution[]): ReadonlyMap<string, string> {
  return new Map(contributions.flatMap(({ claims }) => claims.map(({ key, topicId }) => [key, topicId])));
}

function assignAll(contribution: Contribution<TopicClaim>): Contribution {
  return { ...contribution, claims: contribution.claims.map(each => ({ ...each, topicId: '' })) };
}

const toLabels: Assignment = ({ contributions }) =>
  new Map(contributions.flatMap(({ claims }) => claims.map(({ key, label }) => [key, label ?? key])));

const toSummaries: Assignment = ({ contributions }) =>
  new Map(contributions.flatMap(({ summaryId, claims }) => claims.map(({ key }) => [key, summaryId])));

function toCell(all: readonly Series[], assign: Assignment): string {
  let [right, joined, same, rand] = [0, 0, 0, 0];
  for (const series of all) {
    const pairs = countPairs(series, assign(series));
    right += pairs.right;
    joined += pairs.joined;
    same += pairs.same;
    const [expected, most] = [(pairs.joined * pairs.same) / pairs.all, (pairs.joined + pairs.same) / 2];
    rand += most === expected ? 1 : (pairs.right - expected) / (most - expected);
  }
  const f1 = (2 * right) / (joined + same);
  return `${toPercent(right, joined)} / ${toPercent(right, same)} / ${(100 * f1).toFixed(1)}, ${((100 * rand) / all.length).toFixed(1)}`;
}

function countPairs({ contributions, labels }: Series, topics: ReadonlyMap<string, string>) {
  const units = contributions.flatMap(({ claims }) =>
    claims.map(claim => ({ topic: topics.get(claim.key), label: toLabel(claim, labels) })),
  );
  const count = (toKey: (unit: (typeof units)[number]) => string) =>
    [...Map.groupBy(units, toKey).values()].reduce((sum, { length }) => sum + (length * (length - 1)) / 2, 0);
  return {
    right: count(({ topic, label }) => `${topic} ${label}`),
    joined: count(({ topic }) => `${topic}`),
    same: count(({ label }) => `${label}`),
    all: (units.length * (units.length - 1)) / 2,
  };
}

function toLabel({ sources }: TopicClaim, labels: ReadonlyMap<string, string>): string | undefined {
  const found = sources.flatMap(({ messageId }) => labels.get(messageId) ?? []);
  return [...Map.groupBy(found, label => label)].sort(([, a], [, b]) => b.length - a.length)[0]?.[0];
}

type Labeled = {
  readonly id: string;
  readonly messages: readonly (PlainLine & { readonly id?: string })[];
  readonly first_annotated?: number;
  readonly conversations?: readonly (readonly number[])[];
  readonly topics?: readonly { readonly spans: readonly (readonly [number, number])[] }[];
};

const files = { threads: 'discord_threads.jsonl', IRC: 'irc.jsonl', meetings: 'qmsum.jsonl' } as const;

function readSeries(data: string): readonly Series[] {
  return Object.entries(files).flatMap(([set, file]) =>
    (readRecords(data, file) as readonly Labeled[]).map(record => {
      const labels = toLabelsByNumber(record);
      const lines = record.messages.filter(({ n }) => n >= (record.first_annotated ?? 0));
      const size = Math.ceil(lines.length / windows);
      const parts = Array.from({ length: windows }, (_, index) =>
        toPlainEvidence(record.id, lines.slice(index * size, (index + 1) * size)),
      ).filter(({ messages }) => messages.length >= 5);
      const contributions = parts.map((evidence, index) => {
        const claims = toHighlights(evidence, { detail: 'standard', languages: ['en'] });
        return toContribution(index, claims, evidence, labels);
      });
      return { set, contributions, labels, read: parts.map(countTokens) };
    }),
  );
}

/** By the number of a message. */
function toLabelsByNumber({ conversations = [], topics = [] }: Labeled): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [label, numbers] of conversations.entries())
    for (const n of numbers) found.set(String(n), String(label));
  for (const [label, { spans }] of topics.entries())
    for (const [from, to] of spans)
      for (let n = from; n <= to; n += 1) if (!found.has(String(n))) found.set(String(n), String(label));
  return found;
}

/** One model's claims about the first half of a conversation, then the other's about the second. */
function readDraftSeries(data: string): readonly Series[] {
  const records = Object.values(files).flatMap(file => readRecords(data, file) as readonly Labeled[]);
  return [...Map.groupBy(readDrafts(data), ({ id }) => id).values()].flatMap(drafts => {
    const labels = findLabels(drafts, records);
    return labels === null
      ? []
      : [drafts, drafts.toReversed()].map(pair => ({
          set: 'models',
          labels,
          contributions: pair.map((draft, index) => {
            const half = draft.evidence.messages.length / 2;
            const isOfPart = ({ evidence }: DraftClaim) =>
              Math.max(...evidence.map(({ position }) => position)) > half === (index === 1);
            const claims = draft.claims.flatMap(({ written, label }) =>
              label.support !== 'no' && isOfPart(written) ? [written] : [],
            );
            return toContribution(index, claims, draft.evidence, labels);
          }),
          read: pair.map(({ evidence }) => countTokens(evidence) / 2),
        }));
  });
}

/** Those of the record that has the messages; mails and channels have no labels. */
function findLabels(
  [draft]: readonly LabeledDraft[],
  records: readonly Labeled[],
): ReadonlyMap<string, string> | null {
  const [first, second] = draft?.evidence.messages ?? [];
  if (first === undefined || second === undefined) return null;
  const isOf = (message: typeof first) => (line: Labeled['messages'][number]) =>
    (line.id ?? String(line.n)) === message.id && line.text.trim() === message.text.trim();
  const record = records.find(({ messages }) => messages.some(isOf(first)) && messages.some(isOf(second)));
  if (record === undefined) return null;
  const byNumber = toLabelsByNumber(record);
  return new Map(
    record.messages.flatMap(({ id, n }) => {
      const label = byNumber.get(String(n));
      return label === undefined ? [] : [[id ?? String(n), label] as const];
    }),
  );
}

function toContribution(
  index: number,
  drafts: readonly DraftClaim[],
  { messages }: Evidence,
  labels: ReadonlyMap<string, string>,
): Contribution<TopicClaim> {
  const claims = drafts.flatMap((draft, at): TopicClaim[] => {
    const sources = draft.evidence.flatMap(({ position }) => {
      const message = messages[position - 1];
      return message
        ? [{ messageId: message.id, placeId: '1', time: message.time, sender: message.author.name }]
        : [];
    });
    const claim = { key: `${index}.c${at}`, kind: draft.kind, label: draft.topic, text: draft.text };
    const isUsed = draft.kind !== 'link' && draft.kind !== 'overview';
    const full: TopicClaim = { ...claim, sources, closes: [] };
    return isUsed && toLabel(full, labels) !== undefined ? [full] : [];
  });
  const end = messages.at(-1)?.time ?? '';
  return {
    summaryId: String(index),
    createdAt: end,
    end,
    language: 'en',
    requestKey: null,
    claims,
  };
}

function countTokens({ messages }: Evidence): number {
  return messages.reduce((sum, message) => sum + estimateMessage(message), 0);
}
