import Anthropic from '@anthropic-ai/sdk';
import type { MessageCreateParamsBase } from '@anthropic-ai/sdk/resources/messages';
import { onTestFinished } from 'vitest';
import { type ClaudeOptions, createClaude } from '../../demo/claude/claude.ts';

/** A stand-in that is closed after the test, and the real SDK, which neither retries nor logs. */
export async function startConnected(options: ClaudeOptions = {}) {
  const claude = await createClaude(options);
  onTestFinished(claude.close);
  const client = new Anthropic({
    apiKey: claude.apiKey,
    baseURL: claude.url,
    maxRetries: 0,
    logLevel: 'off',
    timeout: 5_000,
  });
  return { claude, client };
}

export const schema = {
  type: 'object',
  properties: { claims: { type: 'array', items: { type: 'string' } } },
  required: ['claims'],
  additionalProperties: false,
};

export const talk = `<conversation>
<in place="#fair"/>
<day date="2026-03-09"/>
<m n="1" t="09:00" by="Bob" reactions="👍 2, party 1">Let's take the blue tent for the fair.</m>
<m n="2" t="09:01" by="Carol" re="1">+1</m>
<m n="3" t="09:02" by="Ann">I'll order the tape by Friday.</m>
<m n="4" t="09:03" by="Dave &quot;D&quot; &lt;x&gt;">The hall costs 1,200 € &amp; more.</m>
<m n="5" t="09:04" by="CI" bot="yes">build 7 is green</m>
<m n="6" t="12:00" by="Eve">Who brings the ladder?</m>
</conversation>`;

/** What every call sends unless a test says otherwise. */
export const ask = {
  model: 'claude-sonnet-5-5',
  max_tokens: 8_000,
  output_config: { effort: 'low', format: { type: 'json_schema', schema } },
  messages: [{ role: 'user', content: talk }],
} as const satisfies MessageCreateParamsBase;
