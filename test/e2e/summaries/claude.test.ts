import type { Fault } from '@footnote/playground/claude';
import type { InteractionView } from '@footnote/playground/discord';
import type { APIMessage } from 'discord-api-types/v10';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Claude, createClaude } from '../../../demo/claude/claude.ts';
import { createScriptedWriter } from '../../../demo/claude/scripted-writer.ts';
import { addInvalidClaims, afterClaims } from '../../../demo/claude/spoiled-claims.ts';
import { createFixedWriter } from '../../../demo/claude/writer.ts';
import { extractiveEngine } from '../../../src/app/extractive.ts';
import type { Engine } from '../../../src/app/ports.ts';
import type { EngineReason } from '../../../src/core/claims/summary.ts';
import { connectClaude } from '../../../src/io/claude/connect.ts';
import { builtInPrices } from '../../../src/io/claude/prices.ts';
import { createLogger } from '../../../src/log.ts';
import { english as en } from '../../../src/render/texts.ts';
import { quickLimits } from '../../io/claude/claude-scene.ts';
import { sure } from '../../sure.ts';
import { createScene, fill, readWhy, type Scene, toSaid, toShown } from '../scene.ts';

let claude: Claude;
let scene: Scene;
let engine: Engine;

/** An engine that has not heard yet of any rate limit. */
async function connect(): Promise<Engine> {
  const connected = await connectClaude(
    {
      apiKey: claude.apiKey,
      baseUrl: claude.url,
      model: 'claude-sonnet-5-5',
      prices: builtInPrices,
      log: createLogger('silent'),
      limits: { ...quickLimits, totalMs: 10_000 },
    },
    new AbortController().signal,
  );
  return connected.engine;
}

beforeAll(async () => {
  claude = await createClaude();
  const current: Engine = {
    name: 'claude',
    draft: (...asked) => engine.draft(...asked),
    repair: (...asked) => (engine.repair ?? engine.draft)(...asked),
  };
  scene = await createScene({
    engine: current,
    fallback: extractiveEngine,
    pace: { afterMs: 30, everyMs: 50 },
  });
  fill(scene);
});
beforeEach(async () => {
  engine = await connect();
  claude.faults.clear();
  claude.writer = createScriptedWriter();
});
afterAll(async () => {
  await scene.close();
  await claude.close();
});

async function summarize(options = {}): Promise<APIMessage> {
  const { ann: user } = scene;
  const view = await scene.summarize(options, user);
  return finished(view);
}

/** The summary as it stays, not what is shown of it on the way. */
async function finished(view: InteractionView): Promise<APIMessage> {
  const message = sure((await view.until(each => toShown(each.message).includes(':more"'))).message);
  return message;
}

/** The sentence for a reason as an embed escapes it. */
function toWords(reason: EngineReason): RegExp {
  return new RegExp(
    en(`summary.reasons.${reason}`)
      .replace(/[.?()]/g, '\\$&')
      .replace(/;/g, ';'),
  );
}

test('Claude writes, every claim opens its message, and Why tells model, tokens, cost and time', async () => {
  const message = await summarize();
  const { description = '' } = message.embeds[0] ?? {};
  expect(description).toMatch(/\n\*\*decided\*\*\n- .*\[\[\d+\]\]\(https:\/\/discord\.com\/channels\//);
  expect(message.embeds[0]?.footer?.text).toMatch(/^\d+ not checked · 8 messages$/);
  expect(await readWhy(scene.actions, message, scene.ann)).toMatch(
    /\nWritten by claude-sonnet-5-5, checked by code · [\d,]+ tokens read, [\d,]+ written · \$\d\.\d{4} · [\d.]+s\n/,
  );
});

const after = afterClaims(1);

/** What goes wrong, what the reader is told, and who wrote what is shown. */
const failures: readonly (readonly [string, Fault, EngineReason, 'quotes' | 'Claude'])[] = [
  ['429 for an hour', { kind: 'status', status: 429, retryAfterSeconds: 3600 }, 'rate_limited', 'quotes'],
  ['a stall', { kind: 'stall', after }, 'stalled', 'Claude'],
  ['a refusal after some text', { kind: 'refusal', after }, 'refused', 'quotes'],
];

describe('in Discord', () => {
  test.each(failures)('%s ends in a summary that says so', async (_, fault, reason, writer) => {
    claude.faults.next(fault, 3, fault.kind === 'stall' ? 'cite' : 'POST /v1/messages');
    const message = await summarize();
    claude.faults.clear();
    const shown = toShown(message);
    expect(shown).toMatch(toWords(reason));
    expect(shown).toContain(writer === 'quotes' ? 'selected quotes instead' : 'some may be missing');
    expect(await readWhy(scene.actions, message, scene.ann)).toContain(
      writer === 'quotes' ? 'Quotes, no model' : 'Written by claude-sonnet-5-5',
    );
    expect(shown).toMatch(/\[\[1\]\]\(https:/);
    // A refusal would be the same again.
    const advice = 'Choose **More**, then **Again…**, to ask Claude once more.';
    expect(toSaid(message).includes(advice)).toBe(reason !== 'refused');
  });

  test('an answer without a valid claim is named as such, and quotes are shown', async () => {
    const quote = 'nobody ever wrote this';
    claude.writer = createFixedWriter([
      { text: quote, kind: 'decision', evidence: [{ position: 99, quote }] },
    ]);
    const message = await summarize();
    expect(toShown(message)).toMatch(toWords('unsupported'));
    expect(await readWhy(scene.actions, message, scene.ann)).toContain('1 removed');
  });

  test('bad claims cost themselves, and are counted', async () => {
    claude.faults.next({ kind: 'say', text: addInvalidClaims });
    expect(await readWhy(scene.actions, await summarize(), scene.ann)).toMatch(/[1-9]\d* removed/);
  });

  test('Stop ends the call, and nothing more is paid for', async () => {
    claude.faults.next({ kind: 'pings', after, everyMs: 20 });
    const { ann: user } = scene;
    const view = await scene.summarize({}, user);
    const message = sure((await view.until(each => toShown(each.message).includes(':stop"'))).message);
    await expect.poll(() => claude.requests.at(-1)).toMatchObject({ path: '/v1/messages', outcome: 'open' });
    await scene.press(message, 'Stop', user);
    await expect.poll(() => claude.requests.at(-1)?.outcome).toBe('left');
  });
});
