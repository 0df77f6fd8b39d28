import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { EngineRequest } from '../../../src/app/ports.ts';
import { toEvidence } from '../../../src/core/conversation/evidence.ts';
import type { Conversation, Message } from '../../../src/core/conversation/message.ts';
import { openStore } from '../../../src/io/keyv/open-store.ts';
import { createLongScene, smallLimits } from './long-scene.ts';
import { decisions, makePlanted } from './planted.ts';

const never = new AbortController().signal;
const conversation = makePlanted(400, decisions);
const guildId = conversation.source.guildId ?? '';

function ask(of: Conversation, rest: Partial<EngineRequest> = {}): EngineRequest {
  return {
    evidence: toEvidence(of),
    detail: 'standard',
    language: 'en',
    spoken: ['en'],
    zone: 'UTC',
    ...rest,
  };
}

function edit(change: (message: Message) => Message): Conversation {
  return { ...conversation, messages: conversation.messages.map(change) };
}

async function createScene() {
  const log = pino({ level: 'silent' });
  const store = await openStore('memory://', { log });
  onTestFinished(() => store.close());
  const drafts = store.windowDrafts;
  const limits = { ...smallLimits, merged: { least: 300, share: 0, most: 300 } };
  const scene = await createLongScene({ drafts, limits, now: () => new Date().toISOString() });
  /** The texts of the claims, and how many calls they took. */
  const draft = async (request: EngineRequest) => {
    const before = scene.calls().length;
    const claims: { readonly text: string }[] = [];
    const report = await scene.engine.draft(
      request,
      (claim, stage) => void (stage === undefined && claims.push(claim as (typeof claims)[number])),
      never,
    );
    const calls = scene.calls().slice(before);
    return { report, texts: claims.map(({ text }) => text), calls, works: calls.map(({ work }) => work) };
  };
  return { ...scene, drafts, draft };
}

describe('drafts that are kept', () => {
  test('make a second summary of the same messages cost one merge, with the same claims', async () => {
    const { draft } = await createScene();
    const first = await draft(ask(conversation));
    const second = await draft(ask(conversation));
    expect(first.works.filter(work => work === 'window').length).toBeGreaterThan(8);
    expect(first.works.filter(work => work === 'merge').length).toBeGreaterThan(0);
    expect(second.works).toEqual(['answer', 'cite']);
    expect(second.texts).toEqual(first.texts);
  });

  test('leave only the windows around a change to be read again', async () => {
    const { draft } = await createScene();
    const first = await draft(ask(conversation));
    const anchor = conversation.messages.find(({ text }) => text.includes('anchor'))?.id;
    const changed = edit(message =>
      message.id === anchor
        ? { ...message, text: "I'll order the new rudder by Friday.", editedTime: '2026-11-22T12:00:00.000Z' }
        : message,
    );
    const second = await draft(ask(changed));
    const windows = second.calls.filter(({ work }) => work === 'window');
    expect(windows.length).toBeLessThanOrEqual(2);
    expect(windows.some(({ text }) => text.includes('new rudder'))).toBe(true);
    expect(second.texts.join('\n')).toContain('rudder');
    expect(second.texts.join('\n')).not.toContain('anchor');
    expect(first.texts.join('\n')).toContain('anchor');
  });

  test('leave only the last windows to be read where messages were added', async () => {
    const { draft } = await createScene();
    const { messages } = conversation;
    await draft(ask({ ...conversation, messages: messages.slice(0, 392) }));
    const { works } = await draft(ask(conversation));
    expect(works.filter(work => work === 'window').length).toBeLessThanOrEqual(2);
    expect((await draft(ask(conversation))).works).toEqual(['answer', 'cite']);
  });

  test('keep their places when older messages are no longer read', async () => {
    const { draft, calls } = await createScene();
    await draft(ask(conversation));
    const before = calls().length;
    const later = { ...conversation, messages: conversation.messages.slice(60) };
    const { texts } = await draft(ask(later));
    const read = calls()
      .slice(before)
      .filter(({ work }) => work === 'window');
    expect(read.length).toBeLessThanOrEqual(2);
    expect(texts.join('\n')).toContain('harbour office');
    const evidence = toEvidence(later);
    const [, n, words = ''] =
      /<q n="(\d+)"[^>]*>([^<]*harbour[^<]*)<\/q>/.exec(calls().at(-1)?.text ?? '') ?? [];
    expect(evidence.messages[Number(n) - 1]?.text).toContain(words);
  });

  test.each([
    ['detail', { detail: 'brief' }],
    ['language', { language: 'de' }],
    ['zone', { zone: 'Asia/Tokyo' }],
    ['focus', { focus: 'boats' }],
  ] as const)('are not used for another %s', async (_, rest) => {
    const { draft } = await createScene();
    const first = await draft(ask(conversation));
    const second = await draft(ask(conversation, rest));
    const count = (works: readonly string[]) => works.filter(work => work === 'window').length;
    expect(count(second.works)).toBe(count(first.works));
  });

  test('of a deleted message are forgotten, the merged ones too', async () => {
    const { draft, drafts } = await createScene();
    await draft(ask(conversation));
    const sold = conversation.messages.find(({ text }) => text.includes('rowing boat'))?.id ?? '';
    await drafts.forget(guildId, [sold]);
    const { works } = await draft(ask(conversation));
    expect(works.filter(work => work === 'window')).toHaveLength(1);
    expect(works.filter(work => work === 'merge').length).toBeGreaterThan(0);
  });

  test('are missed, not needed: with a store that fails, everything is read', async () => {
    const fail = async () => {
      throw new Error('down');
    };
    const { engine, calls } = await createLongScene({
      drafts: { get: fail, put: fail, forget: fail, forgetPerson: fail },
    });
    const report = await engine.draft(ask(conversation), () => undefined, never);
    expect(report.failure).toBeNull();
    expect(calls().length).toBeGreaterThan(8);
  });
});
