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
  test('reads the first claim in the content, once, with quiet links and without pings', async () => {
    const { message } = await scene.ask({ private: false });
    expect(message?.content).toMatch(
      /^> The school fair is on 21 March\.\u00a0\[\[1\]\]\(<https:\/\/discord\.com\/channels\/\d+\/\d+\/\d+>\)$/m,
    );
    expect(toEmbeds(message)).not.toContain('school fair');
    expect(toEmbeds(message)).toContain('Parking behind the gym');
    expect((message?.flags ?? 0) & MessageFlags.SuppressEmbeds).toBe(0);
    expect(message?.mentions).toEqual([]);
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
      .toContain('> Parking behind the gym was allowed.');
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
