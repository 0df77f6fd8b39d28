import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { createLongEngine } from '../../../src/app/windows/engine.ts';
import { defaultLongLimits } from '../../../src/app/windows/long-parts.ts';
import type { VerifiedClaim } from '../../../src/core/claims/claim.ts';
import { toEvidence } from '../../../src/core/conversation/evidence.ts';
import { createVerifier } from '../../../src/core/verify/verifier.ts';
import { claimBudget } from '../../../src/core/windows/select.ts';
import { print, printTable } from '../table.ts';
import { type Planted, plantDecisions } from './conversation.ts';
import { createFileWriter } from './file-writer.ts';

const size = 20_000;
const never = new AbortController().signal;
const detail = 'standard';

export type PlantedOptions = {
  /** A folder to which prompts are written, and from which answers are read. */
  readonly prompts?: string;
};

/**
 * Writes the prompts of a summary of a conversation with planted decisions, step by step: those of the windows, then of
 * the merges. Once all are answered, prints which decisions come through.
 */
export async function printPlanted(data: string, { prompts }: PlantedOptions): Promise<void> {
  if (prompts === undefined) return print('planted needs --prompts DIR; see docs/figures.md.\n');
  const made = plantDecisions(data, size);
  if (made === null) return;
  const { conversation, planted } = made;
  const evidence = toEvidence(conversation);
  const positions = new Map(evidence.messages.map(({ id, position }) => [id, position]));
  const verifier = createVerifier(evidence, { languages: ['en'], zone: 'UTC' });
  const collect = () => {
    const proven: VerifiedClaim[] = [];
    let count = 0;
    return {
      proven,
      count: () => count,
      add: (claim: unknown) => {
        count += 1;
        const verdict = verifier.verify(claim);
        if (verdict.ok) proven.push(verdict.claim);
      },
    };
  };
  const [drafted, merged] = [collect(), collect()];
  const keys = new Set(planted.flatMap(({ key, firstKey }) => [key, firstKey]));
  const { writer, progress } = createFileWriter({
    folder: prompts,
    isNeeded: ({ messages }) => messages.some(({ id }) => keys.has(id)),
    onWindowClaim: drafted.add,
  });
  const engine = createLongEngine({
    short: { name: 'files', draft: () => Promise.reject(new Error('the conversation is too short')) },
    writer,
    hash: text => createHash('sha256').update(text).digest('hex'),
    now: () => new Date().toISOString(),
    log: pino({ level: 'silent' }),
    limits: { ...defaultLongLimits, rounds: 0 },
  });
  await engine.draft(
    { evidence, detail, language: 'en', spoken: ['en'], zone: 'UTC' },
    (claim, stage) => {
      if (stage !== 'preview') merged.add(claim);
    },
    never,
  );
  const { unanswered, answered, byCode } = progress();
  print(
    `${evidence.messages.length} messages; answered prompts: ${answered}; windows that code quotes: ${byCode}`,
  );
  if (unanswered.length > 0) {
    print(`Answer these in ${prompts}, each NAME.txt by a NAME.json, then run this again:`);
    for (const name of unanswered) print(name);
    return print();
  }
  print(
    `proven claims of windows: ${drafted.proven.length} of ${drafted.count()}; of the last merge: ${merged.proven.length} of ${merged.count()}, at most ${claimBudget[detail]}`,
  );
  printFound(planted, id => positions.get(id) ?? 0, drafted.proven, merged.proven);
}

function printFound(
  planted: readonly Planted[],
  toPosition: (id: string) => number,
  drafted: readonly VerifiedClaim[],
  merged: readonly VerifiedClaim[],
): void {
  const isCited = (claims: readonly VerifiedClaim[], id: string) =>
    claims.some(claim => cites(claim, toPosition(id)));
  const found = planted.map(({ id, how, key, firstKey }) => ({
    id,
    how,
    inWindow: isCited(drafted, key),
    inSummary: isCited(merged, key),
    // As if it still held: cited by a claim that cites nothing of what came later.
    isOutdated:
      firstKey !== null &&
      merged.some(claim => cites(claim, toPosition(firstKey)) && !cites(claim, toPosition(key))),
  }));
  const toCell = (is: boolean) => (is ? 'yes' : 'no');
  const total = (is: (each: (typeof found)[number]) => boolean) =>
    `${found.filter(is).length} of ${found.length}`;
  printTable(
    'Planted decisions',
    ['', 'how', 'in its window’s draft', `at ${detail}`, 'former one told as valid'],
    [
      ...found.map(
        ({ id, how, inWindow, inSummary, isOutdated }) =>
          [
            id,
            how,
            toCell(inWindow),
            toCell(inSummary),
            how === 'superseded' ? toCell(isOutdated) : '',
          ] as const,
      ),
      [
        'all',
        '',
        total(each => each.inWindow),
        total(each => each.inSummary),
        total(each => each.isOutdated),
      ],
    ],
  );
}

function cites({ citations }: VerifiedClaim, position: number): boolean {
  return citations.some(citation => citation.position === position);
}
