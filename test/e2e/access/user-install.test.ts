import { beforeEach, describe, expect, test } from 'vitest';
import { sure } from '../../sure.ts';
import { openScene, readReply, type Scene, summarized, toClaims, toShown } from '../scene.ts';

let scene: Scene;
let cara: ReturnType<Scene['world']['addUser']>;
let dora: typeof cara;
let away: ReturnType<Scene['world']['addChannel']>;

/** Cara has installed the bot for herself, and it is not a member of the server Away. */
beforeEach(async () => {
  scene = await openScene();
  const { world } = scene;
  cara = world.addUser({ name: 'cara', displayName: 'Cara', locale: 'en-US' });
  dora = world.addUser({ name: 'dora', displayName: 'Dora', locale: 'en-US' });
  const guild = world.addGuild({ name: 'Away', owner: dora, members: [cara, dora] });
  away = world.addChannel(guild, { name: 'talk' });
  world.removeMember(guild, world.bot);
  world.installForUser(cara);
  world.addMessage(away, { by: dora, content: 'Nobody outside may read that the vault code is 4711.' });
});

const check = (target: Parameters<Scene['actions']['messageMenu']>[0]['target'], user = cara) =>
  scene.actions.messageMenu({ user, channel: away, command: 'Check sources', target });

/** No request about the server or its channels. */
const expectNothingRead = () =>
  expect(scene.playground.exchanges.map(({ path }) => path).filter(path => path.includes(away.id))).toEqual(
    [],
  );

describe('where only a person has installed the bot', () => {
  test('a message is checked only against what stands in it, for the person alone', async () => {
    const answered = scene.world.addMessage(away, {
      by: dora,
      content: 'The picnic is on 14 May, bring 12 chairs.',
    });
    const target = scene.world.addMessage(away, {
      by: dora,
      content: 'The picnic is on 14 May. The vault code is 4711.',
      replyTo: answered,
    });
    const view = await summarized(await check(target));
    expect(view.isEphemeral).toBe(true);
    expect(view.message?.content).toContain('Checked only against what stands in this message');
    const shown = toShown(view.message);
    expect(shown).toContain('The picnic is on 14 May');
    expect(shown).not.toContain('Nobody outside');
    expect(toClaims(view.message)).toMatch(/Not found.*vault code/);
    expect(view.message?.components).toEqual([]);
    expect(await scene.running().store.summaries.askedBy(cara.id)).toEqual([]);
    expectNothingRead();
  });

  test('a text file of the message counts as well', async () => {
    const files = [{ name: 'plan.txt', content: 'The picnic is on 14 May at the lake.' }];
    const target = scene.world.addMessage(away, { by: dora, content: 'The picnic is on 14 May.', files });
    expect(toShown((await summarized(await check(target))).message)).toContain('plan.txt');
  });

  test('says so where nothing stands in a message, or its author opted out', async () => {
    const target = scene.world.addMessage(away, { by: dora, content: 'The picnic is on 14 May.' });
    expect(await readReply(check(target))).toMatch(/^There is nothing in this message to check/);
    await scene.running().store.privacy.setOptedOut(dora.id, true);
    expect(await readReply(check(target))).not.toContain('14 May');
  });

  test('leaves out what a person who opted out wrote', async () => {
    const answered = scene.world.addMessage(away, {
      by: dora,
      content: 'The picnic is on 14 May, bring 12 chairs.',
    });
    const target = scene.world.addMessage(away, {
      by: cara,
      content: 'The picnic is on 14 May.',
      replyTo: answered,
    });
    await scene.running().store.privacy.setOptedOut(dora.id, true);
    expect(await readReply(check(target))).toMatch(/^There is nothing in this message to check/);
  });

  test('a file is summarized, a channel is not, and help says so', async () => {
    const { run } = scene;
    const content = [
      '25/03/2026, 09:01 - Mia: We decided to meet at 8:00.',
      '25/03/2026, 09:02 - Tom: I bring the map.',
    ].join('\n');
    const file = await summarized(
      await run('summarize', { file: { name: 'chat.txt', content } }, cara, away),
    );
    expect(file.isEphemeral).toBe(true);
    expect(toShown(file.message)).toContain('We decided to meet at 8:00');
    for (const command of ['summarize', 'help'])
      expect(await readReply(run(command, {}, cara, away))).toMatch(/^I’m only installed for you here/);
    expectNothingRead();
    expect(sure(await scene.actions.offeredCommands(scene.ann, scene.channel)).length).toBeGreaterThan(8);
  });
});
