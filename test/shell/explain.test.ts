import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Claude, createClaude } from '../../demo/claude/claude.ts';
import { createClaimJudge } from '../../demo/claude/judge.ts';
import { createFiles } from './files.ts';
import { runFootnote } from './run-footnote.ts';

const { chat } = createFiles();

let claude: Claude;
beforeAll(async () => {
  claude = await createClaude();
});
afterAll(() => claude.close());

const environment = () => ({ ANTHROPIC_API_KEY: claude.apiKey, ANTHROPIC_BASE_URL: claude.url });

/** Runs `explain` and reads its parts: the lines below each title. */
async function explain(claim: string, variables: Readonly<Record<string, string>> = {}) {
  const ended = await runFootnote(['explain', chat, claim, '--zone', 'UTC'], variables);
  const parts = ended.stdout.split('\n\n').map(part => {
    const [title = '', ...lines] = part.trimEnd().split('\n');
    return [title, lines.map(line => line.trim())] as const;
  });
  return { ...ended, parts: Object.fromEntries(parts) };
}

const noProblem = [
  'citation     no problem',
  'quote        no problem',
  'attribution  no problem',
  'values       no problem',
];

describe('footnote explain', () => {
  test('prints the messages found, each proof and the result, and last that nobody read it', async () => {
    const { code, parts, stderr } = await explain('The big tent was rented for 450.');
    expect([code, stderr]).toEqual([0, expect.stringContaining('Read 5 of 5 messages')]);
    expect(parts).toEqual({
      Claim: ['The big tent was rented for 450.'],
      Messages: [
        'found by the words that they share with the claim:',
        '2: Bob, 2026-03-09 08:01',
        '“How about we rent the big tent from last year for 450?”',
      ],
      Proofs: noProblem,
      Result: ['Not checked, related messages found'],
      'Nothing here says whether it is true. With a key, a model reads each statement.': [],
    });
  });

  test('names the proof that failed and why; later ones did not run', async () => {
    const { parts } = await explain('The budget of the fair is 1,500 euros.', { FOOTNOTE_JUDGE: 'off' });
    expect(parts).toMatchObject({
      Messages: expect.arrayContaining(['1: Ann, 2026-03-09 08:00', expect.stringContaining('1,200 euros')]),
      Proofs: [...noProblem.slice(0, 3), 'values       failed: no message mentions 1,500 euros'],
      Result: ['Unclear'],
    });
    expect(Object.keys(parts)).not.toContain('Judge');
    expect(Object.keys(parts).at(-1)).toContain('With FOOTNOTE_JUDGE=on and a key, a model reads');
    const nobody = await explain('The cafeteria serves lasagna.');
    expect(nobody.parts).toMatchObject({
      Messages: ['none: no message has enough of its words'],
      Result: ['Not found'],
    });
  });

  test('prints the verdict and what the judge misses; what a proof refuses needs a message that it names', async () => {
    claude.judge = createClaimJudge(({ text }) =>
      /rented/.test(text)
        ? { missing: 'that it was rented', verdict: 'not_supported' }
        : { verdict: 'supported' },
    );
    const variables = environment();
    const wrong = await explain('The big tent was rented for 450.', variables);
    expect(wrong.parts).toMatchObject({
      Messages: expect.arrayContaining(['2: Bob, 2026-03-09 08:01']),
      Proofs: noProblem,
      Judge: ['claude-haiku-5-5: not supported; missing: that it was rented'],
      Result: ['Not found'],
    });
    const right = await explain('Dave will book the tent by Friday.', variables);
    expect(right.parts).toMatchObject({ Judge: ['claude-haiku-5-5: supported'], Result: ['Checked'] });
    claude.judge = createClaimJudge(() => ({ verdict: 'supported', positions: [] }));
    const failed = await explain('The budget is 1,500 euros.', variables);
    expect(failed.parts).toMatchObject({ Judge: ['claude-haiku-5-5: supported'], Result: ['Unclear'] });
    const quoted = await explain('Bob said: “The budget is 1,500 euros.”', variables);
    expect(quoted.parts['Judge']).toEqual(['not asked: a proof failed']);
    claude.faults.next({ kind: 'status', status: 401 }, 1, 'verdict');
    const silent = await explain('Dave will book the tent by Friday.', variables);
    expect(silent.parts['Judge']).toEqual([
      'claude-haiku-5-5 gave no usable verdict; LOG_LEVEL=info shows why',
    ]);
  });
});
