import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Claude, createClaude } from '../../demo/claude/claude.ts';
import { createClaimJudge } from '../../demo/claude/judge.ts';
import { writeClaim } from '../../demo/claude/writer.ts';
import type { SummaryDocument } from '../../src/render/formats/document.ts';
import { fact } from '../e2e/engines.ts';
import { createFiles } from './files.ts';
import { runFootnote, startFootnote } from './run-footnote.ts';

const { chat, write } = createFiles();
const check = ['check', chat, write('statements.md', '- The budget is 1,200 euros.'), '--format', 'json'];
const claims = [
  fact('The budget is 1,200 euros.', 1, 'the budget is 1,200 euros'),
  fact('Dave will book the tent by Friday.', 4, "I'll book the tent by Friday"),
].map(writeClaim);

let claude: Claude;
beforeAll(async () => {
  claude = await createClaude();
});
beforeEach(() => {
  claude.faults.clear();
  claude.pace = {};
});
afterAll(() => claude.close());

const environment = () => ({ ANTHROPIC_API_KEY: claude.apiKey, ANTHROPIC_BASE_URL: claude.url });
const ask = ['summarize', chat, '--engine', 'claude', '--format', 'json'];

/** The bodies that asked for a summary, oldest first. */
function bodies(): readonly unknown[] {
  return claude.requests.filter(({ path }) => path === '/v1/messages').map(({ body }) => body);
}

describe('the shell with Claude', () => {
  test('writes what Claude wrote and the judge found, and what both took', async () => {
    const { writer, judge } = claude;
    onTestFinished(() => void Object.assign(claude, { writer, judge }));
    // Nothing comes back where one is to be written once more.
    claude.writer = ({ text }) => (text.includes('<claims>') ? [] : claims);
    claude.judge = createClaimJudge(({ text }) =>
      /budget/.test(text) ? { missing: 'the year', verdict: 'partly' } : { verdict: 'supported' },
    );
    const calls = bodies().length;
    const { code, stdout, stderr } = await runFootnote(ask, environment());
    expect(code, stderr).toBe(0);
    const document = JSON.parse(stdout) as SummaryDocument;
    const [writing, small] = ['claude-sonnet-5-5', 'claude-haiku-5-5'];
    expect(document.engine).toEqual({ name: 'claude', model: writing, judge: small });
    expect(document.counts).toMatchObject({ verified: 1, sources_found: 0, needs_clarification: 1 });
    const words = expect.stringContaining('the year');
    const finding = { check: 'judge', outcome: 'fail', words, effect: 'mark' };
    expect(document.unclear).toMatchObject([{ findings: expect.arrayContaining([finding]) }]);
    const models = bodies()
      .slice(calls)
      .map(body => (body as { model: string }).model);
    expect(models).toEqual([writing, small, small, writing]);
    expect(document.usage).toEqual({
      input_tokens: expect.any(Number),
      cached_tokens: expect.any(Number),
      output_tokens: expect.any(Number),
      cost_usd: expect.any(Number),
      seconds: expect.any(Number),
    });
  });

  test('says that the wording was not judged, and ends well, where the judge is away', async () => {
    claude.faults.next({ kind: 'status', status: 401 }, 1, 'verdict');
    const { code, stdout } = await runFootnote(['summarize', chat, '--engine', 'claude'], environment());
    expect([code, stdout]).toEqual([0, expect.stringContaining('Not checked by a model. Quotes match,')]);
  });

  test('sends nothing where quotes are asked for, or the judge is off', async () => {
    const before = claude.requests.length;
    const plain = await runFootnote(['summarize', chat], environment());
    const off = await runFootnote(check, { ...environment(), FOOTNOTE_JUDGE: 'off' });
    expect([plain.code, off.code, claude.requests.length]).toEqual([0, 0, before]);
    expect(plain.stderr + off.stderr).not.toMatch(/API_KEY/);
    expect(off.stderr).toContain('With FOOTNOTE_JUDGE=on and a key, a model reads each statement.');
  });

  test('--show-prompt prints what would be sent, to the letter, and sends nothing', async () => {
    const before = claude.requests.length;
    const shown = await runFootnote([...ask, '--show-prompt'], environment());
    const readable = await runFootnote(['summarize', chat, '--show-prompt']);
    expect([shown.code, readable.code, claude.requests.length]).toEqual([0, 0, before]);
    expect(shown.stderr).toContain('Nothing was sent.');
    const calls = bodies().length;
    await runFootnote(ask, environment());
    const sent = bodies()[calls] as { system: string; messages: [{ content: { text: string }[] }] };
    expect(JSON.parse(shown.stdout)).toEqual([sent]);
    for (const text of [sent.system, ...sent.messages[0].content.map(block => block.text)])
      expect(readable.stdout).toContain(`\n${text}\n`);
    expect(readable.stdout).not.toContain(claude.apiKey);
  });

  test('where Claude fails, quotes are written, with the reason and what to do about it', async () => {
    claude.faults.next({ kind: 'status', status: 401 }, 1, 'POST /v1/messages');
    const { code, stdout, stderr } = await runFootnote(ask, environment());
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as SummaryDocument).engine).toEqual({
      name: 'extractive',
      reason: 'key_refused',
    });
    expect(stderr.match(/Create a key at https:\/\/platform\.claude\.com/g)).toHaveLength(1);
    expect(stderr).not.toContain('{"level"');
    claude.faults.next({ kind: 'status', status: 400 }, 1, 'POST /v1/messages');
    const refused = await runFootnote(ask, environment());
    expect(refused.stderr).toContain(
      'did not accept the request. This is a bug in Footnote. Here are selected',
    );
    claude.faults.next({ kind: 'status', status: 401 }, 1, 'POST /v1/messages');
    const plain = await runFootnote(['summarize', chat, '--engine', 'claude'], environment());
    expect(plain.stdout).toContain('The API key was not accepted. Here are selected quotes');
    expect(plain.stdout).not.toContain('notified');
  });

  test('Ctrl+C stops it, and nothing is written', async () => {
    claude.faults.next({ kind: 'pings', everyMs: 50 }, 1, 'POST /v1/messages');
    const calls = bodies().length;
    const script = startFootnote(ask, environment());
    await expect.poll(() => bodies().length).toBe(calls + 1);
    script.kill('SIGINT');
    const { code, stdout, stderr } = await script.ended;
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('Cancelled. Nothing was written.');
  });
});
