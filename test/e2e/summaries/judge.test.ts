import type { InteractionView } from '@footnote/playground/discord';
import type { APIMessage } from 'discord-api-types/v10';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Claude, createClaude } from '../../../demo/claude/claude.ts';
import { createClaimJudge } from '../../../demo/claude/judge.ts';
import { createScriptedJudge } from '../../../demo/claude/scripted-judge.ts';
import { createFixedWriter, writeClaim } from '../../../demo/claude/writer.ts';
import { extractiveEngine } from '../../../src/app/extractive.ts';
import type { Engine, Judge } from '../../../src/app/ports.ts';
import { connectClaude } from '../../../src/io/claude/connect.ts';
import { toClaudeOptions } from '../../io/claude/claude-options.ts';
import { quickLimits } from '../../io/claude/claude-scene.ts';
import { sure } from '../../sure.ts';
import { createLogLines } from '../log-lines.ts';
import { createScene, fill, readWhy, type Scene, toShown } from '../scene.ts';

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

let claude: Claude;
let scene: Scene;
let logged: ReturnType<typeof createLogLines>;
let connected: Awaited<ReturnType<typeof connect>>;

/** Models that have not heard yet of any rate limit. */
function connect() {
  return connectClaude(
    {
      ...toClaudeOptions(claude),
      log: logged.log,
      limits: quickLimits,
    },
    new AbortController().signal,
  );
}

beforeAll(async () => {
  claude = await createClaude();
  logged = createLogLines();
  const engine: Engine = {
    name: 'claude',
    draft: (...asked) => connected.engine.draft(...asked),
    repair: (...asked) => (connected.engine.repair ?? connected.engine.draft)(...asked),
  };
  const judge: Judge = {
    model: 'claude-haiku-5-5',
    judge: (...asked) => {
      if (!connected.judge) throw new Error('there is no judge');
      return connected.judge.judge(...asked);
    },
  };
  scene = await createScene({
    engine,
    fallback: extractiveEngine,
    judge,
    pace: { afterMs: 20, everyMs: 30 },
    log: logged.log,
  });
  fill(scene);
});
beforeEach(async () => {
  connected = await connect();
  claude.faults.clear();
  claude.pace = {};
  // Nothing comes back where a claim is to be written once more.
  claude.writer = createFixedWriter([loudspeakers, parking], []);

  claude.judge = createScriptedJudge();
});
afterAll(async () => {
  await scene.close();
  await claude.close();
});

/** A judge that misses something in the claim about parking, and nothing elsewhere. */
const strict = createClaimJudge(({ text }) =>
  text.startsWith('Parking')
    ? { missing: 'whether it is allowed *this* year', verdict: 'partly' }
    : { verdict: 'supported' },
);

function ask(user = scene.ann): Promise<InteractionView> {
  return scene.summarize({}, user);
}

async function summarize(user = scene.ann): Promise<APIMessage> {
  const view = await ask(user);
  const message = sure((await view.until(each => toShown(each.message).includes(':more"'))).message);
  return message;
}

function toLines({ embeds }: Pick<APIMessage, 'embeds'>): readonly string[] {
  return (embeds[0]?.description ?? '').split('\n').filter(line => line.startsWith('- '));
}

describe('in Discord', () => {
  test('a claim that the judge marked is unclear and shows its message, and the others stand; Why has the reason', async () => {
    claude.judge = strict;
    const message = await summarize();
    const [first = '', second = ''] = toLines(message);
    expect(first).toMatch(/^- The loudspeakers from 2024 still work\.\s\[\[1\]\]\(https/);
    expect(first).not.toContain('Unclear');
    expect(second).toMatch(/^- Unclear\. See\s\[\[2\]\]\(\S+\) \*\*\w+:\*\* “.+”$/);
    expect(message.embeds[0]?.footer?.text).toBe('✓ 1 checked · ⚠ 1 unclear · 8 messages');
    expect(await readWhy(scene.actions, message, scene.ann)).toMatch(
      /1 checked, 1 unclear\nWritten by claude-sonnet-5-5, checked by code and by claude-haiku-5-5 · [\d,]+ tokens read, [\d,]+ written · \$0\.\d+ · [\d.]+s\n/,
    );
  });

  test('claims are shown before they are judged, one line says so, and they settle with the verdicts', async () => {
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
    const view = await ask();
    const shows = (...words: readonly string[]) =>
      view.until(({ message }) => words.every(each => toShown(message).includes(each)));
    await shows('Checking the wording of 2 claims…', 'Parking');
    expect(toShown(view.message)).not.toContain('not checked');
    expect(toShown(view.message)).not.toContain('Unclear. See');
    heard.resolve();
    await shows('Checking the wording of 2 claims…', 'Unclear. See');
    repaired.resolve();
    await shows(':more"', 'Unclear. See');
  });

  test('where the judge is away all claims stand, and one sentence says that nobody judged them', async () => {
    claude.faults.next({ kind: 'status', status: 429, retryAfterSeconds: 3_600 }, 1, 'verdict');
    const message = await summarize();
    expect(toLines(message)).toHaveLength(2);
    expect(toShown(message)).not.toMatch(/unclear/i);
    expect(message.embeds[0]?.description).toContain(
      '*Not checked by a model. Quotes match, but numbers, units and dates may belong to something else.*',
    );
    expect(await readWhy(scene.actions, message, scene.ann)).toMatch(
      /2 .*\nWritten by claude-sonnet-5-5, checked by code · /,
    );
    const shown = () => logged.lines.findLast(({ msg }) => msg === 'summary-shown');
    await expect.poll(shown).toMatchObject({ claims: 2, sourcesFound: 2 });
  });

  test('quotes that code chose are not judged, nor is anything sent for them', async () => {
    claude.faults.next({ kind: 'status', status: 529 }, 3);
    const before = claude.requests.length;
    const message = await summarize();
    expect(await readWhy(scene.actions, message, scene.ann)).toContain('Quotes, no model');
    const sent = claude.requests.slice(before).map(({ body }) => JSON.stringify(body));
    expect(sent.filter(body => body.includes('<claim '))).toEqual([]);
  });

  test('no word of a message or a verdict is logged', () => {
    expect(logged.lines.some(({ msg }) => msg === 'judge-failed')).toBe(true);
    expect(JSON.stringify(logged.lines)).not.toMatch(/gym|loudspeakers|this year/i);
  });
});
