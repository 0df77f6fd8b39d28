import { beforeEach, describe, expect, test } from 'vitest';
import { extractiveEngine } from '../../../src/app/extractive.ts';
import type { Engine } from '../../../src/app/ports.ts';
import { toAnswerPrompt } from '../../../src/core/prompt/prompt.ts';
import { render } from '../../../src/render/render.ts';
import { sure } from '../../sure.ts';
import { createHeldEngine } from '../engines.ts';
import { createLogLines } from '../log-lines.ts';
import { fill, openScene, readReply, readSummary, type Scene, summarized, told, toShown } from '../scene.ts';

let scene: Scene;
let prompts: string[];
let lines: ReturnType<typeof createLogLines>;

/** Chooses quotes, and notes what a model would have been sent. */
const engine: Engine = {
  ...extractiveEngine,
  draft: (request, onClaim, signal) => {
    prompts.push(JSON.stringify(toAnswerPrompt(request.evidence, request)));
    return extractiveEngine.draft(request, onClaim, signal);
  },
};

beforeEach(async () => {
  prompts = [];
  lines = createLogLines();
  scene = await openScene({ engine, log: lines.log });
  fill(scene);
});

async function privacy(subcommand: string, user = scene.bob): Promise<string> {
  const view = await scene.run(`privacy ${subcommand}`, {}, user);
  expect(view.isEphemeral).toBe(true);
  return await readReply(view);
}

/** What Bob said, in words that nobody else used. */
const bobs = /big tent|book the tent|close at 18|storage room/;

/** All that is kept of a summary, as JSON and as Markdown. */
async function exported(message: Parameters<Scene['stored']>[0]): Promise<string> {
  const stored = sure(await scene.stored(message));
  return JSON.stringify(stored) + render(stored.summary, 'json') + render(stored.summary, 'markdown');
}

describe('a person who opted out', () => {
  test('is not read or quoted anywhere in a summary, only counted', async () => {
    expect(await privacy('opt-out')).toMatch(/auf allen Servern widersprochen/);
    const view = await scene.ask({ detail: 'comprehensive' });
    const all = [
      ...prompts,
      toShown(view),
      await scene.sources(view),
      await exported(view),
      JSON.stringify(lines.lines),
    ];
    for (const text of all) {
      expect(text).not.toMatch(bobs);
      expect(text).not.toContain('Bob');
    }
    expect(prompts[0]).toContain('1,200 euros');
    expect(await scene.why(view)).toContain('4 by people who opted out');
    expect(await exported(view)).toMatch(/"reason": ?"opted_out",\s*"count": ?4/);
  });

  test('is read again once they opted in', async () => {
    await privacy('opt-out');
    await privacy('opt-out');
    await scene.restart();
    expect(await readSummary(scene.summarize())).not.toMatch(bobs);
    expect(await privacy('opt-in')).toContain('aufgehoben');
    expect(await readSummary(scene.summarize())).toMatch(bobs);
  });

  test('is not read in a forward of theirs, nor in one whose author cannot be told', async () => {
    const { world, guild, channel, ann, bob } = scene;
    const other = world.addChannel(guild, { name: 'kitchen' });
    const secret = world.addChannel(guild, { name: 'gone' });
    const said = world.addMessage(other, {
      by: bob,
      content: 'We decided to serve the purple soup on Friday.',
    });
    const lost = world.addMessage(secret, {
      by: bob,
      content: 'We decided to serve the orange soup on Friday.',
    });
    const own = world.addMessage(other, {
      by: ann,
      content: 'We decided to serve the green salad on Friday.',
    });
    const again = world.addMessage(other, { by: ann, forwardOf: said });
    for (const forwardOf of [said, lost, own, again]) world.addMessage(channel, { by: ann, forwardOf });
    await scene.ask();
    expect(prompts[0]).toMatch(/purple soup.*orange soup/);
    world.removeMessage(lost.id);
    await privacy('opt-out');
    prompts = [];
    const view = await scene.ask({ detail: 'comprehensive' });
    for (const text of [...prompts, toShown(view), await exported(view)])
      expect(text).not.toMatch(/purple|orange/);
    expect(prompts[0]).toContain('green salad');
    expect(await scene.why(view)).toContain('2 unreadable, 5 by people who opted out');
  });

  test('is not read as the start of a thread or as a message to check', async () => {
    const { world, channel, ann, bob, actions } = scene;
    const target = world.addMessage(channel, { by: bob, content: 'The purple tent costs 450 euros.' });
    const thread = world.addThread(channel, { name: 'tent', owner: ann, from: target });
    world.addMessage(thread, { by: ann, content: 'We decided to take the one from last year by Friday.' });
    await privacy('opt-out');
    const view = await summarized(
      await actions.messageMenu({ user: ann, channel, command: 'Summarize thread', target }),
    );
    expect(toShown(view)).toContain('one from last year');
    const again = await summarized(await scene.more(view, 'Again'));
    const checked = await actions.messageMenu({ user: ann, channel, command: 'Check sources', target });
    expect(await readReply(checked)).toContain('opted out');
    const statement = world.addMessage(channel, { by: ann, content: 'The tent was to be booked by Friday.' });
    const against = await actions.messageMenu({
      user: ann,
      channel,
      command: 'Check sources',
      target: statement,
    });
    const found = await summarized(against);
    for (const text of [...prompts, ...[view, again, found].map(({ message }) => toShown(message))])
      expect(text).not.toMatch(/purple|book the tent/);
  });
});

describe('what is kept when somebody opts out', () => {
  test('loses their messages, with the claims that cite them, and so do its posts, and a copy at the next press', async () => {
    const view = await scene.ask();
    const shared = await told(await scene.press(view, 'Share'));
    expect(shared.message?.content).toContain('Shared');
    const post = () => scene.find('Shared by');
    expect(toShown(post())).toMatch(bobs);
    await privacy('opt-out');
    await expect.poll(() => toShown(post())).not.toMatch(bobs);
    expect(await scene.why(view)).toContain('4 by people who opted out');
    expect(await exported(view)).not.toMatch(/Bob|big tent|storage/);
    const why = await (await scene.more(view, 'Why')).settled();
    expect(toShown(why.message)).not.toMatch(bobs);
    // Opting in brings nothing back.
    await privacy('opt-in');
    expect(await scene.sources(view)).not.toMatch(bobs);
  });

  test('loses them also where it was kept before authors were noted', async () => {
    const view = await scene.ask();
    const { summaries, privacy: store } = scene.running().store;
    const stored = sure(await scene.stored(view));
    const old = JSON.parse(JSON.stringify(stored), (key, value) => {
      if (key === 'participants') return value.map(({ id: _, ...rest }: { id: string }) => rest);
      return key === 'authorId' ? undefined : value;
    });
    await summaries.put(old);
    await store.setOptedOut(scene.bob.id, true);
    expect(await scene.sources(view)).not.toMatch(bobs);
    expect(await exported(view)).not.toMatch(/Bob|tent/);
  });

  test('while it is being written, is written again without them', async () => {
    const held = createHeldEngine();
    scene = await openScene({ engine: held.engine });
    fill(scene);
    const view = await scene.summarize();
    await held.reached;
    await privacy('opt-out');
    held.release();
    const shown = await readSummary(view);
    expect(shown).not.toMatch(bobs);
    expect(await scene.why(view)).toContain('4 by people who opted out');
  });
});
