import { isDeepStrictEqual } from 'node:util';
import type { Engine, EngineReport, EngineRequest } from '../../app/ports.ts';
import type { MergeRequest } from '../../app/windows/ports.ts';
import { type Answer, type AnswerPart, createCitedAnswer, toAnswerParts } from '../../core/claims/answer.ts';
import { addUsage } from '../../core/claims/summary.ts';
import type { ReachedCap } from '../../core/claims/usage.ts';
import { toCitePrompt } from '../../core/prompt/prompt.ts';
import { citeSchema } from '../../core/prompt/schemas.ts';
import { createCiteReader } from './answer-readers.ts';
import { type ClaudeParts, callInTurn, toCallOptions } from './call-in-turn.ts';
import { type ClaudeRequest, toDraftRequest } from './request.ts';

export type CiteRequest = EngineRequest & Partial<Pick<MergeRequest, 'claims'>>;

/** The body of the call that names the messages behind an answer, or a part of it. What comes before the task is the same. */
export function toCiteRequest(
  answer: Answer,
  { evidence, claims, ...asked }: CiteRequest,
  model: Pick<ClaudeParts, 'model' | 'facts'>,
  part?: AnswerPart,
): ClaudeRequest {
  const prompt = toCitePrompt(evidence, answer, asked, { claims, part });
  const isReadTwice = part !== undefined && part.to - part.from + 1 < answer.lines.length;
  return toDraftRequest(prompt, { ...model, detail: asked.detail, schema: citeSchema, isReadTwice });
}

export type OnClaim = Parameters<Engine['draft']>[1];

/**
 * Has the messages behind an answer named, by a call for each part of it. The others begin when the first is answered, for
 * then what was read is in the cache. Claims come in the order of their lines, and as previews while the whole is still written.
 * It is null where nothing comes of it.
 */
export async function cite(
  begun: Answer,
  first: AnswerPart,
  whole: Answer | Promise<Answer | null>,
  asked: CiteRequest,
  { small, large }: { readonly small: ClaudeParts; readonly large: ClaudeParts },
  onClaim: OnClaim,
  signal: AbortSignal,
) {
  let isEarly = whole instanceof Promise;
  // The whole can be cited even if a cap has no room for a part of it beside the editor.
  const payer = asked.payer && {
    ...asked.payer,
    onCap: (cap: ReachedCap) => {
      if (!isEarly) asked.payer?.onCap?.(cap);
    },
  };
  const cited = createCitedAnswer(begun);
  const previews: unknown[] = [];
  let onFirst = (claim: unknown) => {
    previews.push(claim);
    onClaim(claim, 'preview');
  };
  const answered = Promise.withResolvers<void>();
  // Without one of them, the others are of no use.
  const failed = new AbortController();
  let failure: EngineReport['failure'] = null;
  const citePart = async (part: AnswerPart, answer: Answer) => {
    if (part !== first) await answered.promise;
    if (failed.signal.aborted) return null;
    const later: unknown[] = [];
    const ask = (model: ClaudeParts) => {
      const body = toCiteRequest(answer, asked, model, part);
      return callInTurn(() => body, {
        ...model,
        payer,
        call: toCallOptions(body, asked),
        work: 'cite',
        signal: AbortSignal.any([signal, failed.signal]),
        toReader: () => {
          const reader = createCiteReader(cited, part, claim =>
            part === first ? onFirst(claim) : later.push(claim),
          );
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
      // The answer is paid for: a small model that is wrongly named does not waste it.
      const isGone = own.failure === 'model_gone' && small.model !== large.model;
      const report = isGone ? await ask(large) : own;
      failure ??= report.failure;
      if (report.failure !== null) failed.abort();
      return { ...report, later };
    } catch (error) {
      failed.abort();
      throw error;
    } finally {
      answered.resolve();
    }
  };
  const firstReport = citePart(first, begun);
  firstReport.catch(() => {});
  const answer = await whole;
  isEarly = false;
  const toFirst = ({ lines }: Answer) => lines.slice(0, first.to);
  // An editor that began again, without the pictures, may have written something else.
  if (answer === null || failure !== null || !isDeepStrictEqual(toFirst(answer), toFirst(begun))) {
    failed.abort();
    return { isWhole: false as const, usage: (await firstReport)?.usage ?? null };
  }
  cited.goOn(answer);
  onFirst = onClaim;
  for (const claim of previews) onClaim(claim);
  const [, ...later] = toAnswerParts(answer, first);
  const all = [firstReport, ...later.map(part => citePart(part, answer))];
  const reports = (await Promise.all(all)).filter(report => report !== null);
  signal.throwIfAborted();
  for (const claim of reports.flatMap(({ later }) => later)) onClaim(claim);
  if (failure === null) for (const claim of cited.end()) onClaim(claim);
  return {
    failure,
    isWhole: true as const,
    isBlind: reports.some(({ isBlind }) => isBlind),
    usage: reports.reduce<EngineReport['usage']>((sum, { usage }) => addUsage(sum, usage), null),
  };
}
