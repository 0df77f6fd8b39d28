import { beforeEach, describe, expect, test } from 'vitest';
import { extractiveEngine } from '../../../src/app/extractive.ts';
import { createMessageBudget } from '../../../src/app/message-budget.ts';
import type { Engine } from '../../../src/app/ports.ts';
import { openScene, readReply, type Scene, summarized, toLabels, told, toShown } from '../scene.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await openScene();
});

const chat = [
  '25/03/2026, 09:00 - Messages and calls are end-to-end encrypted.',
  '25/03/2026, 09:01 - Mia: We decided to meet at the station at 8:00 on Friday.',
  '25/03/2026, 09:02 - +49 151 2345678: I will bring the tickets for everyone.',
  '25/03/2026, 09:03 - Tom: Does anybody have a map of the lake?',
].join('\n');

type Options = Parameters<Scene['actions']['slash']>[0]['options'];

function attach(name: string, content: string | Uint8Array, options: Options = {}, user = scene.ann) {
  const file = { name, content };
  return scene.summarize({ ...options, file }, user);
}

describe('/summarize file:', () => {
  test('answers the person alone, with numbers that link nowhere and the sources below, and keeps nothing', async () => {
    const view = await summarized(await attach('WhatsApp Chat with Trip.txt', chat));
    expect(view.isEphemeral).toBe(true);
    const { message } = view;
    expect(message?.content).toContain('Read from `WhatsApp Chat with Trip.txt`: 3 of 4 messages.');
    const shown = toShown(message);
    expect(message?.embeds.map(({ title }) => title)).toEqual([
      'Highlights · WhatsApp Chat with Trip',
      'Sources · WhatsApp Chat with Trip',
    ]);
    expect(message?.embeds[0]?.description).toContain('[1]');
    expect(shown).toContain('We decided to meet at the station at 8:00 on Friday.');
    expect(shown).not.toContain('](http');
    expect(shown).not.toContain('2345678');
    expect(message?.components).toEqual([]);
    expect(message?.attachments.map(({ filename }) => filename)).toEqual(['summary.md']);
    const { store } = scene.running();
    expect(await store.summaries.askedBy(scene.ann.id)).toEqual([]);
    await expect.poll(() => store.openRuns.list()).toEqual([]);
  });

  test('reads the newest messages, once there is room for them', async () => {
    const messages = [chat, '25/03/2026, 09:04 - Mia: We could rent a boat on Saturday.'].join('\n');
    const held: number[] = [];
    const reservation = { makeRoom: async (count: number) => void held.push(count), hasRoom: () => true };
    const messageBudget = { begin: () => ({ ...reservation, release: () => {} }) };
    scene = await openScene({ maxMessages: 3, messageBudget });
    const view = await summarized(await attach('chat.txt', messages));
    expect(view.message?.content).toContain('3 of 3 messages');
    expect(view.message?.content).toContain('Only the newest 3 messages were read.');
    expect(toShown(view.message)).not.toContain('at the station');
    expect(held).toEqual([3]);
  });

  test('says that it waits for memory, which a small file does not', async () => {
    const large = `${chat}\n${'25/03/2026, 09:04 - Mia: We could rent a boat on Saturday, or not.\n'.repeat(1_500)}`;
    const messageBudget = createMessageBudget(100, 50);
    const other = messageBudget.begin();
    await other.makeRoom(100, new AbortController().signal);
    scene = await openScene({ messageBudget, pace: { afterMs: 10, everyMs: 10 } });
    const waiting = await attach('large.txt', large);
    await waiting.until(({ message }) =>
      /^Read 0 messages\. Waiting for another summary to finish/.test(message?.content ?? ''),
    );
    const small = await summarized(await attach('small.txt', chat, {}, scene.bob));
    expect(small.message?.content).toContain('small.txt');
    const queued = await attach('large.txt', large, {}, scene.bob);
    await queued.until(({ message }) => /^0 Nachrichten gelesen/.test(message?.content ?? ''));
    other.release();
    for (const view of [waiting, queued])
      expect((await summarized(view)).message?.content).toContain('large.txt');
  });

  test('of many that come at once, those that are read are summarized while others wait', async () => {
    const written: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const engine: Engine = {
      ...extractiveEngine,
      draft: async (asked, ...rest) => {
        written.push(asked.evidence.source.title);
        await promise;
        return extractiveEngine.draft(asked, ...rest);
      },
    };
    const most = 4_000;
    const messageBudget = createMessageBudget(2 * most, 1_000);
    scene = await openScene({ engine, messageBudget, maxMessages: most });
    const talk = '25/03/2026, 09:04 - Mia: We could rent a boat on Saturday, or not.\n'.repeat(1_800);
    const people = [scene.ann, scene.bob, scene.addMember('cleo')];
    const views = await Promise.all(people.map(user => attach('trip.txt', `${chat}\n${talk}`, {}, user)));
    await expect.poll(() => written).toHaveLength(3);
    resolve();
    for (const view of views) await summarized(view);
  });

  test('gives nobody the words of a person who opted out, not even the model', async () => {
    const read: string[] = [];
    const engine: Engine = {
      ...extractiveEngine,
      draft: (asked, ...rest) => {
        read.push(...asked.evidence.messages.map(({ text }) => text));
        return extractiveEngine.draft(asked, ...rest);
      },
    };
    scene = await openScene({ engine });
    await scene.running().store.privacy.setOptedOut(scene.bob.id, true);
    const said = (id: string, author: { readonly id: string }, content: string) => ({
      id,
      type: 'Default',
      timestamp: '2026-03-25T09:00:00+00:00',
      content,
      author: { id: author.id, name: `Person ${author.id}`, isBot: false },
    });
    const exported = {
      guild: { id: '1200000000000000001', name: 'Trip' },
      channel: { id: '1200000000000000002', name: 'trip' },
      messages: [
        said('1200000000000000003', scene.ann, 'We decided to meet at the station at 8:00 on Friday.'),
        said('1200000000000000004', scene.bob, 'My address is 4 Mill Lane.'),
      ],
      messageCount: 2,
    };
    const view = await summarized(await attach('trip.json', JSON.stringify(exported)));
    expect(read).toEqual(['We decided to meet at the station at 8:00 on Friday.']);
    expect(toShown(view.message)).not.toContain('Mill Lane');
  });

  test('refuses options that would have no effect, and counts no summary', async () => {
    const given = { messages: 5, since: '2h', channel: scene.channel, private: false };
    const view = await told(await attach('chat.txt', chat, given));
    expect(view.isEphemeral).toBe(true);
    expect(view.message?.content).toContain(
      'so `messages:`, `since:`, `channel:`, `private:` cannot be used',
    );
    const used = { detail: 'brief', language: 'de', focus: 'tickets', private: true };
    expect((await summarized(await attach('chat.txt', chat, used))).message?.content).toContain(
      '3 of 4 messages',
    );
  });

  test('asks for the order of dates, in the language of the person, and nobody else can answer', async () => {
    const { ann, bob, world, channel, actions } = scene;
    const dates = chat.replaceAll('25/03', '05/03');
    const asked = await told(await attach('chat.txt', dates, { focus: 'tickets' }, bob));
    expect(asked.message?.content).toBe(
      'Die Datumsangaben in `chat.txt` lassen sich auf zwei Arten lesen. Was steht vorn?',
    );
    expect(toLabels(asked.message)).toEqual([['Tag zuerst: 31/12/2026', 'Monat zuerst: 12/31/2026']]);
    const components = asked.message?.components ?? [];
    const forged = world.addMessage(channel, { by: world.bot, content: 'forged', components } as never);
    const label = 'Monat zuerst: 12/31/2026';
    const refused = await told(await actions.press({ user: ann, message: forged, label }));
    expect(refused.message?.content).toBe('I no longer have this file. Attach it again.');
    const view = await summarized(await scene.press(asked, label, bob));
    expect(view.isEphemeral).toBe(true);
    expect(view.message?.content).toContain('3 von 4 Nachrichten');
  });

  test.each([
    ['photo.txt', '\u0089PNG\r\n\u0000', 'I can’t read `photo.txt`.'],
    ['empty.txt', '', 'There is nothing to summarize in `empty.txt`.'],
    ['cut.zip', 'PK\u0003\u0004', '`cut.zip` is damaged or incomplete.'],
    ['large.txt', 'x'.repeat(16_000_001), '`large.txt` is too large. I read files up to 16 MB'],
  ])('says why it cannot read %s', async (name, content, sentence) => {
    expect(await readReply(attach(name, content))).toContain(sentence);
  });
});
