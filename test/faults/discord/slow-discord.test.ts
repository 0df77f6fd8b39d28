import type { InteractionView } from '@footnote/playground/discord';
import type { APIMessage } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commands } from '../../../commands/index.ts';
import { actions } from '../../../src/io/discord/interaction/route-press.ts';
import { besides, createScene, fill, type Scene, summarized, toShown } from '../../e2e/scene.ts';
import { slashCommands } from '../../e2e/slash-commands.ts';
import { createWriting, fairClaims } from '../../e2e/writing-engine.ts';
import { withoutSummaryIds } from '../steps.ts';

/** How long Discord takes for each request of the bot, including the first answer. */
const slowMs = 1_600;

const engine = createWriting(...fairClaims);

let scene: Scene;
beforeEach(async () => {
  scene = await createScene({ engine, pace: { afterMs: 30, everyMs: 50 } });
  fill(scene);
});
afterEach(async () => {
  scene.playground.faults.clear();
  await scene.close();
});

function slowDown() {
  scene.playground.faults.delay(slowMs, 'GET /**', 1_000);
  scene.playground.faults.delay(slowMs, 'POST /**', 1_000);
  scene.playground.faults.delay(slowMs, 'PATCH /**', 1_000);
  scene.playground.faults.delay(slowMs, 'DELETE /**', 1_000);
}

async function expectHeard(start: () => Promise<InteractionView>, status?: string) {
  slowDown();
  const view = await start();
  expect(view.status).not.toBe('failed');
  if (status !== undefined) expect(view.status).toBe(status);
}

function slash(command: string, options = {}, subcommand?: string): Promise<InteractionView> {
  const { ann: user, channel } = scene;
  return scene.actions.slash({
    user,
    channel,
    command,
    options,
    ...(subcommand !== undefined && { subcommand }),
  });
}

describe('with a Discord that takes 1.6 s per request, so that nothing can be asked before the answer', () => {
  test.each(slashCommands)('$title is acknowledged in time', async ({ name, options, subcommand }) => {
    await expectHeard(() => slash(name, options, subcommand));
  });

  test.each(commands.filter(({ kind }) => kind === 'message').map(({ definition }) => definition.name))(
    '%s is acknowledged in time',
    async command => {
      const { ann: user, channel } = scene;
      const target = scene.world.findMessage(scene.world.history(channel)[0]?.id ?? '');
      if (!target) throw new Error('no message');
      await expectHeard(() => scene.actions.messageMenu({ user, channel, command, target }));
    },
  );

  /** Every button and select of a summary, its sources, its review, and the messages they open. */
  test('every button and select is acknowledged in time, and forms open', async () => {
    const { ann: user } = scene;
    const pressed = new Set<string>();
    /** Those that delete what the others need come last. */
    const last = ['keep', 'delete', 'removed', 'finish', 'confirmed', 'noted', 'erase'];
    const queue: { readonly message: APIMessage; readonly customId: string }[] = [];
    const enqueue = (message: APIMessage | null) => {
      const ids = toShown(message).matchAll(/"custom_id":"([^"]+)"/g);
      for (const [, customId = ''] of ids) {
        if (message === null || pressed.has(toName(customId))) continue;
        pressed.add(toName(customId));
        queue.push({ message, customId });
      }
      queue.sort((a, b) => last.indexOf(toStep(a.customId)) - last.indexOf(toStep(b.customId)));
    };
    for (const isPrivate of [true, false])
      enqueue((await summarized(await slash('summarize', { private: isPrivate }))).message);
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { message, customId } = next;
      if (
        /"disabled":true/.test(
          new RegExp(`\\{[^{}]*"${customId}"[^{}]*\\}`).exec(toShown(message))?.[0] ?? '',
        )
      )
        continue;
      slowDown();
      const [, select] = /:(filter|detail|save)\b/.exec(customId) ?? [];
      const value = { filter: 'all', detail: 'brief', save: 'json' }[select ?? ''];
      const view = value
        ? await scene.actions.select({ user, message, customId, values: [value] })
        : await scene.actions.press({ user, message, customId });
      expect([customId, view.status]).not.toEqual([customId, 'failed']);
      if (customId.includes(':edit:') || customId.startsWith('reason:'))
        expect([customId, view.status]).toEqual([customId, 'modal']);
      scene.playground.faults.clear();
      if (view.status === 'modal') continue;
      const isDrawn = () =>
        !/…|^$/.test(`${view.message?.content}${view.message?.embeds[0]?.description ?? ''}`) &&
        (!customId.endsWith(':delete') || toShown(view.message).includes(':erase'));
      await view.until(isDrawn, 3_000).catch(() => null);
      enqueue(view.message);
      if (customId.endsWith(':more')) enqueue(await besides(view));
    }
    // A single page has no page buttons, and no private answer was too late.
    const toStart = (action: string) => (action === 'decide' ? 'decide:ID:' : `summary:ID:${action}`);
    const unseen = Object.keys(actions).filter(
      action => ![...pressed].some(name => name.startsWith(toStart(action))),
    );
    expect(unseen.toSorted()).toEqual(['open', 'page']);
  }, 240_000);
});

function toStep(customId: string): string {
  return customId.split(':').find(part => /^(?:delete|removed|finish|confirmed|noted)$/.test(part)) ?? '';
}

function toName(customId: string): string {
  return withoutSummaryIds(customId)
    .replace(/:c\d+/, '')
    .replace(/:[cr]\d+:/, ':ITEM:');
}
