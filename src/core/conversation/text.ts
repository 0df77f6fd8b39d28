import type { Attachment } from './message.ts';

/** What a message says outside its own words. */
export type Extras = {
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
 * The one `text` of a message: its own words, then everything it carries beside them as words in brackets.
 * Well-formed (a lone half of a surrogate pair is replaced), so that it can be sent and quoted as it stands.
 */
export function toMessageText(words: string, extras: Extras = {}): string {
  const parts = [words.trim()];
  if (extras.forwarded) parts.push(`[forwarded] ${extras.forwarded.trim()}`);
  for (const embed of extras.embeds ?? []) {
    const fields = embed.fields?.map(field => `${field.name}: ${field.value}`) ?? [];
    const inner = [embed.title, embed.description, ...fields].filter(part => part?.trim());
    if (inner.length > 0) parts.push(`[embed: ${inner.join(' — ')}]`);
  }
  if (extras.poll) {
    const answers = extras.poll.answers.map(answer =>
      answer.votes === undefined ? answer.text : `${answer.text} (${answer.votes})`,
    );
    parts.push(`[poll: ${extras.poll.question} — ${answers.join(' / ')}]`);
  }
  for (const sticker of extras.stickers ?? []) parts.push(`[sticker: ${sticker}]`);
  if (extras.voice) parts.push('[voice message]');
  else for (const each of extras.attachments ?? []) parts.push(`[${toNoun(each.type)}: ${each.name}]`);
  return parts
    .filter(part => part !== '')
    .join('\n')
    .toWellFormed();
}

/** "image" for "image/png". */
function toNoun(type: string): string {
  const [family = ''] = type.split('/');
  return ['image', 'video', 'audio'].includes(family) ? family : 'file';
}
