import { withoutHiddenWords } from './hidden-words.ts';
import type { Attachment } from './message.ts';

/** The contents of a message beside its own words. */
export type MessageExtras = {
  readonly forwarded?: string;
  readonly attachments?: readonly Attachment[];
  readonly stickers?: readonly string[];
  readonly embeds?: readonly EmbedWords[];
  readonly poll?: PollWords;
  readonly voice?: boolean;
};

export type EmbedWords = {
  readonly title?: string;
  readonly description?: string;
  readonly fields?: readonly { readonly name: string; readonly value: string }[];
};

export type PollWords = {
  readonly question: string;
  readonly answers: readonly { readonly text: string; readonly votes?: number }[];
};

/**
 * The `text` of a message: its own words, then its other contents as words in brackets. It is well-formed (half a
 * surrogate pair is replaced) and without hidden words, so that it can be sent and quoted unchanged.
 */
export function toMessageText(words: string, extras: MessageExtras = {}): string {
  const parts = [words.trim()];
  if (extras.forwarded?.trim()) parts.push(`[forwarded] ${extras.forwarded.trim()}`);
  for (const embed of extras.embeds ?? []) {
    const fields = embed.fields?.map(({ name, value }) => join([name, value], ': ')) ?? [];
    const inner = join([embed.title, embed.description, ...fields], ' — ');
    if (inner !== '') parts.push(`[embed: ${inner}]`);
  }
  if (extras.poll) {
    const answers = extras.poll.answers.map(answer =>
      answer.votes === undefined ? answer.text : `${answer.text} (${answer.votes})`,
    );
    parts.push(`[poll: ${join([extras.poll.question, join(answers, ' / ')], ' — ')}]`);
  }
  for (const sticker of extras.stickers ?? []) parts.push(`[sticker: ${toLine(sticker)}]`);
  if (extras.voice) parts.push('[voice message]');
  else
    for (const { name, type } of extras.attachments ?? [])
      parts.push(name === null ? `[${toNoun(type)}]` : `[${toNoun(type)}: ${toLine(name)}]`);
  return withoutHiddenWords(parts.filter(part => part !== '').join('\n')).toWellFormed();
}

/** Bracketed content stays on one line, so that the line shows whose words it is. */
function toLine(words: string): string {
  return words.replace(/[\s\u200b]+/g, ' ').trim();
}

function join(parts: readonly (string | undefined)[], separator: string): string {
  return parts
    .map(part => toLine(part ?? ''))
    .filter(part => part !== '')
    .join(separator);
}

/** "image" for "image/png". */
function toNoun(type: string): string {
  const [family = ''] = type.split('/');
  return ['image', 'video', 'audio'].includes(family) ? family : 'file';
}
