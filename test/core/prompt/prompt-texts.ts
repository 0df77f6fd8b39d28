import { details } from '../../../src/core/claims/summary/summary.ts';
import { assignSystemText, toAssignText } from '../../../src/core/prompt/assign.ts';
import { compareSystemText, toCompareText } from '../../../src/core/prompt/compare.ts';
import { type JudgedClaim, judgeSystemText, toJudgeText } from '../../../src/core/prompt/judge.ts';
import { toMemoryText } from '../../../src/core/prompt/memory.ts';
import { mergeSystemText, toMergeText } from '../../../src/core/prompt/merge.ts';
import { toRepairText } from '../../../src/core/prompt/repair.ts';
import { systemText } from '../../../src/core/prompt/system.ts';
import { toTaskTexts, toWindowTaskText } from '../../../src/core/prompt/task.ts';
import type { AssignTask } from '../../../src/core/topics/assign-task.ts';
import type { ChannelMemory } from '../../../src/core/topics/memory.ts';
import type { TopicClaim } from '../../../src/core/topics/topic-claim.ts';
import type { ChannelTopic } from '../../../src/core/topics/topics.ts';

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

/** Two decisions that are compared, as the page shows them. */
export const sampleComparing = {
  earlier: [{ text: 'The fair closes at <b>18:00</b>.', positions: [1] }],
  decision: { text: 'The fair closes at 20:00.', positions: [2, 3] },
  language: 'en',
  zone: 'UTC',
} as const;

/** The instructions of a comparison without the decisions in it. */
function toCompareInstructions(): string {
  return toCompareText(sampleComparing).replace(/<decisions>[\s\S]*<\/decisions>\n/, '');
}

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

/** The topics that the page shows. */
const sampleClaim: TopicClaim = {
  key: 's.c1',
  kind: 'question',
  label: 'Hall',
  text: 'Who books the hall?',
  sources: [{ messageId: '1', placeId: '1', time: '2026-03-09T09:00:00.000Z', sender: 'Ann' }],
  closes: [],
};
const sampleTopic: ChannelTopic = {
  id: 's.c1',
  keys: new Set(['s.c1']),
  title: 'Hall',
  reason: 'open_question',
  claims: [sampleClaim],
  open: [sampleClaim],
  people: ['Ann'],
  placeIds: ['1'],
  first: '2026-03-09T09:00:00.000Z',
  last: '2026-03-09T09:00:00.000Z',
  request: null,
};
export const sampleMemory: ChannelMemory = {
  request: { claim: sampleClaim, question: null },
  active: [sampleTopic],
  inactive: [
    { ...sampleTopic, title: 'Tent', open: [], claims: [{ ...sampleClaim, text: 'It is rented.' }] },
  ],
};

/** The introduction of these topics, without the topics themselves. */
function toMemoryInstructions(): string {
  return toMemoryText(sampleMemory).replace(/<topics>[\s\S]*<\/topics>\n/, '');
}

/** Claims that are assigned, as the page shows them. */
export const sampleAssigning: AssignTask = {
  topics: [{ id: 's.c1', claims: [sampleClaim] }],
  claims: [
    { ...sampleClaim, key: 't.c1', kind: 'action', label: 'Tent', text: 'Ann rents <b>two</b> tents.' },
  ],
};

/** The instructions of an assignment without the claims in it. */
function toAssignInstructions(): string {
  return toAssignText(sampleAssigning).replace(/<claims>[\s\S]*<\/claims>\n/, '');
}

/** What is asked of the claims of several windows. */
export const sampleMerge = { ...sampleRequest, most: 12 } as const;

/** Every text of instructions that is sent, of every detail. */
export function toLiveTexts(): readonly string[] {
  return [
    systemText,
    ...details.flatMap(detail => toTaskTexts({ detail, ...sampleRequest })),
    toMemoryInstructions(),
    ...toOpenInstructions(),
    ...details.flatMap(detail => toWindowTaskText({ detail, ...sampleRequest })),
    mergeSystemText,
    toMergeText(sampleMerge),
    toRepairInstructions(),
    judgeSystemText,
    toJudgeInstructions(),
    compareSystemText,
    toCompareInstructions(),
    assignSystemText,
    toAssignInstructions(),
  ];
}

/** The sentences of a text of instructions, also those that begin with a field's name; a line of a list or of JSON is one. */
export function toPromptSentences(text: string): readonly string[] {
  return text.split('\n').flatMap(line => {
    const isOne = line === '' || /^(?:- |\{)/.test(line);
    return isOne ? [line].filter(Boolean) : line.split(/(?<=[.?!])\s+(?=[\p{Lu}"<]|[a-z]+(?: is|,))/u);
  });
}
