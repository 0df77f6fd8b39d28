import type { Engine, EngineReport, EngineRequest } from '../../app/ports.ts';
import type { MergeRequest } from '../../app/windows/ports.ts';
import {
  type Answer,
  type AnswerPart,
  createCitedAnswer,
  mostParts,
  parseAnswer,
  toAnswerParts,
  toBegunPart,
  toWholePart,
} from '../../core/claims/answer.ts';
import { addUsage, type EngineReason, type Usage } from '../../core/claims/summary.ts';
import type { ReachedCap } from '../../core/claims/usage.ts';
import { isEdited } from '../../core/prompt/answer.ts';
import { toAnswerPrompt, toCitePrompt, toRepairPrompt } from '../../core/prompt/prompt.ts';
import { parseWordings, toRewordPrompt } from '../../core/prompt/reword.ts';
import { citeSchema, draftSchema } from '../../core/prompt/schemas.ts';
import { createCiteReader, createClaimReader, createTextReader } from './answer-readers.ts';
import { type ClaudeParts, callInTurn, estimate, type TurnOptions } from './call-in-turn.ts';
import type { Asker } from './call-limiter.ts';
import { askForJson } from './judge.ts';
import { type ClaudeRequest, toDraftRequest, toRewordRequest } from './request.ts';

export const name = 'claude';

/** One model writes; the small one names the messages behind each line, and reads windows. */
export type Models = { readonly small: ClaudeParts; readonly large: ClaudeParts };

export type Model = Pick<ClaudeParts, 'model' | 'facts'>;

export type OnClaim = Parameters<Engine['draft']>[1];

/** Other wordings help, but nobody waits long for them. */
const longestRewordMs = 10_000;

export function createClaudeEngine(models: Models): Engine {
  const { small, large } = models;
  return {
    name,
    seesPictures: large.facts.seesPictures && small.facts.seesPictures,
    draft: async (asked, onClaim, signal) => {
      signal.throwIfAborted();
      if (asked.evidence.messages.length === 0)
        return { engine: { name, model: large.model }, usage: null, failure: null };
      const toRequest: ToRequest = more => toAnswerRequest({ ...asked, ...more }, large);
      return writeAnswer(toRequest, asked, models, onClaim, signal);
    },
    repair: async ({ evidence, ...asked }, onClaim, signal) => {
      signal.throwIfAborted();
      const prompt = toRepairPrompt(evidence, asked);
      const request = toDraftRequest(prompt, { ...large, detail: 'brief', schema: draftSchema });
      return writeClaims(() => request, onClaim, { ...toQuick(large), asked, work: 'repair', signal });
    },
    reword: async ({ payer, ...task }, signal) => {
      const limits = { ...small.limits, totalMs: longestRewordMs, attempts: 1 };
      const { value, usage } = await askForJson(
        toRewordRequest(toRewordPrompt(task), small),
        parseWordings,
        // The call for the answer says so if a cap is reached.
        withoutNotice({ payer }),
        { ...small, limits, work: 'reword' },
        signal,
      );
      signal.throwIfAborted();
      return { wordings: value ?? [], usage };
    },
  };
}

/** The body of the call for an answer; with a draft, of the call that edits it. What comes before is the same, and cached. */
export function toAnswerRequest(
  { evidence, ...asked }: EngineRequest & { readonly draft?: string },
  model: Model,
): ClaudeRequest {
  const { detail } = asked;
  return toDraftRequest(toAnswerPrompt(evidence, asked), { ...model, detail, isReadTwice: isEdited(asked) });
}

function toQuick(parts: ClaudeParts): ClaudeParts {
  return { ...parts, limits: { ...parts.limits, totalMs: parts.limits.repairMs, attempts: 1 } };
}

/** A cap without room for a call that can be done without, as long as it can, is no news to the payer. */
function withoutNotice<Asked extends Asker>(asked: Asked, isNeeded = () => false): Asked {
  const { payer } = asked;
  const onCap = (cap: ReachedCap) => void (isNeeded() && payer?.onCap?.(cap));
  return { ...asked, payer: payer && { ...payer, onCap } };
}

/** Has claims written; the reader gets each as it comes. */
export async function writeClaims(
  toRequest: () => ClaudeRequest,
  onClaim: (claim: unknown) => void,
  options: Omit<TurnOptions, 'toReader'>,
): Promise<EngineReport> {
  const toReader = () => createClaimReader(onClaim);
  const { model, usage, failure } = await callInTurn(toRequest, { ...options, toReader });
  options.signal.throwIfAborted();
  return { engine: { name, model }, usage, failure };
}

type CiteRequest = EngineRequest & Partial<Pick<MergeRequest, 'claims'>>;
export type ToRequest = (more?: { readonly draft: string }) => ClaudeRequest;

/** Has an answer written and edited, and its lines cited from what it was written from: the messages, or claims. */
export async function writeAnswer(
  toRequest: ToRequest,
  asked: CiteRequest,
  models: Models,
  onClaim: OnClaim,
  signal: AbortSignal,
): Promise<EngineReport> {
  const { small, large } = models;
  // Longer by the answer, which is about as long as what is expected of it.
  const once = estimate(toCiteRequest({ headings: [], lines: [] }, asked, small), small.prices);
  const times = asked.question === undefined ? mostParts : 1;
  const next = { tokens: times * once.tokens, usd: once.usd === null ? null : times * once.usd };
  const request = toRequest();
  const work = asked.claims === undefined ? 'draft' : 'merge';
  const toReader = createTextReader;
  const written = await callInTurn(() => request, { ...large, asked, work, next, signal, toReader });
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
    ? await callInTurn(() => toRequest({ draft: written.reader.text() }), {
        ...toQuick(large),
        asked: withoutNotice(asked),
        work: 'edit',
        next,
        signal,
        toReader: () => createTextReader(onText),
      })
    : null;
  signal.throwIfAborted();
  const rewritten = edited?.failure === null ? parseAnswer(edited.reader.text()) : draft;
  // Where the editor fails, the draft can be read as it is.
  const answer = rewritten.lines.length > 0 ? rewritten : draft;
  // Lines change no more, see `parseAnswer`.
  whole.resolve(answer === draft ? null : answer);
  const begun = await early[0];
  const [first = toWholePart(answer)] = caches ? toAnswerParts(answer) : [];
  const cited = begun?.isWhole ? begun : await cite(answer, first, answer, asked, models, onClaim, signal);
  signal.throwIfAborted();
  const usages = [written, edited, begun, cited === begun ? null : cited].map(each => each?.usage ?? null);
  return { engine, usage: usages.reduce(addUsage), failure: cited.failure };
}

/** The body of the call that names the messages behind an answer, or a part of it. What comes before the task is the same. */
export function toCiteRequest(
  answer: Answer,
  { evidence, claims, ...asked }: CiteRequest,
  model: Model,
  part?: AnswerPart,
): ClaudeRequest {
  const { detail } = asked;
  const prompt = toCitePrompt(evidence, answer, asked, { claims, part });
  const isReadTwice = part !== undefined && part.to - part.from + 1 < answer.lines.length;
  return toDraftRequest(prompt, { ...model, detail, schema: citeSchema, isReadTwice });
}

/**
 * Has the messages behind an answer named, by a call for each part of it. The others begin when the first is answered, for
 * then what was read is in the cache. Claims come in the order of their lines, and as previews while the whole is still written.
 */
async function cite(
  begun: Answer,
  first: AnswerPart,
  whole: Answer | Promise<Answer | null>,
  asked: CiteRequest,
  { small, large }: Models,
  onClaim: OnClaim,
  signal: AbortSignal,
) {
  const cited = createCitedAnswer(begun);
  const answered = Promise.withResolvers<void>();
  // Without one of them, the others are of no use.
  const failed = new AbortController();
  let failure: EngineReason | null = null;
  const citePart = async (part: AnswerPart, answer: Answer, by: Asker, onLine: (claim: unknown) => void) => {
    const ask = (model: ClaudeParts) => {
      const body = toCiteRequest(answer, asked, model, part);
      return callInTurn(() => body, {
        ...model,
        asked: by,
        work: 'cite',
        signal: AbortSignal.any([signal, failed.signal]),
        toReader: () => {
          const reader = createCiteReader(cited, part, onLine);
          const write = (piece: string) => {
            answered.resolve();
            reader.write(piece);
          };
          return { ...reader, write };
        },
      });
    };
    try {
      const own = await ask(small);
      // The answer is paid for: a small model that is wrongly named, or retired, does not waste it.
      const isGone = own.failure === 'model_gone' && small.model !== large.model;
      const report = isGone ? await ask(large) : own;
      failure ??= report.failure;
      if (report.failure !== null) failed.abort();
      return report;
    } catch (error) {
      failed.abort();
      throw error;
    } finally {
      answered.resolve();
    }
  };
  const previews: unknown[] = [];
  let onFirst = (claim: unknown) => {
    previews.push(claim);
    onClaim(claim, 'preview');
  };
  // The whole can be cited even if a cap has no room for a part of it beside the editor.
  let isEarly = whole instanceof Promise;
  const by = withoutNotice(asked, () => !isEarly);
  const firstReport = citePart(first, begun, by, claim => onFirst(claim));
  firstReport.catch(() => {});
  const answer = await whole;
  isEarly = false;
  if (answer === null || failure !== null) {
    failed.abort();
    return { isWhole: false, failure, usage: (await firstReport).usage };
  }
  cited.goOn(answer);
  onFirst = onClaim;
  for (const claim of previews) onClaim(claim);
  const [, ...parts] = toAnswerParts(answer, first);
  await answered.promise;
  const later = failed.signal.aborted ? [] : parts.map(part => ({ part, claims: [] as unknown[] }));
  const reports = await Promise.all([
    firstReport,
    ...later.map(({ part, claims }) => citePart(part, answer, asked, claim => claims.push(claim))),
  ]);
  signal.throwIfAborted();
  for (const claim of later.flatMap(({ claims }) => claims)) onClaim(claim);
  if (failure === null) for (const claim of cited.end()) onClaim(claim);
  const usage = reports.reduce<Usage | null>((sum, each) => addUsage(sum, each.usage), null);
  return { isWhole: true, failure: failure as EngineReason | null, usage };
}
