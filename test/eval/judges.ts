import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Judge, JudgeRequest } from '../../src/app/ports.ts';
import { type Judgement, parseJudgements } from '../../src/core/claims/judgement.ts';
import { type Evidence, messageAt } from '../../src/core/conversation/evidence.ts';
import { toSpeakerName } from '../../src/core/conversation/text.ts';
import type { JudgedClaim } from '../../src/core/prompt/judge.ts';
import { type Prompt, toJudgePrompt } from '../../src/core/prompt/prompt.ts';
import { createJsonReader } from '../../src/io/claude/answer-readers.ts';
import { defaultFacts } from '../../src/io/claude/models.ts';
import { toJudgeRequest } from '../../src/io/claude/request.ts';
import { createAsking, toMarked, toPromptFile } from './asking.ts';
import type { LabeledDraft } from './drafts/records.ts';

/** What verdicts take; tokens are estimated from characters. */
export type Bill = { calls: number; inputTokens: number; outputTokens: number };
type MeasuredJudge = { readonly judge: Judge; readonly bill: Bill };

const charactersPerToken = 3.5;

/** Answers a request; null where there is no answer. */
type Answer = (request: JudgeRequest, prompt: Prompt) => readonly (Judgement | null)[] | null;

function createMeasuredJudge(answer: Answer): MeasuredJudge {
  const bill: Bill = { calls: 0, inputTokens: 0, outputTokens: 0 };
  const judge: Judge['judge'] = async request => {
    const prompt = toJudgePrompt(request.evidence, request);
    const { system, conversation, task } = prompt;
    const judgements = answer(request, prompt);
    bill.calls += 1;
    bill.inputTokens += [system, conversation, task].join('').length / charactersPerToken;
    if (judgements === null) return { judgements: [], usage: null, failure: 'timed_out' };
    bill.outputTokens += JSON.stringify(judgements).length / charactersPerToken;
    return { judgements, usage: null, failure: null };
  };
  return { judge: { model: 'measured', judge }, bill };
}

/** A judge that gives the verdicts recorded for a draft, and the right ones on control claims. */
export function createRecordedJudge({ claims }: LabeledDraft): MeasuredJudge {
  const recorded = new Map(claims.map(({ written, judgement }) => [written.text, judgement]));
  return createMeasuredJudge(({ claims: asked, evidence }) =>
    asked.map(
      claim => recorded.get(claim.text) ?? (recorded.has(claim.text) ? null : judgeControl(claim, evidence)),
    ),
  );
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
  return { verdict, missing: '', kind: null, outcome: 'none', position: null };
}

/**
 * A judge whose answers are files, as `createAsking` says. `keys.jsonl` tells what a new prompt asks about: the index of a
 * text, or the right verdict on a control claim.
 */
export function createFileJudge(work: string, texts: readonly string[], folder: string): MeasuredJudge {
  const { ask } = createAsking(folder);
  const indexes = new Map(texts.map((text, index) => [text, index]));
  return createMeasuredJudge(({ claims: asked, evidence }, prompt) => {
    const request = toJudgeRequest(prompt, { model: 'measured', facts: defaultFacts, claims: asked.length });
    const text = toPromptFile(request);
    const name = toMarked(work, text);
    if (!existsSync(join(folder, 'prompts', `${name}.txt`))) {
      const keys = asked.map(claim => indexes.get(claim.text) ?? judgeControl(claim, evidence).verdict);
      const key = { name, claims: keys };
      appendFileSync(join(folder, 'keys.jsonl'), `${JSON.stringify(key)}\n`);
    }
    const answer = ask(work, text);
    if (answer === null) return null;
    const reader = createJsonReader(read => parseJudgements(read, asked.length));
    reader.write(answer);
    const verdicts = reader.value();
    return asked.map((_, at) => verdicts?.get(at + 1) ?? null);
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
