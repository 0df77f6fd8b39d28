import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { assignSystemText, toAssignText, toTopicElements } from '../../src/core/prompt/assign.ts';
import { assignSchema } from '../../src/core/prompt/assign-schema.ts';
import { compareSystemText, toCompareText } from '../../src/core/prompt/compare.ts';
import { compareSchema } from '../../src/core/prompt/compare-schema.ts';
import { draftSchema } from '../../src/core/prompt/draft-schema.ts';
import { judgeSystemText, toJudgeText } from '../../src/core/prompt/judge.ts';
import { judgeSchema } from '../../src/core/prompt/judge-schema.ts';
import { toMemoryText } from '../../src/core/prompt/memory.ts';
import { mergeSystemText, toMergeText } from '../../src/core/prompt/merge.ts';
import { toRepairText } from '../../src/core/prompt/repair.ts';
import { systemText } from '../../src/core/prompt/system.ts';
import { toTaskTexts } from '../../src/core/prompt/task.ts';
import {
  sampleAssigning,
  sampleComparing,
  sampleJudging,
  sampleMemory,
  sampleMerge,
  sampleOpen,
  sampleRepair,
  sampleRequest,
  toLiveTexts,
  toPromptSentences,
} from '../core/prompt/prompt-texts.ts';
import { toSampleElements, toSampleMergeElements } from '../core/prompt/sample-elements.ts';

const page = readFileSync('docs/prompts.md', 'utf8');

/** The sentences that the page sets off, in runs that share one reason, each with the reason that follows. */
const runs = [...page.matchAll(/^((?:> .*\n)+)\n(.+)$/gm)].map(([, quoted = '', reason = '']) => ({
  sentences: [...quoted.matchAll(/^> (.*)$/gm)].flatMap(match => match[1] ?? []),
  reason,
}));

describe('the page on prompts', () => {
  test('sets off every sentence that is sent, once, and none that is not', () => {
    const live = new Set(toLiveTexts().flatMap(toPromptSentences));
    expect(live.size).toBeGreaterThan(60);
    expect(runs.flatMap(({ sentences }) => sentences).sort()).toEqual([...live].sort());
  });

  test('gives a reason after each', () => {
    const lines = page.match(/^> /gm) ?? [];
    expect(lines).toHaveLength(runs.flatMap(({ sentences }) => sentences).length);
    for (const { sentences, reason } of runs) expect(reason, sentences[0]).toMatch(/^[^>#`-]/);
  });

  test('shows the system prompt, the task, the elements and the order of the schema as they are', () => {
    const blocks = [...page.matchAll(/^```text\n([\s\S]*?)\n```$/gm)].map(match => match[1]);
    const [task] = toTaskTexts({ detail: 'standard', ...sampleRequest });
    const [withOpen = ''] = toTaskTexts({ detail: 'standard', ...sampleRequest, open: sampleOpen });
    const claim = draftSchema.properties.claims.items;
    expect(blocks).toEqual([
      toSampleElements(),
      systemText,
      task,
      /<topics>[\s\S]*<\/topics>/.exec(toMemoryText(sampleMemory))?.[0],
      /<open>[\s\S]*<\/open>/.exec(withOpen)?.[0],
      toSampleMergeElements(),
      mergeSystemText,
      toMergeText(sampleMerge),
      toRepairText(sampleRepair),
      judgeSystemText,
      toJudgeText(sampleJudging),
      compareSystemText,
      toCompareText(sampleComparing),
      assignSystemText,
      [toTopicElements(sampleAssigning), toAssignText(sampleAssigning)].join('\n\n'),
      claim.required.join(', '),
    ]);
    expect(Object.keys(claim.properties)).toEqual(claim.required);
    const verdict = judgeSchema.properties.verdicts.items;
    expect(page).toContain(verdict.required.map(field => `\`${field}\``).join(', '));
    expect(Object.keys(verdict.properties)).toEqual(verdict.required);
    const comparison = compareSchema.properties.comparisons.items;
    expect(page).toContain(comparison.required.map(field => `\`${field}\``).join(', '));
    expect(Object.keys(comparison.properties)).toEqual(comparison.required);
    const assignment = assignSchema.properties.assignments.items;
    expect(page).toContain(assignment.required.map(field => `\`${field}\``).join(', '));
    expect(Object.keys(assignment.properties)).toEqual(assignment.required);
  });

  test('names a source for every label, and uses every source', () => {
    const addresses = new Map(
      [...page.matchAll(/^\[([^\]]+)\]: (https:\/\/\S+)$/gm)].map(match => [match[1], match[2]]),
    );
    const listed = [...page.matchAll(/^- \[([^\]]+)\]: .+$/gm)].map(match => match[1]);
    const text = page.slice(0, page.indexOf('## Sources')).replace(/^(?:>.*|```text\n[\s\S]*?\n```)$/gm, '');
    const used = [...text.matchAll(/\[([\w .-]+)\](?!\()/g)].map(match => match[1]);
    expect(new Set(used)).toEqual(new Set(addresses.keys()));
    expect(listed).toEqual([...addresses.keys()]);
  });
});
