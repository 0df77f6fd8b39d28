import { details } from '../../../src/core/claims/summary/summary.ts';
import { type JudgedClaim, judgeSystemText, toJudgeText } from '../../../src/core/prompt/judge.ts';
import { mergeSystemText, toMergeText } from '../../../src/core/prompt/merge.ts';
import { toRepairText } from '../../../src/core/prompt/repair.ts';
import { systemText } from '../../../src/core/prompt/system.ts';
import { toTaskTexts, toWindowTaskText } from '../../../src/core/prompt/task.ts';

/** What a reader asks for in the examples of the page on prompts. */
export const sampleRequest = { language: 'en', focus: 'the budget' } as const;

/** A claim that did not hold, as the page shows it. */
export const sampleRepair = {
  failing: [
    {
      claim: { text: 'The budget is <b>450</b> euros.' },
      reasons: ['values: no message mentions 450'],
    },
  ],
  language: 'en',
} as const;

/** The instructions of a repair without the claims in it, which are no instructions. */
function toRepairInstructions(): string {
  return toRepairText(sampleRepair).replace(/<claims>[\s\S]*<\/claims>\n/, '');
}

/** A claim that is judged, as the page shows it. */
export const sampleJudged: JudgedClaim = {
  kind: 'change',
  text: 'The budget is <b>450</b> euros.',
  speakers: ['Ann'],
  owner: null,
  due: null,
  citations: [{ position: 4, quote: null }],
  before: { text: 'The budget was 300 euros.', citations: [{ position: 1, quote: null }] },
};

/** What the judge is asked of it. */
export const sampleJudging = { claims: [sampleJudged], language: 'en' } as const;

/** The instructions for verdicts without the claims in them. */
function toJudgeInstructions(): string {
  return toJudgeText(sampleJudging).replace(/<claims>[\s\S]*<\/claims>\n/, '');
}

/** The open items that the page shows. */
export const sampleOpen = [{ kind: 'question', text: 'Who books the hall?', positions: [1] }] as const;

/** The task with open items, without the items themselves. */
function toOpenInstructions(): readonly string[] {
  const tasks = toTaskTexts({ detail: 'standard', ...sampleRequest, open: sampleOpen });
  return tasks.map(task => task.replace(/<open>[\s\S]*<\/open>\n/, ''));
}

/** What is asked of the claims of several windows. */
export const sampleMerge = { ...sampleRequest, most: 12 } as const;

/** Every text of instructions that is sent, of every detail. */
export function toLiveTexts(): readonly string[] {
  return [
    systemText,
    ...details.flatMap(detail => toTaskTexts({ detail, ...sampleRequest })),
    ...toOpenInstructions(),
    ...details.flatMap(detail => toWindowTaskText({ detail, ...sampleRequest })),
    mergeSystemText,
    toMergeText(sampleMerge),
    toRepairInstructions(),
    judgeSystemText,
    toJudgeInstructions(),
  ];
}

/** The sentences of a text of instructions, also those that begin with a field's name; a line of a list or of JSON is one. */
export function toPromptSentences(text: string): readonly string[] {
  return text.split('\n').flatMap(line => {
    const isOne = line === '' || /^(?:- |\{)/.test(line);
    return isOne ? [line].filter(Boolean) : line.split(/(?<=[.?!])\s+(?=[\p{Lu}"<]|[a-z]+(?: is|,))/u);
  });
}
