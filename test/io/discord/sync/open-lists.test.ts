import type { RepliableInteraction } from 'discord.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../../../../src/io/discord/client.ts';
import { stopRetries } from '../../../../src/io/discord/interaction/retry-answer.ts';
import {
  createOpenLists,
  type DrawnList,
  type OpenLists,
} from '../../../../src/io/discord/sync/open-lists.ts';
import { createLogger } from '../../../../src/log.ts';

const messageId = '1';

let lists: OpenLists;
let interaction: RepliableInteraction;
/** What the message shows. */
let shown: string;
/** The attempts of the bot to edit it by itself. */
let edits: string[];
/** What happens to each of them: by default, it succeeds. */
let onEdit: (attempt: number) => Promise<void>;

beforeEach(() => {
  lists = createOpenLists(Date.now, createLogger('silent'));
  [shown, edits, onEdit] = ['', [], async () => {}];
  const client = createClient({ apiUrl: 'http://127.0.0.1:9/api' });
  client.token = 'token';
  interaction = {
    client,
    locale: 'en-US',
    createdTimestamp: Date.now(),
    isMessageComponent: () => true,
    message: { id: messageId },
    webhook: {
      editMessage: async (_: string, { content }: { content: string }) => {
        await onEdit(edits.push(content));
        shown = content;
      },
    },
  } as unknown as RepliableInteraction;
});

const toDrawn = (content: string, ids: readonly string[]): DrawnList => ({
  body: { content },
  ids: new Set(ids),
});

const show = (draw: () => Promise<DrawnList>, before = async () => {}) =>
  lists.show(interaction, draw, async ({ content = '' }) => {
    await before();
    shown = content;
    return messageId;
  });

const failure = (code: string) => Object.assign(new Error('no answer'), { code });

describe('a list', () => {
  test('shows the page that the person turned to while the one before was drawn again', async () => {
    await show(async () => toDrawn('page 1', ['a']));
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    onEdit = async () => {
      reached.resolve();
      await released.promise;
    };
    const redrawn = lists.redraw(['a']);
    await reached.promise;
    const turned = show(async () => toDrawn('page 2', ['b']));
    // Without waiting for the edit before, this one would be over now.
    await new Promise(setImmediate);
    released.resolve();
    await Promise.all([redrawn, turned]);
    expect(shown).toBe('page 2');
    await lists.redraw(['a']);
    expect(edits).toEqual(['page 1']);
    await lists.redraw(['b']);
    expect(edits).toEqual(['page 1', 'page 2']);
  });

  test('is drawn again if something that it rests on changed before it was shown', async () => {
    let words = 'secret';
    await show(
      async () => toDrawn(words, ['place']),
      async () => {
        words = 'nothing';
        await lists.redraw(['place']);
      },
    );
    expect(shown).toBe('nothing');
  });

  test('is drawn again if a person opted out while it was drawn', async () => {
    let words = 'secret';
    await show(async () => {
      const drawn = toDrawn(words, ['person']);
      if (words === 'secret') {
        words = 'nothing';
        await lists.redraw(['person']);
      }
      return drawn;
    });
    expect(shown).toBe('nothing');
  });

  test('is drawn once more if what it rests on only now changed while it was drawn again', async () => {
    let words = 'first';
    let ids = ['a'];
    let hasChanged = false;
    await show(async () => {
      const drawn = toDrawn(words, ids);
      if (words === 'second' && !hasChanged) {
        hasChanged = true;
        words = 'third';
        await lists.redraw(['b']);
      }
      return drawn;
    });
    [words, ids] = ['second', ['b']];
    await lists.redraw(['a']);
    await expect.poll(() => shown).toBe('third');
  });

  test('is still drawn again after Discord failed, as it is then', async () => {
    let words = 'first';
    await show(async () => toDrawn(words, ['a']));
    words = 'second';
    onEdit = async attempt => {
      if (attempt > 1) return;
      words = 'third';
      throw failure('ECONNRESET');
    };
    await lists.redraw(['a']);
    expect(shown).toBe('first');
    await expect.poll(() => shown).toBe('third');
    await lists.redraw(['a']);
    expect(edits).toEqual(['second', 'third', 'third']);
  });

  test('is no longer drawn once Discord refuses, because the person dismissed it', async () => {
    await show(async () => toDrawn('first', ['a']));
    onEdit = () => Promise.reject(failure('10008'));
    await lists.redraw(['a']);
    await lists.redraw(['a']);
    expect(edits).toEqual(['first']);
  });

  test('keeps the page that the person turned to while Discord failed', async () => {
    await show(async () => toDrawn('page 1', ['a']));
    onEdit = async () => {
      throw failure('ECONNRESET');
    };
    await lists.redraw(['a']);
    await show(async () => toDrawn('page 2', ['a']));
    onEdit = async () => {};
    // Ends the pause before the next attempt.
    stopRetries(interaction.client);
    await expect.poll(() => edits).toEqual(['page 1', 'page 2']);
    expect(shown).toBe('page 2');
  });
});
