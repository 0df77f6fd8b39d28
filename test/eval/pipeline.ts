import { z } from 'zod';
import type { SummarizeRequest } from '../../src/app/engine-request.ts';
import { extractiveEngine } from '../../src/app/extractive.ts';
import type { Engine, EngineReport, Judge } from '../../src/app/ports.ts';
import { summarize } from '../../src/app/summarize.ts';
import { createLongEngine } from '../../src/app/windows/engine.ts';
import { defaultLongLimits, type WindowWriter } from '../../src/app/windows/ports.ts';
import { createCitedAnswer, parseAnswer, toAnswerParts } from '../../src/core/claims/answer.ts';
import { parseJudgements } from '../../src/core/claims/judgement.ts';
import type { Summary } from '../../src/core/claims/summary.ts';
import type { Evidence } from '../../src/core/conversation/evidence.ts';
import type { Conversation } from '../../src/core/conversation/message.ts';
import { isEdited } from '../../src/core/prompt/answer.ts';
import { toJudgePrompt, toRepairPrompt } from '../../src/core/prompt/prompt.ts';
import { parseWordings, type RewordTask, toRewordPrompt } from '../../src/core/prompt/reword.ts';
import { draftSchema } from '../../src/core/prompt/schemas.ts';
import { estimateTokens } from '../../src/core/windows/cut.ts';
import { environmentSchema } from '../../src/environment.ts';
import { createCiteReader, createClaimReader, createJsonReader } from '../../src/io/claude/answer-readers.ts';
import { toAnswerRequest, toCiteRequest } from '../../src/io/claude/engine.ts';
import { defaultFacts } from '../../src/io/claude/models.ts';
import { builtInPrices, toCostUsd } from '../../src/io/claude/prices.ts';
import {
  type ClaudeRequest,
  estimatePrompt,
  toDraftRequest,
  toJudgeRequest,
  toRewordRequest,
} from '../../src/io/claude/request.ts';
import { toAnswerClaimsRequest, toMergeRequest, toWindowRequest } from '../../src/io/claude/window-writer.ts';
import { createLogger } from '../../src/log.ts';
import { type Ask, toPromptFile } from './asking.ts';

const { FOOTNOTE_MODEL, FOOTNOTE_MODEL_SMALL } = environmentSchema.shape;
const large = { model: FOOTNOTE_MODEL.parse(undefined), facts: defaultFacts };
const small = { model: FOOTNOTE_MODEL_SMALL.parse(undefined), facts: defaultFacts };
const never = new AbortController().signal;

/** What the calls of one summary take, without thinking; tokens are estimated. */
export type CallTotals = { calls: number; inputTokens: number; outputTokens: number; usd: number };

type Written = {
  readonly summary: Summary;
  /** What the engine was given. */
  readonly evidence: Evidence;
  /** The claims as they were written, as one draft by matter, for those who label it. */
  readonly draft: string;
  /** Every text has its answer. */
  readonly isWhole: boolean;
  readonly totals: CallTotals;
  /** Of our own code, without the readers. */
  readonly seconds: number;
};

/** The calls of one summary, each answered by a reader. */
function createCalls(name: string, ask: Ask) {
  let isWhole = true;
  let waitedMs = 0;
  const totals: CallTotals = { calls: 0, inputTokens: 0, outputTokens: 0, usd: 0 };
  const send = (work: string, body: ClaudeRequest): string | null => {
    const begin = performance.now();
    const answer = ask(`${work}.${name}`, toPromptFile(body));
    isWhole &&= answer !== null;
    const [input, output] = [estimatePrompt(body), estimateTokens(answer ?? '')];
    totals.calls += 1;
    totals.inputTokens += input;
    totals.outputTokens += output;
    totals.usd +=
      toCostUsd(body.model, { input, output, cacheRead: 0, cacheWrite: 0 }, builtInPrices) ?? Number.NaN;
    waitedMs += performance.now() - begin;
    return answer;
  };
  return { send, totals, isWhole: () => isWhole, waitedMs: () => waitedMs };
}

/** Other wordings of a question by a reader of what would be sent; `isWhole` is false while they wait. */
export function rewordByReaders(name: string, ask: Ask, task: RewordTask) {
  const { send, totals, isWhole } = createCalls(name, ask);
  const answer = send('reword', toRewordRequest(toRewordPrompt(task), small));
  const reader = createJsonReader(parseWordings);
  reader.write(answer ?? '');
  if (isWhole() && !reader.isWhole()) throw new Error(`the wordings of ${name} are not whole`);
  return { wordings: reader.value() ?? [], totals, isWhole: isWhole() };
}

/** A summary, or an answer to a question, whose model is played by readers of exactly what would be sent; null without a draft. */
export async function summarizeByReaders(
  name: string,
  conversation: Conversation,
  ask: Ask,
  {
    draft,
    repairs = true,
    window,
    id = '0b12c6a0-563b-4c9c-804f-9c9ee54aa2c1',
    ...request
  }: Pick<Partial<SummarizeRequest>, 'detail' | 'question' | 'isCard' | 'language' | 'memory'> & {
    readonly draft?: string;
    readonly repairs?: boolean;
    /** Reads it in windows of at most so many tokens. */
    readonly window?: number | undefined;
    /** Of the summary. */
    readonly id?: string;
  } = {},
): Promise<Written | null> {
  let drafted: string | null = null;
  let given: Evidence | null = null;
  const calls = createCalls(name, ask);
  const { send, totals } = calls;
  const report: EngineReport = {
    engine: { name: 'claude', model: 'readers' },
    usage: null,
    failure: null,
  };
  const read = (answer: string | null, onClaim: (claim: unknown) => void): EngineReport => {
    if (answer === null) return report;
    const reader = createClaimReader(onClaim);
    reader.write(answer);
    if (!reader.isWhole()) throw new Error(`a draft of ${name} is not whole`);
    return report;
  };
  /** Has an answer written, and then its lines cited. */
  const write = (
    toRequest: (more?: { readonly draft: string }) => ClaudeRequest,
    asked: Parameters<typeof toCiteRequest>[1],
    onClaim: (claim: unknown) => void,
  ): EngineReport => {
    const written = send('answer', toRequest());
    if (written === null) return report;
    const first = parseAnswer(written);
    if (first.lines.length === 0) {
      drafted = toDraft([]);
      return report;
    }
    const edited = isEdited(asked, first) ? send('edit', toRequest({ draft: written })) : written;
    if (edited === null) return report;
    const answer = parseAnswer(edited);
    const parts = toAnswerParts(answer);
    const bodies = parts.map(part => toCiteRequest(answer, asked, small, part));
    const said = bodies.map((body, index) => send(index === 0 ? 'cite' : `cite-${index + 1}`, body));
    if (said.includes(null)) return report;
    const cited = createCitedAnswer(answer);
    const claims: unknown[] = [];
    const add = (claim: unknown) => {
      claims.push(claim);
      onClaim(claim);
    };
    for (const [index, part] of parts.entries()) {
      const reader = createCiteReader(cited, part, add);
      reader.write(said[index] ?? '');
      if (!reader.isWhole()) throw new Error(`what was said of the answer about ${name} is not whole`);
    }
    for (const claim of cited.end()) add(claim);
    drafted = toDraft(claims);
    return report;
  };
  const short: Engine = {
    name: 'claude',
    draft: async (asked, onClaim) => {
      given = asked.evidence;
      if (draft !== undefined) {
        drafted = draft;
        return read(draft, onClaim);
      }
      return write(more => toAnswerRequest({ ...asked, ...more }, large), asked, onClaim);
    },
    ...(repairs && {
      repair: async ({ evidence, ...asked }, onClaim) => {
        const prompt = toRepairPrompt(evidence, asked);
        const body = toDraftRequest(prompt, { ...large, detail: 'brief', schema: draftSchema });
        return read(send('repair', body), onClaim);
      },
    }),
  };
  const writer: WindowWriter = {
    draft: async (asked, onClaim) => {
      given = asked.evidence;
      return read(send('window', toWindowRequest(asked, small)), onClaim);
    },
    merge: async (asked, onClaim) => {
      // Windows are still to be read.
      if (!calls.isWhole()) return report;
      if (asked.isLast)
        return write(more => toAnswerClaimsRequest({ ...asked, ...more }, large), asked, onClaim);
      return read(send('merge', toMergeRequest(asked, small)), onClaim);
    },
  };
  const log = createLogger('silent');
  const limits =
    window === undefined ? defaultLongLimits : { ...defaultLongLimits, longFrom: window, window };
  const isLong = request.isCard === true || window !== undefined;
  const engine = isLong ? createLongEngine({ short, writer, log, limits }) : short;
  const judge: Judge = {
    model: 'readers',
    judge: async ({ evidence, ...asked }) => {
      const { length } = asked.claims;
      const body = toJudgeRequest(toJudgePrompt(evidence, asked), { ...small, claims: length });
      const answer = send('judge', body);
      if (answer === null) return { judgements: [], usage: null, failure: 'timed_out' };
      const reader = createJsonReader(text => parseJudgements(text, length));
      reader.write(answer);
      const judgements = asked.claims.map((_, index) => reader.value()?.get(index + 1) ?? null);
      return { judgements, usage: null, failure: null };
    },
  };
  const begin = performance.now();
  const summary = await summarize(
    conversation,
    { detail: 'standard', zone: 'UTC', window: {}, language: 'en', ...request },
    {
      engine,
      judge,
      newId: () => id,
      ...(request.question !== undefined && { fallback: extractiveEngine }),
    },
    never,
  );
  const seconds = (performance.now() - begin - calls.waitedMs()) / 1_000;
  return drafted === null || given === null
    ? null
    : { summary, evidence: given, draft: drafted, isWhole: calls.isWhole(), totals, seconds };
}

const placed = z.looseObject({
  matter: z.object({ number: z.number(), title: z.string(), topic: z.string(), continues: z.number() }),
});

function toDraft(claims: readonly unknown[]): string {
  const groups = Map.groupBy(
    claims.map(claim => placed.parse(claim)),
    ({ matter }) => matter.number,
  );
  return JSON.stringify({
    matters: [...groups.values()].map(own => ({
      ...own[0]?.matter,
      claims: own.map(({ matter: _, ...claim }) => claim),
    })),
  });
}
