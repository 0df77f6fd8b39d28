import { beforeEach, describe, expect, test } from 'vitest';
import { openScene, readReply, type Scene, summarized, toClaims, toShown } from '../scene.ts';

const hidden = 'Discord hides the text of messages from me';

let scene: Scene;
let decided: ReturnType<Scene['world']['addMessage']>;
/** The bot has summarized something, and then Discord no longer gives it the Message Content intent. */
beforeEach(async () => {
  scene = await openScene();
  const { world, channel, ann, bob } = scene;
  decided = world.addMessage(channel, { by: bob, content: 'We decided to rent the tent.' });
  world.addMessage(channel, { by: ann, content: 'Who brings the chairs?' });
  await scene.restart(() => world.approve({ messageContent: false }));
});

const check = (target: Parameters<Scene['actions']['messageMenu']>[0]['target']) =>
  scene.actions.messageMenu({ user: scene.ann, channel: scene.channel, command: 'Check sources', target });

describe('without the Message Content intent', () => {
  test('the bot runs, and says why it cannot read a channel, and what works, also in /help', async () => {
    const { run, actions, ann, channel } = scene;
    expect(await readReply(run('summarize'))).toContain(hidden);
    expect(await readReply(run('ask', { question: 'Who brings the chairs?' }))).toContain(hidden);
    const thread = actions.messageMenu({ user: ann, channel, command: 'Summarize thread', target: decided });
    expect(await readReply(thread)).toContain(hidden);
    scene.world.addMessage(channel, { by: scene.bob, content: 'I bring the chairs.' });
    expect(await readReply(run('catchup'))).toContain(hidden);
    const help = await readReply(run('help'));
    expect(help).toMatch(new RegExp(`^${hidden}.*\\n\\n\\*\\*Footnote`));
  });

  test('messages that mention the bot are read', async () => {
    const { world, channel, ann, ask } = scene;
    for (const what of ['the map', 'the rope', 'the lamp'])
      world.addMessage(channel, { by: ann, content: `<@${world.bot.id}> We decided to buy ${what}.` });
    expect(toShown((await ask({ messages: 3 })).message)).toContain('buy the map');
  });

  test('a message is checked against what stands in it, not against the one it answers', async () => {
    const { world, channel, bob } = scene;
    const files = [{ name: 'plan.txt', content: 'The picnic is on 14 May at the lake.' }];
    const content = 'The picnic is on 14 May. The vault code is 4711.';
    const view = await summarized(await check(world.addMessage(channel, { by: bob, content, files })));
    expect(view.isEphemeral).toBe(true);
    expect(toShown(view.message)).toContain('plan.txt');
    expect(toClaims(view.message)).toMatch(/Not found.*vault code/);
    const reply = world.addMessage(channel, { by: bob, content: 'We rent it.', replyTo: decided });
    expect(await readReply(check(reply))).toMatch(
      /^There is nothing in this message to check .* hides their/,
    );
  });

  test('a message of a channel that may not be read is not checked', async () => {
    const { world, channel, guild, bob } = scene;
    await scene.running().store.privacy.changeAccess(guild.id, rules => ({
      ...rules,
      channels: { rule: 'never', ids: [channel.id] },
    }));
    const files = [{ name: 'plan.txt', content: 'The picnic is on 14 May at the lake.' }];
    const target = world.addMessage(channel, { by: bob, content: 'The picnic is on 14 May.', files });
    expect(await readReply(check(target))).toContain('have excluded');
  });
});
