import { MessageFlags } from 'discord-api-types/v10';
import { beforeEach, describe, expect, test } from 'vitest';
import { createWriting, fact } from '../engines.ts';
import { fill, openScene, type Scene, toLabels, toShown } from '../scene.ts';

const first = 'The school fair is on 21 March.';
const engine = createWriting(
  fact(first, 1, 'The school fair is on 21 March'),
  fact('Parking behind the gym was allowed.', 7, 'Parking behind the gym was allowed'),
);

let scene: Scene;
beforeEach(async () => {
  scene = await openScene({ engine });
  fill(scene);
});

const toEmbeds = (message: Parameters<typeof toShown>[0]) =>
  JSON.stringify(message && 'embeds' in message ? message.embeds : null);

describe('a reader without embeds', () => {
  test('reads the title and the first claim in the content, once, with quiet links and without pings', async () => {
    const { message } = await scene.ask({ private: false });
    expect(message?.content).toMatch(
      /^> \*\*Summary · \\#planning\*\*\n> <t:.*\n> \*Not checked.*\n> - The school fair is on 21 March\.\u00a0\[\[1\]\]\(<https:\/\/discord\.com\/channels\/\d+\/\d+\/\d+>\)$/m,
    );
    expect(toEmbeds(message)).not.toMatch(/school fair|Summary|<t:/);
    expect(toEmbeds(message)).toContain('Parking behind the gym');
    expect((message?.flags ?? 0) & MessageFlags.SuppressEmbeds).toBe(0);
    expect(message?.mentions).toEqual([]);
  });

  test('reads the whole first matter under its heading, which no embed goes on with', async () => {
    const matter = (topic: string, number: number) => ({
      matter: { number, topic, title: '', continues: null },
    });
    const parking = 'Parking behind the gym was allowed.';
    const closing = 'They close at 18:00.';
    const written = [
      { ...fact(first, 1, 'The school fair is on 21 March'), ...matter('Fair', 1) },
      { ...fact(closing, 6, 'close at 18:00'), ...matter('Fair', 1) },
      { ...fact(parking, 7, 'Parking behind the gym was allowed'), ...matter('Parking', 2) },
    ];
    scene = await openScene({ engine: createWriting(...written) });
    fill(scene);
    const { message } = await scene.ask();
    const toLine = (line: string) => line.replace(/\u00a0.*/, '');
    expect(message?.content.split('\n').slice(3).map(toLine)).toEqual([
      '> **Fair**',
      ...[first, closing].map(text => `> - ${text}`),
    ]);
    expect(message?.embeds[0]?.description?.split('\n').map(toLine)).toEqual(['**Parking**', `- ${parking}`]);
  });

  test('reads all of it with More, As text, alone', async () => {
    const view = await scene.ask({ private: false });
    const panel = await scene.openMore(view, scene.bob);
    expect(toLabels(panel).flat()).toContain('Als Text');
    const pressed = await scene.pressAction(panel, 'text', scene.bob);
    const text = await pressed.until(({ message }) => message?.content.includes('school fair') ?? false);
    expect(text.isEphemeral).toBe(true);
    expect(text.message?.embeds).toEqual([]);
    expect(text.message?.content).toContain('Parking behind the gym was allowed');
    expect(text.message?.content.match(/\]\(<https:/g)).toHaveLength(2);
    expect(text.message?.content).not.toMatch(/\]\(https:/);
  });

  test('loses the claim with its message, also in what was posted', async () => {
    const view = await scene.ask({ private: false });
    scene.world.removeMessage(scene.find('The school fair is on'));
    await expect.poll(() => scene.posted().at(-1)?.content).not.toContain('school fair');
    await expect
      .poll(() => scene.posted().at(-1)?.content)
      .toMatch(/^> \*\*Summary · \\#planning\*\*\n> \*Not checked.*\n> Parking behind the gym was allowed\./);
    expect(toEmbeds(view.message)).not.toContain('school fair');
    expect(JSON.stringify(scene.posted().at(-1)?.embeds)).not.toContain('Parking');
  });

  test('gets nothing of a summary that is held for review', async () => {
    scene = await openScene({ engine, review: 'before-sharing' });
    fill(scene);
    const view = await scene.summarize({ private: false });
    await expect.poll(() => scene.posted().length).toBe(1);
    expect(JSON.stringify(scene.posted())).not.toMatch(/school fair|Parking/);
    expect(toShown(view)).not.toMatch(/school fair/);
  });
});
