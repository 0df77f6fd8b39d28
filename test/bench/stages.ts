import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { renumber } from '../../src/core/claims/assemble.ts';
import type { Summary } from '../../src/core/claims/summary.ts';
import { type Evidence, toEvidence } from '../../src/core/conversation/evidence.ts';
import type { Conversation } from '../../src/core/conversation/message.ts';
import { toHighlights } from '../../src/core/highlights/highlights.ts';
import { toAnswerPrompt } from '../../src/core/prompt/prompt.ts';
import { createVerifier } from '../../src/core/verify/verifier.ts';
import { toEmbedPages } from '../../src/render/embed/embed.ts';
import { toMarkdown } from '../../src/render/formats/markdown.ts';
import { printTable, type Row, toCell, toMedian } from '../eval/table.ts';
import { makeConversation } from './conversation.ts';

const claimsInDraft = 40;
const stageNames = ['evidence + prompt', 'highlights', 'parse + verify', 'render', 'whole'] as const;
type StageName = (typeof stageNames)[number];

/** The stages over one conversation, each as a function that can be timed alone; `whole` leaves out `highlights`. */
function createStages(conversation: Conversation): Readonly<Record<StageName, () => unknown>> {
  const request = { detail: 'standard', language: 'en', zone: 'UTC' } as const;
  const frame = {
    id: 'bench',
    detail: 'standard',
    engine: { name: 'bench' },
    language: 'en',
    zone: 'UTC',
    window: {},
  } as const;
  const languages = ['en'];
  const evidence = toEvidence(conversation);
  const draft = writeDraft(evidence, claimsInDraft);

  const read = () => {
    const own = toEvidence(conversation);
    return { own, prompt: toAnswerPrompt(own, request) };
  };
  const verify = (own: Evidence): Summary => {
    const verifier = createVerifier(own, { languages });
    const verdicts = JSON.parse(draft).claims.map((claim: unknown) => verifier.verify(claim));
    const verified = verdicts.flatMap((verdict: ReturnType<typeof verifier.verify>) =>
      verdict.ok ? [verdict.claim] : [],
    );
    const rejected = verdicts.flatMap((verdict: ReturnType<typeof verifier.verify>) =>
      verdict.ok ? [] : [verdict.rejected],
    );
    return renumber(own, verified, rejected, frame);
  };
  const show = (summary: Summary) => [toEmbedPages(summary), toMarkdown(summary)];
  const summary = verify(evidence);

  return {
    'evidence + prompt': read,
    highlights: () => toHighlights(evidence, { detail: 'standard', languages }),
    'parse + verify': () => verify(evidence),
    render: () => show(summary),
    whole: () => show(verify(read().own)),
  };
}

/**
 * What a writer would send for this evidence, as JSON: claims spread over it, quotes exact, changed in case
 * and marks, or invented; names, figures and positions right or wrong.
 */
function writeDraft(evidence: Evidence, count: number): string {
  const { messages } = evidence;
  const claims = Array.from({ length: count }, (_, index) => {
    const message = messages[Math.floor(((index + 0.5) * messages.length) / count)];
    if (!message) return null;
    const words = message.text.slice(0, 80).replace(/\s\S*$/, '');
    const quote = index % 4 === 1 ? words.toUpperCase() : index % 10 === 9 ? 'nobody ever wrote this' : words;
    return {
      evidence: [{ position: index % 13 === 12 ? messages.length + 5 : message.position, quote }],
      kind: (['key_point', 'decision', 'action', 'question'] as const)[index % 4],
      topic: `topic ${index % 5}`,
      text: `${message.author.name} said that ${words.toLowerCase()}`,
      speakers: [message.author.name],
      owner: index % 4 === 2 ? message.author.name : '',
      due: '',
      before: { text: '', evidence: [] },
      confidence: 0.9,
    };
  });
  return JSON.stringify({ claims });
}

const sizes = [100, 500, 2_000, 10_000, 100_000];
const enoughMs = 1_000;
const maxRounds = 60;

/** Medians over rounds in which every size and stage takes its turn, so that a slow minute slows all of them. */
export function printStages(): void {
  const all = sizes.map(size => createStages(makeConversation(size)));
  const taken = all.map(() => new Map(stageNames.map(name => [name, [] as number[]])));
  for (const stages of all.slice(0, 3))
    for (let round = 0; round < 20; round++) for (const name of stageNames) stages[name]();
  for (let round = 0; round < maxRounds; round++)
    for (const [index, stages] of all.entries())
      for (const name of stageNames) {
        const times = taken[index]?.get(name) ?? [];
        if (round >= 3 && times.reduce((sum, ms) => sum + ms, 0) > enoughMs) continue;
        const start = performance.now();
        stages[name]();
        times.push(performance.now() - start);
      }
  const toRow = (name: StageName): Row => {
    const medians = taken.map(each => toMedian(each.get(name) ?? []));
    // The exponent of growth: 1 is linear.
    const slope = Math.log((medians[4] ?? 0) / (medians[2] ?? 1)) / Math.log(50);
    return [name, ...medians.map(ms => ms.toFixed(ms < 10 ? 2 : 0)), slope.toFixed(2)];
  };
  const peaks = sizes.map(size =>
    execFileSync(process.execPath, [fileURLToPath(import.meta.url), '--peak', String(size)], {
      encoding: 'utf8',
    }),
  );
  printTable(
    `ms, interleaved, of drafts of ${claimsInDraft} claims; "whole" is all but highlights; slope from 2,000 on`,
    ['', ...sizes.map(toCell), 'slope'],
    [...stageNames.map(toRow), ['peak memory of a process, MB', ...peaks]],
  );
}

if (process.argv[2] === '--peak') {
  const stages = createStages(makeConversation(Number(process.argv[3])));
  for (const name of stageNames) stages[name]();
  process.stdout.write((process.resourceUsage().maxRSS / 1024).toFixed(0));
}
