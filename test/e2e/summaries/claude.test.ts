import type { Fault } from '@footnote/playground/claude';
import type { APIMessage } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';
import { createClaimJudge } from '../../../demo/claude/judge.ts';
import { afterClaims } from '../../../demo/claude/spoiled-claims.ts';
import { createFixedWriter, writeClaim } from '../../../demo/claude/writer.ts';
import type { EngineReason } from '../../../src/core/claims/summary.ts';
import { english as en } from '../../../src/render/texts.ts';
import { quickStall } from '../../io/claude/claude-scene.ts';
import { openClaudeScene } from '../claude-scene.ts';
import { createLogLines } from '../log-lines.ts';
import { type SceneOptions, toClaims, toSaid, toShown } from '../scene.ts';

/** The sentence for a reason as an embed escapes it. */
const toWords = (reason: EngineReason) => en(`summary.reasons.${reason}`);
const unjudged = { hasJudge: false };
const after = afterClaims(1);

/** What goes wrong, what the reader is told, and who wrote what is shown. */
const failures: readonly (readonly [string, Fault, EngineReason, 'quotes' | 'Claude'])[] = [
  ['429 for an hour', { kind: 'status', status: 429, retryAfterSeconds: 3600 }, 'rate_limited', 'quotes'],
  ['a stall', { kind: 'stall', after }, 'stalled', 'Claude'],
  ['a refusal after some text', { kind: 'refusal', after }, 'refused', 'quotes'],
];

describe('a summary by Claude', () => {
  test.each(failures)('says so after %s', async (_, fault, reason, writer) => {
    const limits = fault.kind === 'stall' ? quickStall : {};
    const scene = await openClaudeScene({ limits }, unjudged);
    scene.claude.faults.next(fault, 3, fault.kind === 'stall' ? 'cite' : 'POST /v1/messages');
    const message = await scene.finish();
    const shown = toShown(message);
    expect(shown).toContain(toWords(reason));
    expect(shown).toContain(writer === 'quotes' ? 'selected quotes instead' : 'some may be missing');
    expect(await scene.why(message)).toContain(
      writer === 'quotes' ? 'quotes, no model' : 'Written by claude-sonnet-5-5',
    );
    expect(shown).toMatch(/\[\[1\]\]\(<?https:/);
    // A refusal would be the same again.
    const advice = 'Choose **More**, then **Again…**, to ask the model once more.';
    expect(toSaid(message).includes(advice)).toBe(reason !== 'refused');
  });
});

const quoting = (text: string, position: number, quote: string) => ({
  text,
  kind: 'fact' as const,
  evidence: [{ position, quote }],
});
const loudspeakers = quoting(
  'The loudspeakers from 2024 still work.',
  5,
  'The loudspeakers from 2024 still work',
);
const parking = quoting(
  'Parking behind the gym was allowed in every one of the last years.',
  7,
  'Parking behind the gym was allowed',
);

/** A judge that misses something in the claim about parking, and nothing elsewhere. */
const strict = createClaimJudge(({ text }) =>
  text.startsWith('Parking')
    ? { missing: 'whether it is allowed *this* year', verdict: 'partly' }
    : { verdict: 'supported' },
);

/** Nothing comes back where a claim is to be written once more. */
async function openJudged(options: SceneOptions = {}) {
  const scene = await openClaudeScene(options);
  scene.claude.writer = createFixedWriter([loudspeakers, parking], []);
  scene.claude.judge = strict;
  return scene;
}

function toLines(message: APIMessage): readonly string[] {
  return toClaims(message)
    .split('\n')
    .filter(line => line.startsWith('- '));
}

describe('a summary that is judged', () => {
  test('shows claims before they are judged, one line says so, and they settle with the verdicts', async () => {
    const scene = await openJudged();
    const { claude } = scene;
    const [heard, repaired] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    claude.judge = async prompt => {
      await heard.promise;
      return strict(prompt);
    };
    claude.writer = async ({ text }) => {
      if (!text.includes('<claims>')) return [loudspeakers, parking].map(writeClaim);
      await repaired.promise;
      return [];
    };
    const view = await scene.summarize();
    const shows = (...words: readonly string[]) =>
      view.until(({ message }) => words.every(each => toShown(message).includes(each)));
    await shows('Checking the wording of 2 claims…', 'Parking');
    expect(toShown(view)).toContain('2 not checked');
    expect(toShown(view)).not.toContain('Unclear. See');
    heard.resolve();
    await shows('Checking the wording of 2 claims…', 'Unclear. See');
    repaired.resolve();
    await shows(':more"', 'Unclear. See');
    expect(toShown(view)).not.toContain('2 not checked');
  });

  test('where the judge is away keeps all claims, and says once that nobody judged them; no word is logged', async () => {
    const logged = createLogLines();
    const scene = await openJudged({ log: logged.log });
    scene.claude.faults.next({ kind: 'status', status: 429, retryAfterSeconds: 3_600 }, 1, 'verdict');
    const message = await scene.finish();
    expect(toLines(message)).toHaveLength(2);
    expect(toShown(message)).not.toMatch(/unclear/i);
    expect(message.content).toContain(
      '> *Not checked by a model. Quotes match, but numbers, units and dates may belong to something else.*',
    );
    expect(await scene.why(message)).toMatch(
      /2 .*\nWritten by claude-sonnet-5-5 · not checked by a model · /,
    );
    const shown = () => logged.lines.findLast(({ msg }) => msg === 'summary-shown');
    await expect.poll(shown).toMatchObject({ claims: 2 });
    expect(logged.events()).toContain('judge-failed');
    expect(JSON.stringify(logged.lines)).not.toMatch(/gym|loudspeakers|this year/i);
  });
});
