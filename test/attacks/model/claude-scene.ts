import { pino } from 'pino';
import { createClaude } from '../../../demo/claude/claude.ts';
import type { ScriptedJudge } from '../../../demo/claude/judge.ts';
import { createFixedWriter, type FixedAnswer } from '../../../demo/claude/writer.ts';
import type { SummarizeRequest } from '../../../src/app/engine-request.ts';
import { summarize } from '../../../src/app/summarize.ts';
import { toEvidence } from '../../../src/core/conversation/evidence.ts';
import type { Conversation } from '../../../src/core/conversation/message.ts';
import { connectClaude } from '../../../src/io/claude/connect.ts';
import { toClaudeOptions } from '../../io/claude/claude-options.ts';
import { quickRetries } from '../../io/claude/claude-scene.ts';

/** A Claude on loopback that says what it is told to, and the engine that talks to it through the real SDK. */
export async function createHostileClaude() {
  const claude = await createClaude();
  const { engine, judge } = await connectClaude(
    {
      ...toClaudeOptions(claude),
      log: pino({ level: 'silent' }),
      limits: quickRetries,
    },
    new AbortController().signal,
  );
  return {
    /**
     * A whole summary, with what was sent. A stubborn model repeats what did not hold, and a judge, where
     * there is one, says of claims what it is told to.
     */
    summarize: async (
      conversation: Conversation,
      answer: FixedAnswer | { readonly lines: readonly string[]; readonly cited: string },
      isStubborn = false,
      judging?: ScriptedJudge,
      asked: Pick<SummarizeRequest, 'question' | 'earlier'> = {},
    ) => {
      if (typeof answer === 'object' && 'lines' in answer) {
        claude.writer = createFixedWriter(answer.lines.map(line => `- ${line}`).join('\n'), []);
        claude.faults.next({ kind: 'say', text: answer.cited }, 1, 'cite');
      } else claude.writer = createFixedWriter(answer, isStubborn ? answer : []);
      if (judging) claude.judge = judging;
      // Only so many requests are kept, so their number tells nothing.
      const before = claude.requests.at(-1);
      const request = { detail: 'standard', zone: 'UTC', window: {}, language: 'en', ...asked } as const;
      const ports = { engine, newId: () => 's_obeyed', ...(judging && judge && { judge }) };
      const summary = await summarize(conversation, request, ports, new AbortController().signal);
      const { messages } = toEvidence(conversation);
      const sent = claude.requests
        .slice(before === undefined ? 0 : claude.requests.indexOf(before) + 1)
        .filter(({ path }) => path.startsWith('/v1/messages?') || path === '/v1/messages');
      return { summary, messages, sent: sent.map(({ body }) => body) };
    },
    close: claude.close,
  };
}

export type HostileClaude = Awaited<ReturnType<typeof createHostileClaude>>;
