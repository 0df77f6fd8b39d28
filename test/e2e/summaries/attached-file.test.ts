import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createScene, type Scene, summarized, told, toShown } from '../scene.ts';

let scene: Scene;
beforeEach(async () => {
  scene = await createScene();
});
afterEach(() => scene.close());

const chat = [
  '25/03/2026, 09:00 - Messages and calls are end-to-end encrypted.',
  '25/03/2026, 09:01 - Mia: We decided to meet at the station at 8:00 on Friday.',
  '25/03/2026, 09:02 - +49 151 2345678: I will bring the tickets for everyone.',
  '25/03/2026, 09:03 - Tom: Does anybody have a map of the lake?',
].join('\n');

type Options = Readonly<Record<string, string | boolean>>;

function attach(name: string, content: string | Uint8Array, options: Options = {}, user = scene.ann) {
  const file = { name, content };
  return scene.actions.slash({
    user,
    channel: scene.channel,
    command: 'summarize',
    options: { ...options, file },
  });
}

describe('/summarize file:', () => {
  test('answers the person alone, with numbers that link nowhere and the sources below', async () => {
    const view = await summarized(await attach('WhatsApp Chat with Trip.txt', chat, { private: false }));
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
  });

  test('keeps nothing', async () => {
    await summarized(await attach('chat.txt', chat));
    const { store } = scene.running();
    expect(await store.summaries.askedBy(scene.ann.id)).toEqual([]);
    await expect.poll(() => store.openRuns.list()).toEqual([]);
  });

  test('reads a zip archive', async () => {
    const bytes = zipSync({ '_chat.txt': strToU8(chat), 'IMG-1.jpg': new Uint8Array(10) });
    const view = await summarized(await attach('WhatsApp Chat - Trip.zip', bytes));
    expect(view.message?.content).toContain('3 of 4 messages');
  });

  test('asks for the order of dates, in the language of the person', async () => {
    const dates = chat.replaceAll('25/03', '05/03');
    expect((await told(await attach('chat.txt', dates, {}, scene.bob))).message?.content).toBe(
      'Die Datumsangaben in `chat.txt` lassen sich auf zwei Arten lesen. Bitte den Befehl noch einmal ausführen und `dates:` wählen.',
    );
    const view = await summarized(await attach('chat.txt', dates, { dates: 'month-first' }));
    expect(view.message?.content).toContain('3 of 4 messages');
  });

  test.each([
    ['photo.png', '\u0089PNG\r\n\u0000', 'I can’t read `photo.png`.'],
    ['empty.txt', '', 'There is nothing to summarize in `empty.txt`.'],
    ['cut.zip', 'PK\u0003\u0004', '`cut.zip` is damaged or incomplete.'],
    ['large.txt', 'x'.repeat(16_000_001), '`large.txt` is too large. I read files up to 16 MB'],
  ])('says why it cannot read %s', async (name, content, sentence) => {
    expect((await told(await attach(name, content))).message?.content).toContain(sentence);
  });
});
