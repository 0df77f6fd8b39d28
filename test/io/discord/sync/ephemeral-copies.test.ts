import type { RepliableInteraction } from 'discord.js';
import { beforeEach, describe, expect, test } from 'vitest';
import type { StoredSummary } from '../../../../src/app/ports.ts';
import { createClient } from '../../../../src/io/discord/client.ts';
import { type MessageBody, toTextBody } from '../../../../src/io/discord/interaction/message-body.ts';
import { stopRetries } from '../../../../src/io/discord/interaction/retry-answer.ts';
import {
  createEphemeralCopies,
  type EphemeralCopies,
  type Refuse,
} from '../../../../src/io/discord/sync/ephemeral-copies.ts';
import { createLogger } from '../../../../src/log.ts';

const messageId = '1';

let copies: EphemeralCopies;
let interaction: RepliableInteraction;
/** What the message showed, one after the other. */
let shown: string[];
/** What happens before each edit that the bot makes by itself. */
let onEdit: () => Promise<void>;

beforeEach(() => {
  copies = createEphemeralCopies(Date.now, createLogger('silent'));
  [shown, onEdit] = [[], async () => {}];
  const client = createClient({ apiUrl: 'http://127.0.0.1:9/api' });
  client.token = 'token';
  interaction = {
    client,
    locale: 'en-US',
    createdTimestamp: Date.now(),
    message: { id: messageId },
    webhook: {
      editMessage: async (_: string, { content }: { content: string }) => {
        await onEdit();
        shown.push(content);
      },
    },
  } as unknown as RepliableInteraction;
});

/** A state of the summary, with these words in it. */
const toStored = (words: string) => ({ summary: { id: 'a', words } }) as unknown as StoredSummary;

const drawOn =
  (page: string) =>
  ({ summary }: StoredSummary): MessageBody =>
    toTextBody(`${page}: ${(summary as unknown as { words: string }).words}`);

const show = (stored: StoredSummary, page: string, before = async () => {}) =>
  copies.show(stored, interaction, drawOn(page), async ({ content }) => {
    await before();
    shown.push(content);
    return { id: messageId };
  });

/** `wait` resolves when the gate opens; `reached` tells that somebody waits. */
function createGate() {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const wait = () => {
    reached.resolve();
    return released.promise;
  };
  return { wait, reached: reached.promise, open: released.resolve };
}

const failure = () => Object.assign(new Error('no answer'), { code: 'ECONNRESET' });

describe('a copy', () => {
  test('shows no more than before until the check that failed was made', async () => {
    copies.follow(toStored('words'), interaction, messageId, drawOn('page 1'));
    let checks = 0;
    const refuse: Refuse = async () => {
      checks += 1;
      if (checks === 1) throw failure();
      return checks === 2 ? null : 'refused';
    };
    await copies.redraw(toStored('more'), refuse);
    expect(shown).toEqual([]);
    await copies.redraw(toStored('more'));
    expect([checks, ...shown]).toEqual([2, 'page 1: more']);
    await copies.redraw(toStored('less'));
    expect([checks, ...shown]).toEqual([2, 'page 1: more', 'page 1: less']);
    await copies.redraw(toStored('more'), refuse);
    await copies.redraw(toStored('more'));
    expect(shown.slice(2)).toEqual(['refused']);
  });

  test('shows what a person opened after a slow change of an older state', async () => {
    await show(toStored('secret'), 'page 1');
    const gate = createGate();
    onEdit = gate.wait;
    const redrawn = copies.redraw(toStored('old secret'));
    await gate.reached;
    const turned = show(toStored('nothing'), 'page 2');
    // Without waiting for the change, the page would be shown now.
    await new Promise(setImmediate);
    gate.open();
    await Promise.all([redrawn, turned]);
    expect(shown).toEqual(['page 1: secret', 'page 1: old secret', 'page 2: nothing']);
  });

  test('is rendered again if its summary changed while it was sent', async () => {
    const gate = createGate();
    const sent = show(toStored('secret'), 'page 1', gate.wait);
    await gate.reached;
    await copies.redraw(toStored('nothing'));
    gate.open();
    await sent;
    expect(shown).toEqual(['page 1: secret', 'page 1: nothing']);
  });

  test('shows the open page and the latest state, also where Discord failed before', async () => {
    await show(toStored('secret'), 'page 1');
    onEdit = () => Promise.reject(failure());
    await copies.redraw(toStored('nothing'));
    copies.follow(toStored('nothing'), interaction, messageId, drawOn('page 2'));
    onEdit = async () => {};
    // Ends the pause before the next attempt.
    stopRetries(interaction.client);
    await expect.poll(() => shown.at(-1)).toBe('page 2: nothing');
  });
});
