import type { InteractionView } from '@footnote/playground/discord';
import { type APIEmbed, PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  fill,
  openScene,
  readReply,
  readSummary,
  type Scene,
  summarized,
  toClaims,
  told,
  toShown,
} from '../scene.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});

type Target = ReturnType<Scene['world']['addMessage']>;

function check(target: Target, user = scene.ann): Promise<InteractionView> {
  return scene.actions.messageMenu({ user, channel: scene.channel, command: 'Check sources', target });
}

const claims = [
  '## What happened',
  '- Bob will book the tent by Friday [4]',
  '- The budget is 1,500 euros.',
  '- It was decided to close at 18:00 because of the neighbours.',
  '- A magician was hired in Leipzig.',
].join('\n');

/** A bot's summary of what was said, in an embed as bots have it. */
function postSummary(embed: Omit<APIEmbed, 'type'> = { title: 'Summary', description: claims }): Target {
  const other = scene.world.addUser({ name: 'other-bot', displayName: 'Other', isBot: true });
  return scene.world.addMessage(scene.channel, { by: other, content: 'Here you are:', embeds: [embed] });
}

describe('Check sources', () => {
  test("checks another bot's summary against what was said before it, and answers privately", async () => {
    fill(scene);
    const target = postSummary();
    scene.world.addMessage(scene.channel, { by: scene.bob, content: 'A magician was hired in Leipzig.' });
    const view = await summarized(await check(target));
    expect(view.isEphemeral).toBe(true);
    const { footer } = view.message?.embeds[0] ?? {};
    expect(
      toClaims(view.message)
        .split('\n')
        .filter(line => line.startsWith('- ')),
    ).toEqual([
      expect.stringMatching(
        /^- \*\*Not checked, related messages found\*\* · Bob will book the tent by Friday\s\[\[1\]\]\(https:\/\/discord/,
      ),
      expect.stringMatching(
        /^- \*\*Unclear\*\* · The budget is 1,500 euros\.\s.*\*\(no message mentions 1,500/,
      ),
      expect.stringMatching(
        /^- \*\*Not checked, related messages found\*\* · It was decided to close at 18:00 .*\s\[\[3\]\]\(https/,
      ),
      expect.stringMatching(/^- \*\*Not found\*\* · A magician was hired in Leipzig\. \*\(no message/),
    ]);
    expect(footer?.text).toBe('2 not checked · ⚠ 1 unclear · 1 not found · 8 messages');
    expect(await scene.why(view.message)).toContain('left out of the text: 3 headings');
    expect(view.message?.content).toContain(
      `Searched the 8 messages before https://discord.com/channels/${scene.guild.id}/${scene.channel.id}/${target.id}.`,
    );
  });

  test("reads a person's message, fields of embeds and what is forwarded", async () => {
    fill(scene);
    const plain = scene.world.addMessage(scene.channel, {
      by: scene.bob,
      content: 'The budget is 1,200 euros.',
    });
    expect(await readSummary(check(plain))).toContain(
      '**Not checked, related messages found** · The budget is',
    );
    const fields = [{ name: 'Budget of the fair', value: '1,200 euros' }];
    const field = await summarized(await check(postSummary({ fields })));
    expect(toShown(field.message)).toContain(
      '**Not checked, related messages found** · Budget of the fair: 1,200 euros',
    );
    const forward = scene.world.addMessage(scene.channel, { by: scene.ann, forwardOf: plain });
    expect(await readSummary(check(forward))).toContain('The budget is 1,200 euros.');
  });

  test('of our own summary leaves out markers, window and remarks, and finds what it cites', async () => {
    fill(scene);
    const view = await scene.ask({ private: false });
    const own = scene.world.findMessage(scene.world.history(scene.channel).at(-1)?.id ?? '');
    if (!own || !view.message) throw new Error('no summary');
    const shown = (await summarized(await check(own))).message?.embeds[0];
    const lines = shown?.description?.split('\n').filter(line => line.startsWith('- ')) ?? [];
    expect(lines.length).toBeGreaterThan(4);
    expect(lines.filter(line => line.startsWith('- **Checked** ·')).length).toBeGreaterThan(lines.length / 2);
    expect(lines.join()).not.toContain('UTC');
  });

  test('Regenerate checks the message as it is now', async () => {
    fill(scene);
    const target = scene.world.addMessage(scene.channel, {
      by: scene.bob,
      content: 'The budget is 1,500 euros.',
    });
    const view = await summarized(await check(target));
    expect(toShown(view.message)).toContain('Unclear');
    scene.world.editMessage(target, 'The budget is 1,200 euros.');
    if (view.message === null) throw new Error('nothing to press on');
    const again = await scene.more(view.message, 'Again');
    expect(await readSummary(again)).toContain(
      '**Not checked, related messages found** · The budget is 1,200 euros',
    );
  });

  test('is refused before anything is read if the person may not read the channel', async () => {
    fill(scene);
    const target = postSummary();
    scene.world.overwrite(scene.channel, { member: scene.bob, deny: Flags.ReadMessageHistory });
    const asked = scene.playground.exchanges.length;
    const view = await told(await check(target, scene.bob));
    expect(view.message?.content).toContain(`<#${scene.channel.id}>`);
    const reads = scene.playground.exchanges.slice(asked).filter(({ path }) => /messages\?/.test(path));
    expect(reads).toEqual([]);
  });

  test('says so where there is nothing to check, and where nothing was said before', async () => {
    const first = scene.world.addMessage(scene.channel, {
      by: scene.bob,
      content: 'The budget is 1,200 euros.',
    });
    expect(await readReply(check(first))).toContain('There is nothing before this message in');
    const empty = scene.world.addMessage(scene.channel, { by: scene.bob, content: '## Only a heading' });
    expect(await readReply(check(empty))).toBe('That message contains nothing to check.');
    const question = scene.world.addMessage(scene.channel, {
      by: scene.bob,
      content: 'Who books the tent? 🎪',
    });
    expect(await readReply(check(question))).toBe('That message contains nothing to check.');
  });
});
