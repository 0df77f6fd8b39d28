import { pino } from 'pino';
import { findDraft } from '../../../demo/claude/claude.ts';
import { createLongEngine } from '../../../src/app/windows/engine.ts';
import type { LongLimits, LongParts } from '../../../src/app/windows/ports.ts';
import { createClaudeScene } from '../claude/claude-scene.ts';

/** Small enough that a short conversation has several windows, and that their claims are merged in groups. */
export const smallLimits: LongLimits = {
  longFrom: 300,
  window: 1_000,
  merged: { least: 600, share: 0, most: 600 },
  group: 3,
  rounds: 1,
  windowsMs: 20_000,
};

export const smallModel = 'claude-haiku-5-5';

/** The long engine over a Claude on loopback. */
export async function createLongScene(parts: Partial<LongParts> = {}) {
  const scene = await createClaudeScene({ smallModel });
  const connected = await scene.connect();
  const engine = createLongEngine({
    short: connected.engine,
    writer: connected.windowWriter,
    log: pino({ level: 'silent' }),
    limits: smallLimits,
    ...parts,
  });
  /** The bodies of the calls that write, in the order in which they came. */
  const calls = () =>
    scene.claude.requests
      .filter(({ path }) => path === '/v1/messages')
      .map(({ body }) => {
        const { model, messages } = body as {
          readonly model: string;
          readonly messages: readonly { readonly content: readonly { readonly text: string }[] }[];
        };
        const text = messages.flatMap(({ content }) => content.map(block => block.text)).join('\n');
        return { model, text, work: toWork(text) } as const;
      });
  return { ...scene, engine, calls };
}

export function toWork(prompt: string): 'answer' | 'edit' | 'cite' | 'merge' | 'window' {
  if (findDraft(prompt) !== null) return 'edit';
  if (prompt.includes('<text>')) return 'cite';
  if (!prompt.startsWith('<claims>')) return 'window';
  return prompt.includes('asks you: "Please tell me') ? 'answer' : 'merge';
}
