import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Judge, JudgeRequest } from '../../src/app/ports.ts';
import { type Judgement, parseJudgements } from '../../src/core/claims/judgement.ts';
import { type Evidence, messageAt } from '../../src/core/conversation/evidence.ts';
import { toSpeakerName } from '../../src/core/conversation/text.ts';
import type { JudgedClaim } from '../../src/core/prompt/judge.ts';
import { toJudgePrompt } from '../../src/core/prompt/prompt.ts';
import { createJsonReader } from '../../src/io/claude/answer-readers.ts';
import { defaultFacts } from '../../src/io/claude/models.ts';
import { toJudgeRequest } from '../../src/io/claude/request.ts';
import { createAsking, toMarked, toPromptFile } from './asking.ts';
import type { LabeledDraft } from './drafts/records.ts';

/** What verdicts take; tokens are estimated from characters. */
export type Bill = { calls: number; inputTokens: number; outputTokens: number };
type MeasuredJudge = { readonly judge: Judge; readonly bill: Bill };

const charactersPerToken = 3.5;

/** Verdicts on a request, and the answer as it was written; null where there is none. */
type Answer = (
  request: JudgeRequest,
  prompt: string,
) => { readonly judgements: readonly (Judgement | null)[]; readonly written: string } | null;

function createMeasuredJudge(answer: Answer): MeasuredJudge {
  const bill: Bill = { calls: 0, inputTokens: 0, outputTokens: 0 };
  const model = { model: 'measured', facts: defaultFacts };
  const judge: Judge['judge'] = async request => {
    const asked = toJudgePrompt(request.evidence, request);
    const body = toJudgeRequest(asked, { ...model, claims: request.claims.length });
    const prompt = toPromptFile(body);
    bill.calls += 1;
    bill.inputTokens += prompt.length / charactersPerToken;
    const answered = answer(request, prompt);
    if (answered === null) return { judgements: [], usage: null, failure: 'timed_out' };
    bill.outputTokens += answered.written.length / charactersPerToken;
    return { judgements: answered.judgements, usage: null, failure: null };
  };
  return { judge: { model: 'measured', judge }, bill };
}

/** A judge that gives the verdicts recorded for a draft, and the right ones on control claims. */
export function createRecordedJudge({ claims }: LabeledDraft): MeasuredJudge {
  const recorded = new Map(claims.map(({ written, judgement }) => [written.text, judgement]));
  return createMeasuredJudge(({ claims: asked, evidence }) => {
    const judgements = asked.map(
      claim => recorded.get(claim.text) ?? (recorded.has(claim.text) ? null : judgeControl(claim, evidence)),
    );
    return { judgements, written: JSON.stringify(judgements) };
  });
}

/** A control says whose words a message holds. */
function judgeControl({ text, speakers, citations }: JudgedClaim, evidence: Evidence): Judgement {
  const [, words = ''] = /“(.*)”/su.exec(text) ?? [];
  const isTrue = citations.every(({ position }) => {
    const cited = messageAt(evidence, position);
    const said = cited?.text.trim().split(/\s+/).join(' ') ?? '';
    return said.includes(words) && speakers.includes(toSpeakerName(cited?.author.name ?? ''));
  });
  const verdict = isTrue ? 'supported' : 'contradicted';
  return { verdict, missing: '', kind: null, outcome: 'none', positions: [] };
}

/**
 * A judge whose answers are files, as `createAsking` says. `keys.jsonl` tells what a new prompt asks about: the index of a
 * text, or the right verdict on a control claim.
 */
export function createFileJudge(work: string, texts: readonly string[], folder: string): MeasuredJudge {
  const { ask } = createAsking(folder);
  const indexes = new Map(texts.map((text, index) => [text, index]));
  return createMeasuredJudge(({ claims: asked, evidence }, prompt) => {
    const name = toMarked(work, prompt);
    if (!existsSync(join(folder, 'prompts', `${name}.txt`))) {
      const keys = asked.map(claim => indexes.get(claim.text) ?? judgeControl(claim, evidence).verdict);
      const key = { name, claims: keys };
      appendFileSync(join(folder, 'keys.jsonl'), `${JSON.stringify(key)}\n`);
    }
    const written = ask(work, prompt);
    if (written === null) return null;
    const reader = createJsonReader(read => parseJudgements(read, asked.length));
    reader.write(written);
    const verdicts = reader.value();
    return { judgements: asked.map((_, at) => verdicts?.get(at + 1) ?? null), written };
  });
}

/** The same for the claims of a draft. */
export function createDraftFileJudge({ id, writer, claims }: LabeledDraft, folder: string): MeasuredJudge {
  return createFileJudge(
    `${id}-${writer}`,
    claims.map(({ written }) => written.text),
    folder,
  );
}
