import { PermissionFlagsBits } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';
import type { Engine, EngineRequest } from '../../../src/app/ports.ts';
import { sure } from '../../sure.ts';
import { openScene, type Scene, type SceneOptions, summarized, told, toSaid, toShown } from '../scene.ts';

const hourMs = 3_600_000;
const first = 'Which boat did we rent?';
const further = 'And who pays for it?';

/** An engine that answers with the messages of these words, and what it was asked. */
function createAnswering(...starts: readonly string[]) {
  const requests: EngineRequest[] = [];
  const engine: Engine = {
    name: 'answering',
    draft: async (request, onClaim) => {
      requests.push(request);
      for (const { position, text } of request.evidence.messages)
        if (starts.some(start => text.startsWith(start)))
          onClaim({ text, kind: 'fact', evidence: [{ position, quote: text }] });
      return { engine: { name: 'answering' }, usage: null, failure: null };
    },
  };
  const last = () => sure(requests.at(-1));
  return { engine, last, texts: () => last().evidence.messages.map(({ text }) => text) };
}

/** Talk of long ago about a boat, which only the words of the first question find, and much newer talk. */
async function openHarbour(options: SceneOptions = {}) {
  const answering = createAnswering('We rent the boat', 'Boat, says the board');
  const scene = await openScene({ engine: answering.engine, ...options });
  const { world, guild, bob, ann } = scene;
  const harbour = world.addChannel(guild, { name: 'harbour' });
  const startMs = Date.now() - 200 * 24 * hourMs;
  world.addMessage(harbour, { by: bob, content: 'We rent the boat Erna for the weekend', atMs: startMs });
  world.addMessage(harbour, { by: ann, content: 'The association takes the costs', atMs: startMs + 60_000 });
  for (let minute = 2; minute <= 130; minute += 1)
    world.addMessage(harbour, { by: bob, content: `Remark ${minute}`, atMs: startMs + minute * 60_000 });
  return { scene, answering, harbour, erna: scene.find('Erna', harbour) };
}

const ask = async (scene: Scene, question: string, user = scene.ann, where?: { id: string }) =>
  summarized(await scene.run('ask', { question }, user, where));

describe('a further question', () => {
  test('keeps the messages of the answer before, and its writer sees that as data', async () => {
    const { scene, answering } = await openHarbour();
    await ask(scene, first);
    expect(answering.last().earlier).toBeUndefined();
    const { message } = await ask(scene, further);
    expect(answering.last().earlier).toEqual({
      question: first,
      lines: ['We rent the boat Erna for the weekend'],
    });
    expect(answering.texts()).toEqual(
      expect.arrayContaining(['We rent the boat Erna for the weekend', 'The association takes the costs']),
    );
    expect(toSaid(message)).toContain(`Goes on from \`${first}\`.`);
  });

  test('goes on from no answer that told nothing', async () => {
    const { scene, answering } = await openHarbour();
    await ask(scene, 'Where are the dragons?');
    const { message } = await ask(scene, further);
    expect(answering.last()).toMatchObject({ question: further });
    expect(answering.last().earlier).toBeUndefined();
    expect(`${toSaid(message)} ${toShown(message)}`).not.toContain('dragons');
  });

  test.each([
    ['by somebody else', (scene: Scene) => ask(scene, further, scene.bob)],
    [
      'in another channel',
      (scene: Scene) =>
        ask(scene, further, scene.ann, scene.world.addChannel(scene.guild, { name: 'elsewhere' })),
    ],
    [
      'after 15 minutes',
      (scene: Scene) => {
        scene.jumpTo(new Date(scene.playground.clock.now() + 15 * 60_000 + 1_000).toISOString());
        return ask(scene, further);
      },
    ],
    ['in the same words', (scene: Scene) => ask(scene, first)],
  ])('%s is a new one', async (_, second) => {
    const { scene, answering } = await openHarbour();
    await ask(scene, first);
    const { message } = await second(scene);
    expect(answering.last().earlier).toBeUndefined();
    expect(toSaid(message)).not.toContain(first);
  });

  test('goes on after a restart, and again with the same one', async () => {
    const { scene, answering } = await openHarbour();
    await ask(scene, first);
    await scene.restart();
    const second = await ask(scene, further);
    expect(answering.last().earlier?.question).toBe(first);
    await ask(scene, 'What does it cost?');
    await summarized(await scene.more(second, 'Again'));
    expect(answering.last()).toMatchObject({ question: further, earlier: { question: first } });
  });

  test('knows nothing of an answer whose message was deleted, whose author opted out, or that was deleted', async () => {
    for (const forget of [
      async ({ scene, erna }: Awaited<ReturnType<typeof openHarbour>>) => scene.world.removeMessage(erna.id),
      async ({ scene }: Awaited<ReturnType<typeof openHarbour>>) =>
        void (await told(await scene.run('privacy opt-out', {}, scene.bob))),
      async ({ scene }: Awaited<ReturnType<typeof openHarbour>>) => {
        await told(await scene.run('privacy delete'));
        await scene.running().store.summaries.eraseGuild(scene.guild.id);
      },
    ]) {
      const opened = await openHarbour();
      const { scene, answering } = opened;
      await ask(scene, first);
      await forget(opened);
      const view = await scene.run('ask', { question: further });
      const said = () => `${toSaid(view.message)} ${toShown(view.message)}`;
      await expect.poll(said).toMatch(/Searched \d|opted out/);
      expect(answering.last().earlier).toBeUndefined();
      expect(said()).not.toMatch(/boat|Goes on/);
    }
  });

  test('says that it goes on only where something was kept', async () => {
    const { scene, answering } = await openHarbour();
    await ask(scene, first);
    const board = scene.world.addChannel(scene.guild, { name: 'board' });
    scene.world.addMessage(board, { by: scene.bob, content: 'Boat, says the board, is what we pay' });
    const view = await scene.run('ask', { question: further, channel: board.id });
    const { message } = await summarized(view);
    expect(answering.last().earlier).toBeUndefined();
    expect(toShown(message)).toContain('what we pay');
    expect(toSaid(message)).not.toContain('Goes on');
  });

  test('knows nothing of a channel that the person has lost', async () => {
    const { scene, answering } = await openHarbour();
    const closed = scene.addClosed('board', { member: scene.bob });
    scene.world.addMessage(closed, { by: scene.ann, content: 'Boat, says the board, is not for rent' });
    await ask(scene, first, scene.bob);
    expect(answering.texts().join()).toContain('says the board');
    scene.world.overwrite(closed, { member: scene.bob, deny: PermissionFlagsBits.ViewChannel });
    const { message } = await ask(scene, further, scene.bob);
    expect(answering.last().earlier).toBeUndefined();
    expect(answering.texts().join()).not.toContain('board');
    expect(toShown(message)).not.toContain('board');
  });

  test('can be asked with a button, whenever', async () => {
    const { scene, answering } = await openHarbour();
    const answer = await ask(scene, first);
    scene.jumpTo(new Date(scene.playground.clock.now() + hourMs).toISOString());
    const form = await scene.press(answer, 'Ask further…');
    expect(form.modal?.title).toBe('Ask further…');
    await summarized(await scene.actions.submit(form, { question: further }));
    expect(answering.last().earlier?.question).toBe(first);
    expect(toShown(await scene.openMore(answer))).not.toContain('Ask about this');
  });

  test('below a summary goes on with what that tells', async () => {
    const { scene, answering, harbour } = await openHarbour();
    const summary = await scene.ask({ channel: harbour.id, messages: 200 });
    const form = await scene.pressAction(await scene.openMore(summary), 'ask');
    expect(form.modal?.title).toBe('Ask about this…');
    await summarized(await scene.actions.submit(form, { question: further }));
    expect(answering.last().earlier).toEqual({ lines: ['We rent the boat Erna for the weekend'] });
  });
});
