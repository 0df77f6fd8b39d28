import type { InteractionView } from '@footnote/playground/discord';
import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { beforeEach, describe, expect, test } from 'vitest';
import { extractiveEngine } from '../../../src/app/extractive.ts';
import type { Engine } from '../../../src/app/ports.ts';
import { fill, openScene, readReply, readSummary, type Scene, summarized, toShown } from '../scene.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});

type Options = Readonly<Record<string, string | number>>;

function settings(subcommand: string, options: Options = {}, user = scene.ann): Promise<InteractionView> {
  if (subcommand === 'set') return scene.set(options);
  return scene.run(`settings ${subcommand}`, options, user);
}

/** A setting that the server has set. */
const isSet = /^- .*\*\*$/m;

/** What is shown of the settings, once it is. */
async function shown(asked: Promise<InteractionView>): Promise<string> {
  const { message } = await summarized(await asked);
  return `${message?.content}\n${message?.embeds[0]?.description}`;
}

async function refused(asked: Promise<InteractionView>): Promise<string> {
  return await readReply(asked);
}

async function ask(options: Readonly<Record<string, string | number | boolean>> = {}, user = scene.ann) {
  const view = await scene.summarize(options, user);
  return (await summarized(view)).message;
}

describe('/settings', () => {
  test('shows each setting, bold what the server has set, privately', async () => {
    const view = await summarized(await settings('show'));
    expect(view.isEphemeral).toBe(true);
    expect(view.message?.content).toBe('');
    const usual = view.message?.embeds[0]?.description ?? '';
    expect(usual.split('\n')).toEqual([
      '**Summaries**',
      ...['- Minimum confidence: none', '- Language: each reader’s own', '- Time zone: UTC'],
      ...['- Keep summaries for: 30 days', '- Attached text files: read up to 20 KB'],
      ...['- Pictures: not looked at', '- Glossary: no terms', '- Review of summaries: not needed'],
      '**Limits**',
      ...['- Summaries per person and day: unlimited', '- Server cap per month, in dollars: unlimited'],
      '- Member cap per day, in dollars: unlimited',
      '- Members with a catch-up by direct message: off',
      '**Decision log**',
      ...['- Decisions: not posted', '- Log channel for decisions: no channel chosen'],
      '- Who confirms decisions: people with Manage Server',
      '**Bots and webhooks**',
      ...['- Bots and webhooks: left out', '- Webhooks with people behind them: PluralKit, Tupperbox'],
      '- Lookup of webhook authors: nobody is asked',
    ]);
    // What was changed, alone.
    expect(await shown(settings('set', { language: 'German', retention: 7 }))).toBe(
      'Saved.\n**Summaries**\n- Keep summaries for: **7 days**',
    );
    expect(await shown(settings('reset', { setting: 'language' }))).toBe(
      'Saved.\n**Summaries**\n- Language: each reader’s own',
    );
    expect(await shown(settings('show'))).toContain('- Time zone: UTC\n- Keep summaries for: **7 days**\n');
    expect(await shown(settings('reset', { setting: 'all' }))).toContain(usual);
  });

  test('that are unreadable stop everything until they are reset, and the owner of the server is told', async () => {
    const { world, guild, ann, bob } = scene;
    fill(scene);
    const old = await ask({ private: false });
    const { store } = scene.running();
    await store.settings.change(guild.id, () => ({ review: 'always' as never }));
    const unreadable = 'The settings of this server cannot be read';
    const summarize = (user = ann) => scene.summarize({ private: false }, user);
    const before = scene.posted().length;
    expect(await refused(summarize())).toContain(unreadable);
    expect(await refused(summarize(bob))).toContain('Die Einstellungen dieses Servers sind nicht lesbar');
    expect(await refused(settings('show'))).toContain(unreadable);
    expect(await refused(settings('set', { daily: 1 }))).toContain(unreadable);
    expect(scene.posted()).toHaveLength(before);
    const told = () => scene.posted(world.openDirect(ann)).map(({ content }) => content);
    await expect.poll(() => told().join('\n')).toContain(unreadable);
    expect(told()).toHaveLength(1);
    // The summary is young enough for any retention.
    expect(await readSummary(scene.press(old, 'Sources'))).toContain('tent');
    expect(await shown(settings('reset', { setting: 'all' }))).not.toMatch(isSet);
    expect(toShown(await ask())).toContain('tent');
  });

  test('names what is wrong, and changes nothing then', async () => {
    const elsewhere = scene.world.addGuild({ name: 'Other', owner: scene.ann, members: [scene.ann] });
    const foreign = scene.world.addChannel(elsewhere, { name: 'log' });
    for (const [setting, value, words] of [
      ['language', '`@everyone`', 'Language cannot be `@everyone`. Choose one of the suggestions.'],
      ['zone', 'Mars/Olympus', 'Time zone cannot be `Mars/Olympus`.'],
      [
        'retention',
        '91',
        'Keep summaries for cannot be `91`. Give a whole number from 1 to 90, without a unit.',
      ],
      ['retention', '7 days', 'Keep summaries for cannot be `7 days`. Give a whole number from 1 to 90'],
      ['member_usd', '5 dollars', 'Give an amount in dollars from 0 to 100,000, without a unit.'],
      ['min_confidence', 'high', 'Minimum confidence cannot be `high`. Give a number from 0 to 1'],
      ['glossary', 'a;'.repeat(51), 'takes at most 50 terms between semicolons, and 4,000 characters'],
      ['decision_channel', foreign.id, 'Log channel for decisions cannot be'],
      ['decision_role', '1200000000000000001', 'Who confirms decisions cannot be'],
    ] as const)
      expect(await refused(settings('set', { [setting]: value }))).toContain(words);
    expect(await shown(settings('show'))).not.toMatch(isSet);
  });

  test('suggests what the chosen one can have, and no channel that the person cannot see', async () => {
    const { world, guild, ann, bob, channel, actions } = scene;
    world.overwrite(channel, { role: guild.id, allow: Flags.ManageGuild });
    const secret = scene.addClosed('secret', { member: ann });
    const suggest = async (setting: string, value: string, user = ann) =>
      (
        await actions.autocomplete({
          user,
          channel,
          command: 'settings',
          subcommand: 'set',
          options: { setting },
          focused: { name: 'value', value },
        })
      ).map(({ name, value }) => [name, value]);
    expect(await suggest('review', 'before')).toEqual([['before they are shared', 'before-sharing']]);
    expect(await suggest('retention', '7')).toEqual([
      ['7 days · Days to keep summaries, 1 to 90 (also existing ones)', '7'],
    ]);
    expect(await suggest('retention', '700')).toEqual([]);
    expect(await suggest('zone', 'berl')).toEqual([['Europe/Berlin', 'Europe/Berlin']]);
    expect(await suggest('language', 'german')).toEqual([
      ['German · Deutsch', 'de'],
      ['Swiss German · Schwiizertüütsch', 'gsw'],
    ]);
    expect(await suggest('language', 'deut')).toEqual([['German · Deutsch', 'de']]);
    expect((await suggest('member_usd', '0,5'))[0]?.[0]).toContain('0.50');
    expect(await suggest('decision_channel', 'secr')).toEqual([['#secret', secret.id]]);
    expect(await suggest('decision_channel', 'secr', bob)).toEqual([]);
  });
});

describe('a setting of the server', () => {
  test('of the language is used unless another is asked for, before that of the reader', async () => {
    fill(scene);
    await shown(settings('set', { language: 'fr' }));
    expect(toShown(await ask())).toContain('À retenir');
    expect(toShown(await ask({}, scene.bob))).toContain('À retenir');
    expect(toShown(await ask({ language: 'ja' }))).toContain('ハイライト');
    expect(toShown(await ask({ language: 'Português' }))).toContain('Destacados');
    const none = await readReply(scene.summarize({ language: 'gibberish' }));
    expect(none).toBe('Language cannot be `gibberish`. Choose one of the suggestions.');
    await shown(settings('set', { language: 'it' }));
    expect(await shown(settings('show'))).toContain('- Language: **Italian**');
    expect((await scene.running().store.settings.get(scene.guild.id)).language).toBe('it');
  });

  test('of the confidence hides claims and counts them', async () => {
    const doubting: Engine = {
      name: 'doubting',
      draft: (request, onClaim, signal) =>
        extractiveEngine.draft(
          request,
          claim =>
            onClaim({ ...Object(claim), confidence: JSON.stringify(claim).includes('tent') ? 0.4 : 0.6 }),
          signal,
        ),
    };
    scene = await openScene({ engine: doubting });
    fill(scene);
    const all = toShown(await ask());
    expect(all).toContain('the big tent');
    expect(all).not.toContain('hidden');
    await shown(settings('set', { min_confidence: 0.5 }));
    const message = await ask();
    expect(toShown(message)).toContain('school fair');
    expect(toShown(message)).not.toContain('the big tent');
    expect(await scene.why(message)).toMatch(/\d hidden/);
  });
});
