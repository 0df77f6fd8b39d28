import { z } from 'zod';
import type { Summary } from '../../src/core/claims/summary.ts';
import type { Message } from '../../src/core/conversation/message.ts';
import { toEmbedPages } from '../../src/render/embed/embed.ts';

/** Messages as somebody copies them out of a channel. */
export function toTranscript(messages: readonly Message[]): string {
  const byId = new Map(messages.map(message => [message.id, message]));
  return messages
    .map(({ author, time, text, replyTo }) => {
      const answered = byId.get(replyTo ?? '');
      const reply = answered
        ? ` (replying to ${answered.author.name}: "${answered.text.replace(/\s+/g, ' ').slice(0, 60)}")`
        : '';
      return `[${time.slice(0, 16).replace('T', ' ')}] ${author.name}${reply}: ${text}`;
    })
    .join('\n');
}

/** What the first pages say, as they are sent, without citations. */
export function toShownText(summary: Summary, pages: number, isCard = false): string {
  const shown = toEmbedPages(summary, { isCard })
    .slice(0, pages)
    .flatMap(({ embeds }) =>
      embeds.flatMap(({ title = [], description = '' }) => [title, description].flat()),
    );
  return withoutMarkup(shown.join('\n\n'));
}

export function withoutMarkup(text: string): string {
  return (
    text
      .replace(/\s?\[\[\d+\]\]\((?:[^)"]|"[^"]*")*\)/g, '')
      .replace(/\s?\[\+[^\]]*\]\((?:[^)"]|"[^"]*")*\)/g, '')
      .replace(/\s?\+\d+ more\b/g, '')
      // A link as readers see it, on both sides.
      .replace(/\[(?<words>[^[\]]+)\]\(https?:[^\s()]*\)/g, (_, words: string) =>
        words === '↗' ? words : `${words} ↗`,
      )
      .replace(/<t:(\d+):\w>/g, (_, seconds: string) =>
        new Date(Number(seconds) * 1000).toISOString().slice(0, 16).replace('T', ' '),
      )
      .replace(/\\([\\*_~|`>[\]<#+.)=-])/g, '$1')
      .trim()
  );
}

export const labels = z.array(z.object({ n: z.number(), isTrue: z.boolean() }));

/** Has each statement labeled from all messages; where they answer a question, it says what they are about. */
export function toLabeling(
  messages: readonly Message[],
  statements: readonly string[],
  question?: string,
): string {
  const about = question === undefined ? 'it' : `it, which together answer the question "${question}"`;
  return `Below are messages of a conversation and statements about ${about}. For each statement decide from all the messages whether it is true: isTrue is false where a detail is wrong, firmer than said, or nowhere in them. A headline is true where nothing in it goes beyond the messages.

--- messages ---
${toTranscript(messages)}

--- statements ---
${statements.map((text, index) => `${index + 1}. ${text}`).join('\n')}

Answer as JSON: [{"n": 1, "isTrue": true, "why": "only where false"}, ...] with every number.
`;
}
