import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Claude, createClaude } from '../../demo/claude/claude.ts';
import { createClaimJudge } from '../../demo/claude/judge.ts';
import { createScriptedJudge } from '../../demo/claude/scripted-judge.ts';
import { writeClaim } from '../../demo/claude/writer.ts';
import type { CheckDocument, SummaryDocument } from '../../src/render/formats/document.ts';
import { createFiles } from './files.ts';
import { runFootnote } from './run-footnote.ts';

const { chat, write } = createFiles();

/** Nothing comes back where one is to be written once more. */
const claims = [
  {
    text: 'The budget is 1,200 euros.',
    kind: 'fact' as const,
    evidence: [{ position: 1, quote: 'the budget is 1,200 euros' }],
  },
  {
    text: 'Dave will book the tent by Friday.',
    kind: 'action' as const,
    owner: 'Dave',
    due: 'by Friday',
    evidence: [{ position: 4, quote: "I'll book the tent by Friday" }],
  },
].map(writeClaim);

let claude: Claude;
beforeAll(async () => {
  claude = await createClaude();
});
beforeEach(() => {
  claude.faults.clear();
  claude.judge = createScriptedJudge();
  claude.writer = ({ text }) => (text.includes('<claims>') ? [] : claims);
});
afterAll(() => claude.close());

const environment = () => ({
  ANTHROPIC_API_KEY: claude.apiKey,
  ANTHROPIC_BASE_URL: claude.url,
});
const ask = ['summarize', chat, '--engine', 'claude', '--format', 'json'];
const statements = write('statements.md', '- The budget is 1,200 euros.\n- The budget is 1,500 euros.');
const checkArgs = ['check', chat, statements, '--format', 'json'];

/** The bodies of what was sent since, oldest first. */
function bodies(since: number): readonly { readonly model: string }[] {
  const sent = claude.requests.slice(since).filter(({ path }) => path === '/v1/messages');
  return sent.map(({ body }) => body as { model: string });
}

/** A judge that misses the year of every budget. */
const strict = createClaimJudge(({ text }) =>
  /budget/.test(text) ? { missing: 'the year', verdict: 'partly' } : { verdict: 'supported' },
);

describe('the shell with a judge', () => {
  test('marks what it does not find supported, and tells both models and what they took', async () => {
    claude.judge = strict;
    const before = claude.requests.length;
    const { code, stdout, stderr } = await runFootnote(ask, environment());
    const { engine, counts, unclear, usage } = JSON.parse(stdout) as SummaryDocument;
    expect([code, stderr]).toEqual([0, expect.stringContaining('2 claims, 0 removed')]);
    expect(engine).toEqual({ name: 'claude', model: 'claude-sonnet-5-5', judge: 'claude-haiku-5-5' });
    expect(counts).toMatchObject({ verified: 1, sources_found: 0, needs_clarification: 1 });
    expect(unclear[0]).toMatchObject({
      status: 'needs_clarification',
      findings: expect.arrayContaining([
        { check: 'judge', outcome: 'fail', words: expect.stringContaining('the year'), effect: 'mark' },
      ]),
    });
    expect(bodies(before).map(({ model }) => model)).toEqual([
      'claude-sonnet-5-5',
      'claude-haiku-5-5',
      'claude-haiku-5-5',
      'claude-sonnet-5-5',
    ]);
    expect(usage?.cost_usd).toBeGreaterThan(0);
  });

  test('says in the summary that the wording was not judged, and ends well', async () => {
    claude.faults.next({ kind: 'status', status: 401 }, 1, 'verdict');
    const { code, stdout } = await runFootnote(['summarize', chat, '--engine', 'claude'], environment());
    expect(code).toBe(0);
    expect(stdout).toContain(
      'Not checked by a model. Quotes match, but numbers, units and dates may belong to something else.',
    );
    claude.faults.next({ kind: 'status', status: 401 }, 1, 'verdict');
    const bare = await runFootnote([...ask, '--no-references'], environment());
    const { counts } = JSON.parse(bare.stdout) as SummaryDocument;
    expect(counts).toMatchObject({ verified: 0, sources_found: 2 });
  });

  test('sends nothing where quotes are asked for, or it is off', async () => {
    const before = claude.requests.length;
    const plain = await runFootnote(['summarize', chat], environment());
    const off = await runFootnote(checkArgs, { ...environment(), FOOTNOTE_JUDGE: 'off' });
    expect([plain.code, off.code, claude.requests.length]).toEqual([0, 0, before]);
    expect(plain.stderr + off.stderr).not.toMatch(/JUDGE|API_KEY/);
  });

  test('judges statements that code finds to hold, and nothing else is sent', async () => {
    claude.judge = strict;
    const before = claude.requests.length;
    const { code, stdout } = await runFootnote(checkArgs, environment());
    const document = JSON.parse(stdout) as CheckDocument;
    expect([code, document.judge]).toEqual([0, 'claude-haiku-5-5']);
    expect(document.statements.map(({ status }) => status)).toEqual([
      'needs_clarification',
      'needs_clarification',
    ]);
    expect(document.usage?.input_tokens).toBeGreaterThan(300);
    expect(bodies(before)).toHaveLength(1);
    expect(JSON.stringify(bodies(before))).not.toMatch(/1,500/);
  });

  test('tells at the start that its model does not exist, or that there is no key', async () => {
    const gone = await runFootnote(checkArgs, { ...environment(), FOOTNOTE_MODEL_SMALL: 'claude-nobody' });
    expect([gone.code, gone.stderr]).toEqual([
      0,
      expect.stringMatching(
        /model “claude-nobody” does not exist.*Set FOOTNOTE_MODEL_SMALL to another model\. Available: /,
      ),
    ]);
    const keyless = await runFootnote(checkArgs, { ...environment(), ANTHROPIC_API_KEY: '' });
    expect([keyless.code, keyless.stderr]).toEqual([
      0,
      expect.stringContaining(
        'Not checked by a model: quotes match, but numbers, units and dates may belong to something else. To have it checked, set ANTHROPIC_API_KEY.',
      ),
    ]);
    expect((JSON.parse(keyless.stdout) as CheckDocument).counts.sources_found).toBe(1);
  });
});
