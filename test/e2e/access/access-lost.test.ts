import type { InteractionView } from '@footnote/playground/discord';
import {
  ButtonStyle,
  ComponentType,
  PermissionFlagsBits as Flags,
  InteractionType,
} from 'discord-api-types/v10';
import { beforeEach, describe, expect, test } from 'vitest';
import { createHeldEngine } from '../engines.ts';
import { createLogLines } from '../log-lines.ts';
import { fill, openScene, readReply, type Scene, toShown, toSummaryId } from '../scene.ts';

let scene: Scene;

type User = Scene['ann'];
/** The answer to the form that a press opened, if it did. */
async function submitted(view: InteractionView): Promise<InteractionView> {
  return view.status === 'modal' ? scene.actions.submit(view, {}) : view;
}

/** The message that was pressed on or that answers, and what came beside it. */
function toAllShown({ message, followUps }: InteractionView): string {
  return [message, ...followUps].map(toShown).join('\n');
}

describe('somebody who asked, and then', () => {
  let cleo: User;
  beforeEach(async () => {
    scene = await openScene();
    cleo = scene.addMember('cleo');
    fill(scene);
  });

  // Discord's client lets nobody press in a server that they left; a press already on its way arrives.
  test.each(['Sources', 'Share', 'Again…'])('loses access is refused %s', async label => {
    const { world, guild, ann } = scene;
    const readers = world.addRole(guild, { name: 'readers' });
    world.giveRole(guild, cleo, readers);
    const club = scene.addClosed('club', { role: readers });
    for (let i = 0; i < 5; i++) world.addMessage(club, { by: ann, content: `We decided to sell boat ${i}` });
    const { message } = await scene.ask({ channel: club.id }, cleo);
    const from = label === 'Again…' ? await scene.openMore(message, cleo) : message;
    world.takeRole(guild, cleo, readers);
    const refused = await submitted(await scene.press(from, label, cleo));
    expect(await readReply(refused)).toBe('You cannot see that channel, so I cannot show you what is in it.');
    expect(toShown(refused.message)).not.toContain('boat');
    const pressed = scene.press(from, label, cleo);
    world.removeMember(guild, cleo);
    expect(await readReply(await submitted(await pressed))).toBe(
      'You are no longer a member of this server.',
    );
    expect(scene.posted()).toEqual([]);
  });

  test('leaves may still delete what they asked for', async () => {
    const view = await scene.ask({ private: false }, cleo);
    const panel = await scene.openMore(view.message, cleo);
    const question = await scene.askDelete(panel, cleo);
    const pressed = scene.press(question, 'Delete', cleo);
    scene.world.removeMember(scene.guild, cleo);
    await pressed;
    await view.until(({ message }) => message === null);
  });
});

describe('somebody who waits for a summary, and meanwhile', () => {
  let held: ReturnType<typeof createHeldEngine>;
  let logged: ReturnType<typeof createLogLines>;
  beforeEach(async () => {
    held = createHeldEngine();
    logged = createLogLines();
    scene = await openScene({ engine: held.engine, log: logged.log });
    fill(scene);
  });

  test('the bot loses sight of where it is asked: nothing is shown there of what not everybody may read', async () => {
    const { world, guild, ann, channel } = scene;
    const club = world.addChannel(guild, { name: 'club' });
    world.addMessage(club, { by: ann, content: 'We decided to sell the boat.' });
    const thread = world.addThread(channel, { name: 'talk', owner: ann });
    const view = await scene.summarize({ channel: club.id, private: false }, ann, thread);
    await held.reached;
    for (const member of [ann, world.bot]) world.overwrite(club, { member, allow: Flags.ViewChannel });
    world.overwrite(club, { role: guild.id, deny: Flags.ViewChannel });
    scene.running().client.channels.cache.delete(thread.id);
    held.release();
    expect(await readReply(view)).toContain('Not everyone');
  });

  test('deletes the answer that is being written: it is not posted after all, nor kept', async () => {
    const view = await scene.summarize({ private: false });
    await held.reached;
    scene.world.removeMessage(view.message?.id ?? '');
    held.release();
    await expect.poll(logged.events).toContain('interaction-lost');
    expect(scene.posted()).toEqual([]);
    expect(await scene.running().store.summaries.eraseGuild(scene.guild.id)).toBe(0);
    expect(logged.events()).not.toContain('summary-shown');
    await scene.ask();
  });

  test('the store is closed: a sentence says so, here and at the next request', async () => {
    const view = await scene.summarize();
    await held.reached;
    await scene.running().store.close();
    held.release();
    expect(await readReply(view)).toContain('Storage is unavailable right now');
    expect(toShown(view.message)).not.toContain('tent');
    expect(await readReply(await scene.summarize())).toContain('Storage is unavailable');
  });
});

describe('a press that is not what the bot offered', () => {
  let summary: InteractionView;
  let logged: ReturnType<typeof createLogLines>;
  beforeEach(async () => {
    logged = createLogLines();
    scene = await openScene({ log: logged.log });
    fill(scene);
    summary = await scene.ask({ private: false });
  });

  /** A message as if the bot had written it, with a button or select of this custom id. */
  function forge(customId: string, channel = scene.channel, values: readonly string[] = []) {
    return scene.world.addMessage(channel, {
      by: scene.world.bot,
      content: 'press me',
      components: [
        {
          type: ComponentType.ActionRow,
          components: [
            values.length === 0
              ? {
                  type: ComponentType.Button,
                  style: ButtonStyle.Primary,
                  label: 'forged',
                  custom_id: customId,
                }
              : {
                  type: ComponentType.StringSelect,
                  custom_id: customId,
                  options: values.map(value => ({ label: value, value })),
                },
          ],
        },
      ],
    });
  }

  async function pressForged(customId: string, user = scene.ann): Promise<InteractionView> {
    const view = await scene.actions.press({ user, message: forge(customId), customId });
    return view.settled();
  }

  const unknown = 'This button has expired';
  test.each([
    ['nonsense', unknown],
    ['summary:ID:page:-1', unknown],
    ['summary:ID:page:99999', unknown],
    ['summary:ID:__proto__', unknown],
    ['summary:../../etc:open', unknown],
    ['summary:__proto__:sources:1', 'This summary is no longer stored'],
    ['summary:ID:page:9999', 'tent'],
    ['summary:ID:sources:9999', 'message 2 of 8'],
    ['summary:ID:sources:1:c99:topic', unknown],
  ])('%s is answered in words', async (pattern, words) => {
    const view = await pressForged(pattern.replace('ID', toSummaryId(summary)));
    expect(view.failure).toBeNull();
    await expect.poll(() => toAllShown(view)).toContain(words);
    expect(logged.events()).not.toContain('interaction-failed');
  });

  test('a known id on another kind of component is answered in words', async () => {
    const { ann: user, channel, actions } = scene;
    const custom_id = `summary:${toSummaryId(summary)}:open`;
    const data = { id: 1, custom_id, component_type: ComponentType.UserSelect, values: [user.id] };
    const type = InteractionType.MessageComponent;
    const view = await actions.forge({
      user,
      channel,
      type,
      data,
      on: { id: forge(custom_id).id, channel_id: channel.id },
    });
    await expect.poll(() => toAllShown(view)).toContain(unknown);
    expect(logged.events()).not.toContain('interaction-failed');
  });

  test('a comment without its field is an empty one', async () => {
    const { ann: user, channel, actions } = scene;
    const data = { custom_id: `reason:${toSummaryId(summary)}:why`, components: [] };
    const view = await actions.forge({ user, channel, type: InteractionType.ModalSubmit, data });
    await view.settled();
    expect(view.failure).toBeNull();
    expect(logged.events()).not.toContain('interaction-failed');
  });

  test('opens, shares and asks again for nobody but the person who asked', async () => {
    const before = scene.posted().length;
    for (const action of ['open', 'share', 'again']) {
      const view = await pressForged(`summary:${toSummaryId(summary)}:${action}`, scene.bob);
      expect(view.message?.content, action).toContain('Das kann nur, wer');
      expect(view.isEphemeral).toBe(true);
    }
    // Only the three forged messages came.
    expect(scene.posted()).toHaveLength(before + 3);
  });

  test('reaches no summary of another server, also for the person who asked for it', async () => {
    const { world, ann } = scene;
    const elsewhere = world.addGuild({ name: 'Elsewhere', owner: ann, members: [ann] });
    const hall = world.addChannel(elsewhere, { name: 'hall' });
    for (const action of ['sources:1', 'open', 'again', 'share', 'page:1']) {
      const customId = `summary:${toSummaryId(summary)}:${action}`;
      const view = await scene.actions.press({ user: ann, message: forge(customId, hall), customId });
      await expect
        .poll(() => toAllShown(view), { message: action })
        .toContain('This summary is no longer stored');
    }
    // Delete removes only the message that it was pressed on.
    const customId = `summary:${toSummaryId(summary)}:delete`;
    const view = await scene.actions.press({ user: ann, message: forge(customId, hall), customId });
    await view.until(({ message }) => message === null);
    expect(await scene.sources(summary.message)).toContain('2 of 8');
  });
});
