import { PermissionFlagsBits } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';
import type { Engine, EngineRequest } from '../../../src/app/ports.ts';
import { sure } from '../../sure.ts';
import { openClaudeScene } from '../claude-scene.ts';
import { literalEngine } from '../engines.ts';
import { openScene, type Scene, summarized, told, toSaid, toShown } from '../scene.ts';

const dayMs = 86_400_000;
const question = 'Is the marquee hired?';
const old = 'The big tent is rented for the weekend';

/** Talk of long ago that has other words than the question, and is far from what is read otherwise. */
function addOld({ world, guild, bob }: Pick<Scene, 'world' | 'guild' | 'bob'>) {
  const channel = world.addChannel(guild, { name: 'equipment' });
  const startMs = Date.now() - 40 * dayMs;
  world.addMessage(channel, { by: bob, content: old, atMs: startMs });
  for (let minute = 1; minute <= 160; minute += 1)
    world.addMessage(channel, { by: bob, content: `Remark ${minute}`, atMs: startMs + minute * 60_000 });
  return channel;
}

const wordings = (...all: readonly string[]) => JSON.stringify({ wordings: all });

describe('a question is searched for', () => {
  test('in the words of two other wordings too, by the small model, which is told the languages of the channels', async () => {
    const scene = await openClaudeScene();
    addOld(scene);
    const asked: string[] = [];
    scene.claude.reworder = prompt => {
      asked.push(prompt);
      return wordings('tent rented', 'big tent', 'a third one with a quokka');
    };
    const { message } = await summarized(await scene.run('ask', { question }));
    expect(asked).toEqual([expect.stringContaining(`<question>${question}</question>`)]);
    expect(asked[0]).toContain('the language of the chat ("en"');
    expect(JSON.stringify(scene.claude.requests.map(({ body }) => body))).toContain(old);
    expect(toSaid(message)).toMatch(/`marquee`, `hired`, `tent`, `rented`, `big`/);
  });

  test.each([
    ['that fails', () => 'I cannot do that'],
    ['that is empty', () => wordings()],
  ])('in its own words where they have an answer %s', async (_, reworder) => {
    const scene = await openClaudeScene();
    scene.claude.reworder = reworder;
    const { message } = await summarized(await scene.run('ask', { question: 'Is the big tent rented?' }));
    expect(toSaid(message)).toMatch(/`big`, `tent`, `rented`/);
    expect(toShown(message)).toContain('tent');
  });

  test('at the expense of the answer, of which that is a part', async () => {
    const [counted = 0, failed = 0] = await Promise.all(
      [false, true].map(async isFailing => {
        const scene = await openClaudeScene();
        if (isFailing) scene.claude.faults.next({ kind: 'status', status: 401 }, 1, 'reword');
        const { message } = await summarized(await scene.run('ask', { question }));
        return (await scene.stored(message))?.summary.usage?.inputTokens;
      }),
    );
    expect(counted).toBeGreaterThan(failed);
    expect(failed).toBeGreaterThan(0);
  });
});

/** An engine that writes summaries message by message, and what it was asked last. */
function createListening() {
  let last: EngineRequest | null = null;
  const engine: Engine = {
    ...literalEngine,
    draft: (asked, ...rest) => {
      last = asked;
      return literalEngine.draft(asked, ...rest);
    },
  };
  return {
    engine,
    texts: () => sure(last as EngineRequest | null).evidence.messages.map(({ text }) => text),
  };
}

describe('without a search, messages are found that', () => {
  /** A summary of long ago is stored, and the search is gone. */
  async function openTold() {
    const listening = createListening();
    const scene = await openScene({ engine: listening.engine });
    const channel = addOld(scene);
    const cleo = scene.addMember('cleo');
    await summarized(await scene.ask({ channel: channel.id, since: '50 days' }));
    scene.world.setSearch({ isReady: false, retryAfterSecs: 3_600 });
    const ask = async (user = cleo) => {
      await summarized(await scene.run('ask', { question: 'Is the big tent rented?' }, user));
      return listening.texts();
    };
    return { scene, channel, cleo, ask };
  }

  test('a stored summary cites about the question, also one of another person', async () => {
    const { ask } = await openTold();
    expect(await ask()).toContain(old);
  });

  test('but none of a channel that the person cannot read, that were deleted, or of somebody who opted out', async () => {
    const hidden = await openTold();
    hidden.scene.world.overwrite(hidden.channel, {
      member: hidden.cleo,
      deny: PermissionFlagsBits.ViewChannel,
    });
    hidden.scene.world.addMessage(hidden.scene.channel, { by: hidden.scene.ann, content: 'Hello' });
    expect(await hidden.ask()).not.toContain(old);
    const deleted = await openTold();
    deleted.scene.world.removeMessage(deleted.scene.find('big tent', deleted.channel).id);
    expect(await deleted.ask()).not.toContain(old);
    const optedOut = await openTold();
    await told(await optedOut.scene.run('privacy opt-out', {}, optedOut.scene.bob));
    optedOut.scene.world.addMessage(optedOut.scene.channel, { by: optedOut.scene.ann, content: 'Hello' });
    expect(await optedOut.ask()).not.toContain(old);
  });
});
