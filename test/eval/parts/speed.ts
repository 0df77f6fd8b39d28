import { makeConversation } from '../../bench/conversation.ts';
import { claimsInDraft, createStages, type StageName } from '../../bench/stages.ts';
import { printTable, toMedian } from '../table.ts';

const sizes = [500, 2_000];
const warmUps = 40;
const rounds = 41;

/** "whole" is evidence, prompt, parse, proofs and render. */
const stages = [
  'whole',
  'evidence + prompt',
  'parse + verify',
  'render',
] as const satisfies readonly StageName[];

/** Prints how long the pure stages of a summary take, warm. */
export function printSpeed(): void {
  printTable(
    `A summary of ${claimsInDraft} claims without the calls, warm, median ms (aims for the whole: 5 for 500 messages, 12 for 2,000)`,
    ['messages', ...stages],
    sizes.map(size => {
      const run = createStages(makeConversation(size));
      for (let round = 0; round < warmUps; round++) run.whole();
      return [size.toLocaleString('en'), ...stages.map(name => toMedianMs(run[name]).toFixed(1))];
    }),
  );
}

function toMedianMs(work: () => unknown): number {
  return toMedian(
    Array.from({ length: rounds }, () => {
      const start = performance.now();
      work();
      return performance.now() - start;
    }),
  );
}
