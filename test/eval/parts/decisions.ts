import { readFileSync } from 'node:fs';
import { compareEntry } from '../../../src/app/decisions/compare.ts';
import type { CompareRequest, Judge } from '../../../src/app/ports.ts';
import { applySummary } from '../../../src/core/decisions/apply-summary.ts';
import type { Decision } from '../../../src/core/decisions/entry.ts';
import type { LogInput } from '../../../src/core/decisions/log-input.ts';
import { findCandidates } from '../../../src/core/decisions/search.ts';
import { parseComparisons, toComparePrompt } from '../../../src/core/prompt/compare.ts';
import type { Relation } from '../../../src/core/prompt/schemas.ts';
import { createLogger } from '../../../src/log.ts';
import { createJudge } from '../../app/judging/judge.ts';
import labeled from '../own/decision-pairs.json' with { type: 'json' };
import { print, printTable, toPercent } from '../table.ts';

/** Two decisions of one server, the later one second, and how the later one relates to the earlier one. */
type DecisionPair = {
  readonly id: string;
  readonly language: string;
  readonly relation: Relation;
  readonly earlier: Settled;
  readonly later: Settled;
};

type Settled = {
  readonly text: string;
  /** Who wrote what, oldest first. */
  readonly messages: readonly (readonly [by: string, text: string])[];
};

/** Written for this measurement: reversed, refined, unrelated but similar, and told again. */
const decisionPairs = labeled as unknown as readonly DecisionPair[];

type Recorded = { readonly by: string; readonly answers: Readonly<Record<string, unknown>> };

const path = new URL('../own/decision-answers.json', import.meta.url);

/** Prints what becomes of pairs of decisions: by code alone, and with recorded answers to the prompt. */
export async function printDecisions(_data: string, { prompts }: { prompts?: string }): Promise<void> {
  const recorded: Recorded = JSON.parse(readFileSync(path, 'utf8'));
  const results: { pair: DecisionPair; found: string; isCandidate: boolean }[] = [];
  for (const pair of decisionPairs) {
    const log = toLog(pair);
    const [earlier, later] = log;
    const isCandidate =
      later !== undefined && findCandidates(later, log).some(({ id }) => id === earlier?.id);
    results.push({ pair, isCandidate, found: await compare(pair, recorded, prompts) });
  }
  print(`Answers: ${recorded.by}\n`);
  printTable(
    'Pairs of decisions',
    ['relation', 'pairs', 'shown to the model', 'right', '%'],
    (['replaces', 'adds', 'none', 'same'] as const).map(relation => {
      const own = results.filter(({ pair }) => pair.relation === relation);
      const right = own.filter(({ found }) => found === toExpected(relation)).length;
      const shown = own.filter(({ isCandidate }) => isCandidate).length;
      return [relation, own.length, shown, right, toPercent(right, own.length)];
    }),
  );
  for (const { pair, found } of results)
    if (found !== toExpected(pair.relation))
      print(`wrong: ${pair.id} is ${pair.relation}, and became ${found}`);
}

/** Adding to a decision changes nothing in the log, as being about something else. */
function toExpected(relation: DecisionPair['relation']): string {
  return relation === 'adds' || relation === 'none' ? 'apart' : relation;
}

async function compare(pair: DecisionPair, { answers }: Recorded, prompts?: string): Promise<string> {
  const log = toLog(pair);
  const [earlier, later] = log;
  if (later === undefined || earlier === undefined) return 'same';
  const judge: Judge = {
    // Only the comparison is measured here; the judge has a part of its own.
    ...createJudge(() => 'supported').judge,
    compare: async request => {
      if (prompts !== undefined) await writePrompt(`${prompts}/${pair.id}.txt`, request);
      return { comparisons: parseComparisons(answers[pair.id]) ?? [], failure: null };
    },
  };
  const payer = { guildId: 'g', personId: null, channelId: null, feature: 'decisions' } as const;
  const parts = { judge, zone: 'UTC', payer, log: createLogger('silent') };
  const { replaced, sameAs } = await compareEntry(later, log, parts, new AbortController().signal);
  if (sameAs === earlier.id) return 'same';
  return replaced.some(({ entryId }) => entryId === earlier.id) ? 'replaces' : 'apart';
}

async function writePrompt(to: string, { evidence, payer: _, ...task }: CompareRequest): Promise<void> {
  const { mkdir, writeFile } = await import('node:fs/promises');
  const { system, conversation, task: asked } = toComparePrompt(evidence, task);
  await mkdir(new URL('.', `file://${to}`), { recursive: true });
  await writeFile(to, [system, conversation, asked].join('\n\n'));
}

/** Both decisions as two summaries tell them; one entry if code takes them for the same. */
function toLog({ earlier, later, language }: DecisionPair): readonly Decision[] {
  let count = 0;
  const newId = () => `e${++count}`;
  const first = applySummary([], summaryOf('s1', earlier, language, 0), newId).put;
  const { put } = applySummary(first, summaryOf('s2', later, language, 10), newId);
  const all = new Map([...first, ...put].map(entry => [entry.id, entry]));
  return [...all.values()].flatMap(entry => (entry.kind === 'decision' ? [entry] : []));
}

function summaryOf(summaryId: string, { text, messages }: Settled, language: string, from: number): LogInput {
  const sources = messages.map(([sender, said], index) => ({
    messageId: `m${from + index}`,
    placeId: 'c1',
    authorId: sender,
    sender,
    time: new Date(Date.UTC(2026, 2, 2, 9, from + index)).toISOString(),
    text: said,
  }));
  const cited = sources.map(({ messageId }) => ({ messageId, quote: null }));
  const others = { topic: null, speakers: [], owner: null, due: null, dueDate: null };
  const statement = {
    summaryId,
    claimId: 'c1',
    language,
    text,
    outcome: 'decided' as const,
    cited,
    ...others,
  };
  return {
    guildId: 'g',
    summaryId,
    createdAt: '2026-03-02T10:00:00.000Z',
    keptClaims: new Set(),
    claims: [{ kind: 'decision', statement, sources, ownerId: null }],
  };
}
