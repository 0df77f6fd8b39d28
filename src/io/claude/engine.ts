import type { Engine, EngineReport, EngineRequest, Rewording } from '../../app/ports.ts';
import type { MergeRequest, WindowRequest, WindowWriter } from '../../app/windows/ports.ts';
import {
  type Answer,
  mostParts,
  parseAnswer,
  toAnswerParts,
  toBegunPart,
  toWholePart,
} from '../../core/claims/answer.ts';
import { addUsage } from '../../core/claims/summary.ts';
import { isEdited } from '../../core/prompt/answer.ts';
import {
  toAnswerClaimsPrompt,
  toAnswerPrompt,
  toMergePrompt,
  toRepairPrompt,
  toWindowPrompt,
} from '../../core/prompt/prompt.ts';
import { parseWordings, toRewordPrompt } from '../../core/prompt/reword.ts';
import { type CiteRequest, cite, type OnClaim, toCiteRequest } from './answer-citations.ts';
import { createClaimReader, createJsonReader, createTextReader } from './answer-readers.ts';
import { type ClaudeParts, callInTurn, estimate, type TurnOptions, toCallOptions } from './call-in-turn.ts';
import { toRank, toServer } from './call-limiter.ts';
import {
  type ClaudeRequest,
  expectDraftTokens,
  toDraftRequest,
  toRewordRequest,
  toTextRequest,
} from './request.ts';

type Model = Pick<ClaudeParts, 'model' | 'facts'>;

/** The body of the call for an answer; with a draft, of the call that edits it. What comes before is the same, and cached. */
export function toAnswerRequest(
  { evidence, ...asked }: EngineRequest & { readonly draft?: string },
  { model, facts }: Model,
): ClaudeRequest {
  return toTextRequest(toAnswerPrompt(evidence, asked), { model, facts, ...toAnswering(asked) });
}

function toAnswering({ detail, ...asked }: Omit<EngineRequest, 'evidence'>) {
  return { detail, isReadTwice: isEdited({ detail, ...asked }) };
}

export function toWindowRequest({ window, evidence, ...asked }: WindowRequest, model: Model): ClaudeRequest {
  const prompt = toWindowPrompt(evidence, [...window.carried, ...window.messages], asked);
  return toDraftRequest(prompt, { ...model, detail: 'brief' });
}

export function toMergeRequest(asked: MergeRequest, model: Model): ClaudeRequest {
  return toDraftRequest(toMergePrompt(asked.evidence, asked), { ...model, detail: 'brief' });
}

export function toAnswerClaimsRequest(
  asked: MergeRequest & { readonly draft?: string },
  { model, facts }: Model,
): ClaudeRequest {
  return toTextRequest(toAnswerClaimsPrompt(asked.evidence, asked), { model, facts, ...toAnswering(asked) });
}

const name = 'claude';

type Models = {
  readonly small: ClaudeParts;
  readonly large: ClaudeParts;
};

/** The engine that uses Claude: one model answers, the small one names the messages behind each line. */
export function createClaudeEngine(models: Models): Engine {
  const { large } = models;
  return {
    name,
    seesPictures: large.facts.seesPictures && models.small.facts.seesPictures,
    draft: async (asked, onClaim, signal) => {
      signal.throwIfAborted();
      if (asked.evidence.messages.length === 0)
        return { engine: { name, model: large.model }, usage: null, failure: null };
      return writeAnswer(
        more => toAnswerRequest({ ...asked, ...more }, large),
        asked,
        models,
        onClaim,
        signal,
      );
    },
    repair: async ({ evidence, ...asked }, onClaim, signal) => {
      signal.throwIfAborted();
      const request = toDraftRequest(toRepairPrompt(evidence, asked), { ...large, detail: 'brief' });
      const limits = { ...large.limits, totalMs: large.limits.repairMs, attempts: 1 };
      const call = toCallOptions(request, asked);
      const { payer } = asked;
      return write(() => request, { ...large, payer, call, limits, work: 'repair', signal, onClaim });
    },
    reword: (asked, signal) => reword(asked, models.small, signal),
  };
}

/** Other wordings help, but nobody waits long for them. */
const longestRewordMs = 10_000;

async function reword(
  { payer, ...task }: Parameters<NonNullable<Engine['reword']>>[0],
  small: ClaudeParts,
  signal: AbortSignal,
): Promise<Rewording> {
  const body = toRewordRequest(toRewordPrompt(task), small);
  const { reader, usage, failure } = await callInTurn(() => body, {
    ...small,
    limits: { ...small.limits, totalMs: longestRewordMs, attempts: 1 },
    work: 'reword',
    // The call for the answer says so if a cap is reached.
    payer: payer && { ...payer, onCap: () => {} },
    call: toCallOptions(body, { payer }),
    signal,
    toReader: () => createJsonReader(parseWordings),
  });
  signal.throwIfAborted();
  return { wordings: (failure === null && reader.value()) || [], usage };
}

/** Has an answer written and edited, and its lines cited from what it was written from: the messages, or claims. */
async function writeAnswer(
  toRequest: (more?: { readonly draft: string }) => ClaudeRequest,
  asked: CiteRequest,
  models: Models,
  onClaim: OnClaim,
  signal: AbortSignal,
): Promise<EngineReport> {
  const { small, large } = models;
  const { payer } = asked;
  const request = toRequest();
  const call = toCallOptions(request, asked);
  const work = asked.claims === undefined ? 'draft' : 'merge';
  // Longer by the answer, which is about as long as what is expected of it.
  const once = estimate(toCiteRequest({ headings: [], lines: [] }, asked, small), small.prices);
  const times = asked.question === undefined ? mostParts : 1;
  const next = { tokens: times * once.tokens, usd: once.usd === null ? null : times * once.usd };
  const written = await callInTurn(() => request, {
    ...large,
    payer,
    call,
    work,
    next,
    signal,
    toReader: createTextReader,
  });
  signal.throwIfAborted();
  const draft = parseAnswer(written.reader.text());
  const engine = { name, model: written.model };
  if (written.failure !== null || draft.lines.length === 0)
    return { engine, usage: written.usage, failure: written.failure };
  // Where nothing is cached, each part would be paid for as a whole.
  const { caches } = small.abilities.settings();
  const whole = Promise.withResolvers<Answer | null>();
  const early: ReturnType<typeof cite>[] = [];
  const onText = (text: string) => {
    const begun = parseAnswer(text.slice(0, text.lastIndexOf('\n') + 1));
    const first = toBegunPart(begun);
    // A spoiler may end in a later line. Of a long conversation, claims about its windows are shown by then.
    if (first === null || early.length > 0 || text.includes('||') || !caches || asked.claims) return;
    early.push(cite(begun, first, whole.promise, asked, models, onClaim, signal));
    // What a listener throws is thrown where it is awaited.
    early[0]?.catch(() => {});
  };
  const edited = isEdited(asked, draft)
    ? await edit(toRequest({ draft: written.reader.text() }), { asked, next, signal }, large, onText)
    : null;
  signal.throwIfAborted();
  const answer = edited?.answer ?? draft;
  // Lines change no more, see `parseAnswer`.
  whole.resolve(edited?.answer ?? null);
  const begun = await early[0];
  const [first = toWholePart(answer)] = caches ? toAnswerParts(answer) : [];
  const cited = begun?.isWhole ? begun : await cite(answer, first, answer, asked, models, onClaim, signal);
  signal.throwIfAborted();
  const failure = cited.failure ?? (written.isBlind || cited.isBlind ? 'pictures_refused' : null);
  const usages = [
    written.usage,
    edited?.usage ?? null,
    begun?.usage ?? null,
    cited === begun ? null : cited.usage,
  ];
  return { engine, usage: usages.reduce(addUsage), failure };
}

/** Has an answer edited; null where that fails, for the draft can be read as it is. A cap without room for it is no news to the payer. */
async function edit(
  request: ClaudeRequest,
  { asked, ...options }: Pick<TurnOptions, 'signal' | 'next'> & { readonly asked: EngineRequest },
  large: ClaudeParts,
  onText: (soFar: string) => void,
): Promise<{ readonly answer: Answer | null; readonly usage: EngineReport['usage'] }> {
  const limits = { ...large.limits, totalMs: large.limits.repairMs, attempts: 1 };
  const { payer } = asked;
  const { reader, usage, failure } = await callInTurn(() => request, {
    ...large,
    ...options,
    payer: payer && { ...payer, onCap: () => {} },
    call: toCallOptions(request, asked),
    limits,
    work: 'edit',
    toReader: () => createTextReader(onText),
  });
  const answer = failure === null ? parseAnswer(reader.text()) : null;
  return { answer: answer !== null && answer.lines.length > 0 ? answer : null, usage };
}

async function write(
  toRequest: () => ClaudeRequest,
  { onClaim, ...options }: Omit<TurnOptions, 'toReader'> & { readonly onClaim: (claim: unknown) => void },
): Promise<EngineReport> {
  const toReader = () => createClaimReader(onClaim);
  const { model, usage, failure } = await callInTurn(toRequest, { ...options, toReader });
  options.signal.throwIfAborted();
  return { engine: { name, model }, usage, failure };
}

/** System prompt and task. */
const tokensOfTask = 1_500;
/** A claim with its quotes in a merge. */
const tokensOfClaim = 120;

/** Claude for long conversations: the small model reads windows, the writing model merges. Prompts are written in turn, for memory's sake. */
export function createWindowWriter(models: Models): WindowWriter {
  const { small, large } = models;
  return {
    draft: (asked, onClaim, signal) => {
      const { window, payer } = asked;
      const call = {
        tokens: tokensOfTask + window.tokens,
        outputTokens: expectDraftTokens('brief', small.facts),
        rank: toRank({ ...asked, position: window.messages[0]?.position ?? 0 }),
        server: toServer(payer),
      };
      const toRequest = () => toWindowRequest(asked, small);
      return write(toRequest, { ...small, payer, call, work: 'window', signal, onClaim });
    },
    merge: (asked, onClaim, signal) => {
      if (asked.isLast)
        return writeAnswer(
          more => toAnswerClaimsRequest({ ...asked, ...more }, large),
          asked,
          models,
          onClaim,
          signal,
        );
      const { payer } = asked;
      const call = {
        tokens: tokensOfTask + asked.claims.length * tokensOfClaim,
        outputTokens: expectDraftTokens('brief', small.facts),
        rank: toRank(asked),
        server: toServer(payer),
      };
      const toRequest = () => toMergeRequest(asked, small);
      return write(toRequest, { ...small, payer, call, work: 'merge', signal, onClaim });
    },
  };
}
